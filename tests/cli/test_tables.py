"""Tables at the widths terminals have: cells stay whole, and the important ones stay."""

import io
import re
import subprocess

import pytest
from rich.console import Console
from rich.text import Text

from tengen.cli.tables import Column, FittedTable, number_column, text_column
from tests.cli.conftest import COMMAND
from tests.cli.play_conversations import conversation
from tests.cli.pseudo_terminal import PseudoTerminal

WIDTHS = [60, 80, 120]


def lines_of(renderable, width):
    console = Console(width=width, file=io.StringIO())
    console.print(renderable)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def example(**options):
    columns = (Column("move"), number_column("N"), text_column("line", least_width=6))
    rows = [("h8", "12,345", "h8 i9 h9"), (Text("pass"), "7", "")]
    return FittedTable(columns, rows, **options)


def test_words_wrap_and_numbers_do_not():
    assert lines_of(example(), 30) == [
        "move       N  line",
        "h8    12,345  h8 i9 h9",
        "pass       7",
    ]
    assert lines_of(example(), 20) == [
        "move       N  line",
        "h8    12,345  h8 i9",
        "              h9",
        "pass       7",
    ]


def test_the_first_layout_that_fits_is_drawn():
    layouts = [[("move",), ("N",), ("line",)], [("move", "line"), ("N",)]]
    assert lines_of(example(layouts=layouts), 18) == [
        "move",
        "line           N",
        "",
        "h8        12,345",
        "h8 i9 h9",
        "",
        "pass           7",
        "",
    ]


def test_where_nothing_fits_every_row_is_a_block():
    assert lines_of(example(), 17) == [
        "h8",
        "  N     12,345",
        "  line  h8 i9 h9",
        "",
        "pass",
        "  N     7",
        "  line",
    ]


def told(tengen, *arguments, width):
    """What a command prints, which is never wider than the terminal nor cut."""
    answer = tengen(*arguments, columns=width)
    assert answer.returncode == 0, answer.stderr
    lines = answer.stdout.splitlines()
    assert max(map(len, lines)) <= width
    assert "…" not in answer.stdout
    return answer.stdout


@pytest.mark.parametrize("width", WIDTHS)
def test_levels_keep_their_strength_and_what_they_are(tengen, width):
    text = told(tengen, "levels", "connect4", width=width)
    assert "net:connect4@24,t=6" in text
    assert len(re.findall(r"[+-]\d+ ± \d+", text)) == 10


@pytest.mark.parametrize("width", WIDTHS)
def test_games_keep_their_names_whole(tengen, width):
    text = told(tengen, "games", width=width)
    for name in ("gomoku:WxH/N:standard", "gomoku:15x15/5:standard", "examples/hex.py:Hex"):
        assert name in text


@pytest.mark.parametrize("width", WIDTHS)
def test_explain_keeps_its_numbers_whole(tengen, width):
    text = told(
        tengen, "explain", "gomoku:9x9/5", "--simulations", "1200", "--trace", "1", width=width
    )
    head, row = text.split("score")[0].splitlines()[-1], text.split("proof\n")[1].splitlines()[0]
    assert head.split()[:5] == ["move", "N", "share", "Q", "P"]
    assert re.search(r"\d+\.\d%.*[+-]\d\.\d{3} +\d+\.\d%.*[+-]\d\.\d{3}", row)
    assert re.search(r"1,200 → 1,201", text)
    assert re.search(r"[+-]\d\.\d{3} → [+-]\d\.\d{3}", text)


@pytest.mark.parametrize("width", WIDTHS)
def test_ratings_stay_whole_and_scores_go_first(tengen, width):
    players = [f"mcts@{playouts}" for playouts in (1, 2, 3, 4, 5, 6, 7, 8)]
    options = ("--game", "tictactoe", "--games", "2", "--no-store", "--openings", "random:1")
    table = told_table(tengen, "ladder", *players, *options, width=width)
    assert len(re.findall(r"^\d  mcts@\d +[+-]\d+ +\d+ +[\d.]+/14", table, re.MULTILINE)) == 8
    assert ("vs 8" in table) == (width >= 80)


def told_table(tengen, *arguments, width):
    """The last table that a command prints; lines before it may be of any length."""
    answer = tengen(*arguments, columns=width)
    assert answer.returncode == 0, answer.stderr
    table = answer.stdout.split("\n\n")[1]
    assert max(map(len, table.splitlines())) <= width
    return table


@pytest.mark.parametrize("width", WIDTHS)
def test_shares_of_the_meter_stay_whole(tengen, width):
    text = told(
        tengen, "measure", "connect4", "--positions", "40", "--simulations", "0,8,16", width=width
    )
    assert (
        len(re.findall(r"^(?:net alone|8 simulations|16 simulations) +keeps ", text, re.MULTILINE))
        == 6
    )
    words = text.split()
    assert all(
        re.fullmatch(r"\d+\.\d%|\d+%", word) for word in words if "%" in word if word != "95%"
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_hints_stay_whole(width):
    text, _ = conversation("hint", "quit", game="gomoku:9x9/5", opponent="mcts@50", width=width)
    assert re.search(r"^ [a-i]\d +\d+% +[\d,]+ +[a-i]\d", text, re.MULTILINE)


def test_a_pipe_gets_the_widest_layout(tengen):
    piped = subprocess.run(
        [*COMMAND, "games"],
        capture_output=True,
        text=True,
        check=False,
        env={"LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8"},
    )
    names = "gomoku:6x6/4, gomoku:8x8/5, gomoku:9x9/5, gomoku:15x15/5, gomoku:15x15/5:standard"
    assert names in piped.stdout


def test_a_terminal_gets_the_layout_that_fits_it():
    with PseudoTerminal("levels", "connect4", columns=60) as screen:
        assert screen.exit_code() == 0
        assert max(map(len, screen.text.splitlines())) <= 60
        assert "net:connect4@256,t=0.2" in screen.text
