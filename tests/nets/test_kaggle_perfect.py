"""The perfect agent for Kaggle: the file on its own, against facts of another solver."""

import json
import os
import platform
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tengen import load_game
from tengen.arena.score_text import parse_scores
from tengen.nets import kaggle_perfect_agent
from tengen.nets.kaggle_perfect import LIBRARY, perfect_source
from tengen.search import ConnectFourSolver
from tengen.search.connect_four import BOOK

FACTS = Path(__file__).parents[1] / "golden" / "connect4.csv"
GAME = load_game("connect4")
HARD = "757257331"
"""A position right after the book: most of a second."""
ALONE = """
import json, sys
made = {}
exec(open(sys.argv[1]).read(), made)
configuration = {"columns": 7, "rows": 6, "inarow": 4, "actTimeout": float(sys.argv[2])}
for observation in json.load(sys.stdin):
    print(made["agent"](observation, configuration))
assert not any(name.partition(".")[0] in ("tengen", "numpy") for name in sys.modules)
"""
"""Answers all observations with one file: without the packages of this Python."""

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="it is built for Kaggle's"
)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("kaggle") / "submission.py"
    path.write_text(perfect_source())
    return path


@pytest.fixture(scope="module")
def agent(file):
    made = {}
    exec(compile(file.read_text(), "submission.py", "exec"), made)
    assert [value for value in made.values() if callable(value)][-1] is made["agent"]
    return made["agent"]


def observed(position):
    """What Kaggle shows: row by row from the top, 1 and 2 for the seats."""
    cells = [0 if owner is None else owner + 1 for owner in GAME.cells(position.state)]
    board = [cells[7 * row + column] for row in reversed(range(6)) for column in range(7)]
    return {"board": board, "mark": position.to_move + 1}


def answers(file, positions, seconds):
    """What the file answers in a process of its own, and what it says of errors."""
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", ALONE, str(file), str(seconds)],
        input=json.dumps([observed(position) for position in positions]),
        capture_output=True,
        text=True,
        check=True,
    )
    return [int(line) for line in ran.stdout.split()], ran.stderr


def facts():
    """Moves, and the best columns by an independent solver."""
    for line in FACTS.read_text().splitlines():
        moves, comma, text = line.partition(",")
        if comma and not line.startswith("#"):
            scores = parse_scores(text)
            yield moves, {move for move, score in scores.items() if score == max(scores.values())}


def test_the_file_alone_plays_a_best_move_everywhere(file):
    # Right after the book are the hard ones, of which a few are enough.
    checked = [fact for fact in facts() if len(fact[0]) not in range(8, 14)][::2]
    checked += [fact for fact in facts() if len(fact[0]) in range(8, 14)][::12]
    assert len(checked) > 300
    assert {len(moves) % 2 for moves, _ in checked} == {0, 1}
    positions = [GAME.position_from(moves) for moves, _ in checked]
    columns, complaints = answers(file, positions, seconds=600)
    assert complaints == ""
    for column, (moves, best) in zip(columns, checked, strict=True):
        assert column in best, moves


def test_it_begins_in_the_middle_and_leaves_full_columns(agent):
    configuration = {"columns": 7, "rows": 6, "inarow": 4, "actTimeout": 2}
    assert agent(observed(GAME.initial()), configuration) == 3
    assert agent(observed(GAME.initial(first=1)), configuration) == 3
    full = GAME.position_from("444444")
    assert agent(observed(full), configuration) in ConnectFourSolver().best_moves(full)


def test_without_time_it_takes_of_the_extra_time_and_keeps_the_value(agent):
    position = GAME.position_from(HARD)
    observation = observed(position) | {"remainingOverageTime": 600.0}
    column = agent(observation, {"columns": 7, "rows": 6, "inarow": 4, "actTimeout": 0})
    assert column in ConnectFourSolver().keeping_moves(position)


def odd_boards(count):
    """Finished games, and boards that no game reaches."""
    chance = random.Random(5)
    yield observed(GAME.position_from("1212121"))["board"], 2
    yield [1, 2] * 21, 1
    yield [0] * 41, 1
    for _ in range(count):
        board = [chance.choice((0, 0, 1, 2, 3, 255)) for _ in range(chance.choice((7, 42, 42, 50)))]
        yield board, chance.choice((0, 1, 2, 3))


def test_finished_and_odd_boards_never_crash_it(agent):
    for board, mark in odd_boards(200):
        configuration = {"columns": 7, "rows": 6, "inarow": 4, "actTimeout": 0}
        assert agent({"board": board, "mark": mark}, configuration) in range(7), (board, mark)


@pytest.mark.parametrize(
    ("columns", "rows", "inarow"), [(5, 4, 4), (9, 6, 4), (7, 6, 5), (3, 3, 3)]
)
def test_on_other_boards_its_moves_are_legal(agent, columns, rows, inarow):
    configuration = {"columns": columns, "rows": rows, "inarow": inarow, "actTimeout": 0.2}
    board = [0] * (columns * rows)
    for turn in range(columns * rows):
        column = agent({"board": board, "mark": turn % 2 + 1}, configuration)
        assert board[column] == 0
        lowest = max(row for row in range(rows) if board[row * columns + column] == 0)
        board[lowest * columns + column] = turn % 2 + 1


def test_where_there_are_no_files_in_memory_the_library_is_loaded_from_a_folder(monkeypatch):
    def refuse(name):
        raise OSError(name)

    monkeypatch.setattr(os, "memfd_create", refuse)
    library = kaggle_perfect_agent.load_library(LIBRARY.read_bytes())
    book = BOOK.read_bytes()
    assert library.tengen_connect4_open(book, len(book)) == 1


def without(source, name, content=""):
    """The file with something else in place of what it carries."""
    return re.sub(rf"^{name} = \(.*?^\)", f"{name} = {content!r}", source, flags=re.M | re.S)


@pytest.mark.parametrize(
    ("name", "content"), [("LIBRARY", ""), ("LIBRARY", "c$@)-0ssI2"), ("BOOK", "c$@)-0ssI2")]
)
def test_where_the_solver_cannot_run_it_says_so_once_and_plays_on(file, tmp_path, name, content):
    broken = tmp_path / "submission.py"
    broken.write_text(without(file.read_text(), name, content))
    positions = [GAME.position_from(moves) for moves in ("", "444444", "112233", "11223")]
    columns, complaints = answers(broken, positions, seconds=0.3)
    assert all(c in p.legal_actions for c, p in zip(columns, positions, strict=True))
    assert columns[2:] == [3, 3]
    assert complaints.count("\n") == 1
    assert complaints.startswith("the solver cannot run here, so play is not perfect: ")


def test_the_library_asks_for_nothing_newer_than_kaggles_machines_have():
    versions = re.findall(rb"GLIBC_(\d+)\.(\d+)", LIBRARY.read_bytes())
    assert versions
    assert max((int(major), int(minor)) for major, minor in versions) <= (2, 31)
    assert b"libstdc++" not in LIBRARY.read_bytes()
    assert b"libpython" not in LIBRARY.read_bytes()
