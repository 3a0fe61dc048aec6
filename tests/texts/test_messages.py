"""Every sentence of an error has its Chinese, and is found again in what was printed."""

import re

import pytest

from tengen.arena.specs import parse_spec
from tengen.errors import PlayerSpecError, UnknownGameError
from tengen.nets.shipped import read_card, shipped_nets
from tengen.rules.registry import FAMILIES, load_game
from tengen.texts import Language, Texts
from tengen.texts.messages import MESSAGES, cards, system, typer, values
from tengen.texts.translating import Catalogue
from tests.texts.core_sources import core_templates
from tests.texts.message_sources import filled_sentences, message_templates

CHINESE = Texts(Language.CHINESE).message
QUOTED = re.compile(r"'[^']*'|`[^`]*`|\"[^\"]*\"")
ENGLISH_WORD = re.compile(
    r"(?<![\w.:/=-])(?:an?|the|its?|is|are|was|were|be|has|have|must|cannot|expected|got|of|or|and"
    r"|to|with|in|on|for|at|by|from|than|more|not|no)(?![\w.:/=-])"
)
"""Words that hold English sentences together; between - and : they are parts of names."""


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


def test_no_english_is_left_in_what_people_read():
    left = {
        english: said
        for english in filled_sentences("7")
        if ENGLISH_WORD.search(QUOTED.sub("", said := CHINESE(english)))
    }
    assert not left, "half translated:" + "".join(
        f"\n  {english}\n    {said}" for english, said in left.items()
    )


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
            "the set-up stones are a finished game (red won): nothing is left to play",
            "摆好的局面已经结束（红方胜）：已无棋可下",
        ),
        ("cannot be read: file is not a database", "无法读取：不是数据库文件"),
        (
            "nim, after moves []: playout_state: next_state raised ZeroDivisionError: kaboom "
            "(mine/nim.py, line 21)",
            "nim，走过 [] 之后：playout_state: next_state 引发了 ZeroDivisionError：kaboom "
            "(mine/nim.py 第 21 行)",
        ),
        (
            "nim, after moves [1, 0]: outcome must be None or Outcome(None, 0 or 1, reason); got 3",
            "nim，走过 [1, 0] 之后：outcome 应为 None 或 Outcome(None、0 或 1, 原因)；实际为 3",
        ),
        (
            "nim, after moves []: legal_actions must be from 0 to 2; got [0, 7]",
            "nim，走过 [] 之后：legal_actions 应在 0 到 2 之间；实际为 [0, 7]",
        ),
        (
            "in [net]: channels must be from 8 to 2,048; got 99999999",
            "[net] 一节：channels 应在 8 到 2,048 之间；实际为 99999999",
        ),
        (
            "in [net]: family must be 'classic' or 'teaching' or 'resnet'; got 'foo'",
            "[net] 一节：family 应为 'classic' 或 'teaching' 或 'resnet'；输入的是 'foo'",
        ),
        (
            "nets are exported as onnx or kaggle; got 'x'",
            "神经网络可导出为 onnx 或 kaggle；输入的是 'x'",
        ),
        (
            "m.toml: a match needs exactly two players; got 1",
            "m.toml: 必须恰好有两名棋手；实际有 1 名",
        ),
        ("the agent raised KeyError: 'board'", "Kaggle 智能体引发了 KeyError：'board'"),
        (
            "a.sgf: cannot be read: No such file or directory",
            "a.sgf: 无法读取：没有这个文件或文件夹",
        ),
        (
            "a.sgf: line 1: a point must be two letters such as 'dd'; got 'zzz'",
            "a.sgf: 第 1 行：点为两个字母，例如 'dd'；实际为 'zzz'",
        ),
        ("a.sgf: line 1: white moves twice in a row", "a.sgf: 第 1 行：白方连走了两手"),
        (
            "a.sgf: line 1: Gomoku boards have 3 to 20 columns and rows; got 99x99",
            "a.sgf: 第 1 行：五子棋棋盘的行数和列数为 3 到 20；输入的是 99x99",
        ),
        (
            "w/run.db is damaged (file is not a database). To rescue the games, copy the run's "
            "folder and run there: sqlite3 run.db .recover | sqlite3 recovered.db. The run's "
            "checkpoints are separate files and can still be used. Its newest undamaged net is "
            "w/checkpoints/00003. Nothing was changed",
            "w/run.db 已损坏（不是数据库文件）。要挽救其中的对局，请复制整个训练目录，在副本中"
            "运行：sqlite3 run.db .recover | sqlite3 recovered.db。训练的检查点是单独的文件，"
            "仍然可用。最新的完好神经网络是 w/checkpoints/00003。没有改动任何内容",
        ),
    ],
)
def test_a_sentence_reads_well_with_its_value(said, expected):
    assert CHINESE(said) == expected


def test_players_are_listed_in_chinese():
    with pytest.raises(PlayerSpecError) as raised:
        parse_spec("nobody")
    forms = "、".join(values.FORMS.values())
    assert CHINESE(str(raised.value)) == f"没有棋手 'nobody'；可用的棋手：{forms}"


def test_games_are_listed_in_chinese():
    with pytest.raises(UnknownGameError) as raised:
        load_game("nothing")
    forms = "、".join(
        [*(each.form for each in FAMILIES.values()), "openspiel:NAME", "FILE.py:CLASS"]
    )
    assert CHINESE(str(raised.value)) == f"没有棋种 'nothing'；可用的棋种：{forms}"


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


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("chess or go, 2 games: there is no file 'a, b'", "chess or go, 2 games: 没有文件 'a, b'"),
        ("rock and roll.sgf already exists: x", "rock and roll.sgf 已存在：x"),
        ("there is no folder 'my games': create it first", "没有文件夹 'my games'：请先创建"),
    ],
)
def test_names_stay_as_they_are_whatever_words_they_contain(said, expected):
    assert CHINESE(said) == expected


def test_a_text_of_any_length_is_translated_in_little_time():
    for said in ("a: " * 5000, "a, b or c; " * 500 + "game 7 was not requested", "{0} is (" * 999):
        assert CHINESE(said).startswith(said[:4])


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
    measured = (*card.strength, *card.weaknesses)
    facts = [re.sub(r" \(tengen [^()]*\)$", "", fact) for fact in measured]
    for said in (card.machine, card.use, *facts):
        assert not re.search(r" (won|lost|of|the|on|and|cores) ", CHINESE(said)), said
