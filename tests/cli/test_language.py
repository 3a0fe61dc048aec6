"""The command line in Chinese: help, usage errors and errors, by option and by environment."""

import re

import pytest
from rich.cells import cell_len


def test_help_is_in_the_language_that_was_asked_for(tengen):
    said = tengen("--language", "zh", "--help").stdout
    assert "用法：tengen [选项] 命令 ..." in said
    assert "在终端里下一局棋。" in said
    assert "\n命令：\n" in said
    assert "显示此帮助并退出。" in said


def test_help_is_in_the_language_of_the_environment(tengen):
    said = tengen("export", "--help", language="zh_CN.UTF-8").stdout
    assert "\n参数：\n" in said
    assert "[默认：onnx]" in said
    assert "[必需]" in tengen("import-net", "--help", language="zh_CN.UTF-8").stdout


def test_the_option_counts_more_than_the_environment(tengen):
    said = tengen("--language", "en", "levels", "--help", language="zh_CN.UTF-8").stdout
    assert "Usage: tengen levels [OPTIONS]" in said
    assert not re.search("[一-龥]", said)


@pytest.mark.parametrize(
    "typed",
    [
        ("--help", "--language", "zh"),
        ("--help", "--language=zh"),
        ("play", "--help", "--language", "zh"),
    ],
)
def test_the_language_may_follow_the_wish_for_help(tengen, typed):
    assert "用法：tengen" in tengen(*typed).stdout


def test_lines_of_chinese_help_are_full_and_do_not_begin_with_a_comma(tengen):
    said = tengen("--language", "zh", "match", "--help", columns=80).stdout
    lines = [line.strip() for line in said.splitlines()]
    assert not [line for line in lines if line.startswith(tuple("，、。；：）”"))]
    prose = next(line for line in lines if line.startswith("每个开局下两局"))
    assert cell_len(prose) >= 76


def test_long_chinese_help_is_not_cut_off(tengen):
    said = tengen("--language", "zh", "train", "--help", columns=80).stdout
    assert "…" not in said


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (("pla",), "错误：没有命令 'pla'。是不是想用 'play'、'explain'？"),
        (("play", "--level", "x"), "错误：'--level' 的值无效：应为整数"),
        (("play", "--level", "11"), "错误：'--level' 的值无效：不能大于 10"),
        (("play", "--level", "0"), "错误：'--level' 的值无效：不能小于 1"),
        (("play", "--level"), "错误：选项 '--level' 后面要跟一个值。"),
        (("play", "--lvl", "3"), "错误：没有选项 --lvl（相近的有：--level）"),
        (("nets", "--wxyz"), "错误：没有选项 --wxyz"),
        (("nets", "b"), "错误：多余的参数：b"),
        (("play", "--ascii=3"), "错误：选项 '--ascii' 后面不能跟值。"),
        (("doctor",), "错误：缺少参数 'RUN'。"),
        (("import-net", "a"), "错误：缺少选项 '--game'。"),
        (("estimate", "x", "--seconds", "a"), "错误：'--seconds' 的值无效：应为数字"),
        (("runs", "nowhere"), "错误：没有文件夹 'nowhere'"),
    ],
)
def test_what_cannot_be_done_is_said_in_chinese(tengen, typed, expected):
    done = tengen("--language", "zh", *typed)
    assert done.stderr.splitlines()[-1] == expected
    assert done.returncode == 2


def test_a_usage_error_says_where_help_is(tengen):
    done = tengen("nets", "--blue")
    assert done.stderr.splitlines() == [
        "Usage: tengen nets [OPTIONS]",
        "Try 'tengen nets --help' for help.",
        "error: No such option: --blue",
    ]
    assert done.returncode == 2


def test_without_anything_help_is_shown(tengen):
    done = tengen(language="zh_CN.UTF-8")
    assert "在终端里下一局棋。" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize(
    "typed",
    [
        ("games",),
        ("levels",),
        ("levels", "gomoku:7x7/4"),
        ("nets",),
        ("runs",),
        ("explain", "tictactoe", "--simulations", "20", "--evaluator", "uniform", "--trace", "1"),
        ("measure", "tictactoe", "--simulations", "0", "--positions", "10"),
        ("match", "mcts@5", "random", "--game", "tictactoe", "--games", "2", "--no-store"),
        ("ladder", "mcts@5", "random", "--game", "tictactoe", "--games", "2", "--no-store"),
    ],
)
def test_commands_speak_chinese_and_nothing_else(tengen, typed):
    done = tengen("--language", "zh", *typed)
    assert done.returncode == 0, done.stderr
    assert re.search("[一-龥]", done.stdout)
    lines = (line for line in done.stdout.splitlines() if "tengen " not in line)
    assert not [line for line in lines if re.search(r"[a-z]{3,} [a-z]{3,}", line)]
