"""Every sentence of an error has its Chinese, and is found again in what was printed."""

import re

import pytest

from tengen.arena.specs import parse_spec
from tengen.errors import PlayerSpecError
from tengen.nets.shipped import read_card, shipped_nets
from tengen.texts import Language, Texts
from tengen.texts.messages import MESSAGES, cards, system, typer, values
from tengen.texts.translating import Catalogue
from tests.texts.core_sources import core_templates
from tests.texts.message_sources import message_templates

CHINESE = Texts(Language.CHINESE).message


def test_every_sentence_of_the_source_has_its_chinese():
    sources = core_templates() | message_templates()
    missing = {english: where for english, where in sources.items() if english not in MESSAGES}
    assert not missing, "without Chinese: " + "".join(
        f"\n  {where}: {english!r}" for english, where in missing.items()
    )


def test_no_chinese_is_left_over_from_a_sentence_that_was_changed():
    rooms = (system, typer, cards, values)
    others = {english for room in rooms for english in room.MESSAGES}
    dead = MESSAGES.keys() - core_templates().keys() - message_templates().keys() - others
    assert not dead, "without English:\n" + "\n".join(sorted(dead))


@pytest.mark.parametrize("english", MESSAGES)
def test_both_languages_have_the_same_places(english):
    places = re.compile(r"\{\d+\}")
    assert set(places.findall(english)) == set(places.findall(MESSAGES[english]))


def test_a_sentence_is_translated_with_its_values():
    assert CHINESE("there is no file 'a.sgf'") == "没有文件 'a.sgf'"


def test_sentences_inside_a_sentence_are_translated_too():
    said = "in [learner]: batch_size must be 1 or more and at most 1,000; got -3"
    expected = "[learner] 一节：batch_size 应在 1 到 1,000 之间；输入的是 -3"
    assert CHINESE(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("blocks must be 1 or more; got -1", "blocks 不能小于 1；输入的是 -1"),
        ("c must be above 0; got 0", "c 应大于 0；输入的是 0"),
        ("c must be above 0 and at most 1; got 2", "c 应大于 0 且不大于 1；输入的是 2"),
        ("black moves twice in a row", "黑方连走了两手"),
        (
            "with 3 black and 0 white stones set up it cannot be black's turn: "
            "both sides move in turn",
            "摆了 3 颗黑子和 0 颗白子，不可能轮到黑方：双方应轮流落子",
        ),
        ("cannot be read: file is not a database", "无法读取：不是数据库文件"),
    ],
)
def test_a_sentence_reads_well_with_its_value(said, expected):
    assert CHINESE(said) == expected


def test_players_are_listed_in_chinese():
    with pytest.raises(PlayerSpecError) as raised:
        parse_spec("nobody")
    forms = "、".join(values.FORMS.values())
    assert CHINESE(str(raised.value)) == f"没有棋手 'nobody'；可用的棋手：{forms}"


@pytest.mark.parametrize(
    ("spec", "form"),
    [("net:x@z", "net:名字@模拟次数 或 net:名字@2s"), ("mcts@z", "mcts@次数 或 mcts@2s")],
)
def test_the_form_of_a_player_is_translated(spec, form):
    with pytest.raises(PlayerSpecError) as raised:
        parse_spec(spec)
    said = CHINESE(str(raised.value))
    assert said.endswith(f"或时间（例如 2s 或 500ms）；输入的是 'z'；请写成 {form}")


def test_a_path_before_a_sentence_stays_as_it_is():
    said = CHINESE("my games/two: three.sgf: line 3: a value has no closing ]")
    assert said == "my games/two: three.sgf: 第 3 行：有一个值缺少结尾的 ]"


def test_an_unknown_sentence_stays_english():
    for said in ("out of luck: nobody knows why", "which", ""):
        assert CHINESE(said) == said


def test_what_the_system_says_about_a_file_is_translated(tmp_path):
    with pytest.raises(FileNotFoundError) as raised:
        (tmp_path / "none").read_text()
    assert CHINESE(str(raised.value)) == f"没有这个文件或文件夹：'{tmp_path}/none'（错误号 2）"


def test_why_a_game_ended_is_translated_inside_a_sentence():
    said = CHINESE("the game is over: seat 0 won (board full)")
    assert said == "对局已结束：0 方胜（棋盘已满）"


def test_the_score_of_a_match_that_goes_on_is_translated_throughout():
    said = CHINESE(
        "12 of 60 games: 11 of 12 (91.7%): 11 won, 0 drawn, 1 lost; "
        "Elo difference +417 (95% interval +60 to +774)"
    )
    score = "12 局得 11 分（91.7%）：11 胜 0 和 1 负"
    assert said == f"已下 12/60 局：{score}；等级分差 +417（95% 区间 +60 到 +774）"


def test_the_most_telling_template_is_taken():
    catalogue = Catalogue({"{0} is {1}": "{0} 是 {1}", "{0} is not open": "{0} 没有开"})
    assert catalogue.translate("the door is not open") == "the door 没有开"


def test_english_stays_english():
    assert Texts(Language.ENGLISH).message("there is no file 'a'") == "there is no file 'a'"


@pytest.mark.parametrize("name", shipped_nets())
def test_what_a_card_says_is_translated(name):
    card = read_card(name)
    facts = [re.sub(r" \(tengen [^()]*\)$", "", fact) for fact in card.strength]
    for said in (card.machine, *facts):
        assert not re.search(r" (won|lost|of|the|cores) ", CHINESE(said)), said
