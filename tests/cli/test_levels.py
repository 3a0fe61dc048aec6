"""`tengen levels`: what each level beats, where that was measured."""

import re

import pytest
import typer
from rich.console import Console

from tengen import load_game
from tengen.arena import level_strengths
from tengen.arena.level_strengths import YARDSTICKS
from tengen.arena.levels import LEVELS
from tengen.cli import console
from tengen.cli.language import choose
from tengen.cli.levels import levels
from tengen.texts import Language
from tests.arena.stored_strengths import EVEN, WON, store_strengths

ALL_LEVELS = tuple(f"level:{level.number}" for level in reversed(LEVELS))
RANKS = ("tactical@5000", *ALL_LEVELS[:5], "random", *ALL_LEVELS[5:])


@pytest.fixture
def shown(tmp_path, monkeypatch, capsys):
    """What the command shows of a game with measurements of its own."""
    monkeypatch.setattr(level_strengths, "_MEASURED", tmp_path)
    app = typer.Typer()
    app.command()(levels)

    def show(game, *, width=100, **measured):
        monkeypatch.setenv("COLUMNS", str(width))
        monkeypatch.setattr(console, "out", Console())  # the usual one has read it long ago
        store_strengths(load_game(game), **measured)
        app([game], standalone_mode=False)
        return capsys.readouterr().out

    return show


def row(text, level):
    (found,) = (line for line in text.splitlines() if line.startswith(f"{level:2} "))
    return found.rstrip()


def test_a_level_says_what_it_beats_with_points_and_games(shown):
    results = {
        ("level:10", "tactical@5000"): (0, 0, 0, 1, 19),
        ("level:10", "random"): WON,
        ("level:9", "tactical@5000"): EVEN,
        ("level:9", "random"): WON,
        ("level:1", "random"): EVEN,
    }
    text = shown("connect4", ranks=RANKS, results=results)
    assert text.splitlines()[0].split() == ["level", "player", "in", "connect4", "Elo", "beats"]
    assert row(text, 10).endswith("  tactical@5000 (39.5/40)")
    assert row(text, 9).endswith("  random (10/10)")
    assert re.search(r"[+-]\d+ ± 30  -$", row(text, 1))


def test_a_level_that_was_not_measured_claims_nothing(shown):
    ranks = ("level:2", "random", "level:1")
    text = shown("connect4", ranks=ranks, results={("level:2", "random"): WON})
    assert "random (10/10)" in row(text, 2)
    assert row(text, 3).endswith("not measured")


def test_without_yardsticks_there_is_no_such_column(shown):
    text = shown("connect4")
    assert "beats" not in text
    assert row(text, 2).endswith("+50 ± 30")


def test_the_column_speaks_chinese(shown):
    choose(Language.CHINESE)
    text = shown("connect4", ranks=RANKS, results={("level:10", "random"): WON})
    assert text.splitlines()[0].split()[-1] == "胜过"
    assert "random (10/10)" in text


@pytest.mark.parametrize("game", ["connect4", "gomoku:15x15/5"])
def test_every_level_is_one_line_of_80_columns(shown, game):
    results = {(level, "tactical@5000"): (0, 0, 0, 1, 19) for level in ALL_LEVELS}
    text = shown(game, width=80, ranks=("tactical@5000", *ALL_LEVELS), results=results)
    lines = text.splitlines()
    assert len(lines) == 1 + len(LEVELS)
    assert max(map(len, lines)) <= 80
    assert text.count("tactical@5000 (39.5/40)") == len(LEVELS)


@pytest.mark.parametrize("width", [50, 60, 70])
def test_narrow_terminals_cut_nothing(shown, width):
    results = {(level, "tactical@5000"): (0, 0, 0, 1, 19) for level in ALL_LEVELS}
    ranks = ("tactical@5000", *ALL_LEVELS)
    text = shown("gomoku:15x15/5", width=width, ranks=ranks, results=results)
    assert max(map(len, text.splitlines())) <= width
    assert text.count("tactical@5000 (39.5/40)") == len(LEVELS)
    assert text.count("net:gomoku-15x15@") == len(LEVELS)
    assert "intermediate" in text


def test_help_names_the_players_that_levels_are_measured_against(tengen):
    told = tengen("levels", "--help").stdout
    assert all(yardstick in told for yardstick in YARDSTICKS)
    assert "95% interval of the level's score is above half" in " ".join(told.split())
