"""Commands in Chinese, simplified and traditional, with and without a space."""

import pytest

from tengen.cli.play_words import CHINESE_FORMS, command_and_argument
from tengen.texts import TEXTS, Language
from tests.cli.play_conversations import conversation, moves_of


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("提示", ("hint", "")),
        ("悔棋 2", ("undo", "2")),
        ("悔棋2", ("undo", "2")),
        ("级别5", ("level", "5")),
        ("級別 5", ("level", "5")),
        ("保存 对局.sgf", ("save", "对局.sgf")),
        ("保存game.sgf", ("save", "game.sgf")),
        ("保存! game.sgf", ("save!", "game.sgf")),
        ("保存！game.sgf", ("save!", "game.sgf")),
        ("認輸", ("resign", "")),
        ("停一手", ("pass", "")),
        ("提示一下", ("提示一下", "")),
        ("Undo 3", ("undo", "3")),
        ("h", ("hint", "")),
        ("", ("", "")),
    ],
)
def test_a_line_is_a_command_and_what_follows_it(line, expected):
    assert command_and_argument(line) == expected


def test_no_word_means_two_commands():
    words = [word for forms in CHINESE_FORMS.values() for word in forms]
    assert len(words) == len(set(words))


def test_a_game_is_played_with_chinese_commands():
    said, loop = conversation(
        "a1", "悔棋", "b2", "着法", "级别 1", "认输", "新局", "退出", language=Language.CHINESE
    )
    assert "已撤回你的 1 步棋。" in said
    assert "\nb2" in said
    assert "级别 1 · 入门" in said
    assert "你输了：你认输了。" in said
    assert "新的一局。" in said
    assert moves_of(loop) == ""


def test_chinese_commands_work_in_english_too():
    said, _ = conversation("a1", "悔棋", "quit")
    assert "Your moves taken back: 1." in said


def test_help_lists_the_chinese_words_first():
    said, _ = conversation("帮助", language=Language.CHINESE)
    for form in ("提示, hint, h", "悔棋 [步数], undo, u", "保存 文件, save", "级别 [数字], level"):
        assert form in said


def test_no_chinese_text_tells_people_to_type_english_words():
    english_commands = ("save", "undo", "level", "help", "quit", "new", "continue", "hint")
    for key, text in TEXTS[Language.CHINESE].items():
        for command in english_commands:
            assert f" {command} " not in f" {text} ".replace("；", " "), key


def test_leaving_is_offered_and_answered_in_chinese():
    said, _ = conversation(KeyboardInterrupt, "继续", KeyboardInterrupt, "退出", language="zh")
    assert "要离开吗？保存 文件、继续、退出> " in said
    assert said.endswith("再见。\n")
