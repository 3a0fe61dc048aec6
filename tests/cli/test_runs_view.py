"""The list of runs, at the widths terminals have."""

import importlib
from pathlib import Path

import pytest
from rich.console import Console

from tengen.runs import RunDirectory
from tengen.runs.doctor import Diagnosis
from tengen.runs.ladder import LadderMatch
from tengen.runs.strength import Strength
from tengen.runs.summary import RunSummary

runs_table = importlib.import_module("tengen.cli.runs").runs_table

WORDS = (
    "connect4-1 connect4 finished 200/200 40,000 812,345 1,000: 55% (34% to 74%) 00190 "
    "hex-12 hex.py:Hex training 3/1000 2,345 not yet"
)


@pytest.fixture
def summaries(tmp_path):
    """A finished run, and one of a game of one's own."""

    def directory(name):
        (tmp_path / name).mkdir()
        (tmp_path / name / "run.db").write_text("just now")
        return RunDirectory(tmp_path / name)

    strength = Strength.of(LadderMatch(1000, 10, 2, 8))
    game = "/home/somebody/projects/games/hex.py:Hex"
    return [
        RunSummary(
            directory("connect4-1"),
            "finished",
            "connect4",
            200,
            200,
            40_000,
            812_345,
            strength,
            "00190",
        ),
        RunSummary(directory("hex-12"), "training", game, 3, 1000, 300, 2345),
        RunSummary(directory("gomoku-15x15-freestyle-3"), "stopped", "gomoku-15x15", 30, 1000),
    ]


def lines_of(summaries, width):
    console = Console(width=width, force_terminal=False)
    with console.capture() as capture:
        console.print(runs_table(summaries))
    return [line.rstrip() for line in capture.get().splitlines() if line.strip()]


@pytest.mark.parametrize("width", [60, 80, 100, 160])
def test_no_word_is_broken_and_nothing_is_left_out(summaries, width):
    lines = lines_of(summaries, width)
    assert max(map(len, lines)) <= width
    assert set(WORDS.split()) <= {word for line in lines for word in line.split()}
    assert "gomoku-15x15-freestyle-3" in "\n".join(lines)
    assert "…" not in "\n".join(lines)


def test_a_run_takes_one_line_where_there_is_room_and_more_where_not(summaries):
    assert len(lines_of(summaries, 160)) == 1 + 3
    assert len(lines_of(summaries, 90)) == 2 + 2 * 3
    assert len(lines_of(summaries, 72)) == 3 + 3 * 3


@pytest.mark.parametrize("width", [44, 60, 80])
def test_the_strength_of_a_run_stays_in_one_piece(summaries, width):
    assert "1,000: 55% (34% to 74%)" in "\n".join(lines_of(summaries, width))


def test_the_doctor_counts_one_generation_as_one():
    headline = importlib.import_module("tengen.cli.doctor")._headline
    assert headline(Path("run"), Diagnosis([], {}, 1)).plain == "run: healthy after 1 generation"
    assert headline(Path("run"), Diagnosis([], {}, 2)).plain == "run: healthy after 2 generations"


def test_a_game_of_ones_own_is_told_without_its_folders(summaries):
    assert "somebody" not in "\n".join(lines_of(summaries, 160))
