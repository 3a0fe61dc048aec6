"""Wins by continuous fours: composed positions, the definition, and the exact solver."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from tengen import StopToken, _core, load_game
from tengen.errors import ConfigError, GameOverError, UnsupportedError
from tengen.rules.reference import Gomoku
from tengen.search import ForcedWin, find_forced_win
from tengen.search.solver import Solver
from tests.search.continuous_fours import assert_wins_against_everything, fewest_fours


def drawn(name, *rows):
    """The position of a drawing, its highest row first; x is to move unless told."""
    status = [] if rows[-1].endswith("to move") else ["x to move"]
    return load_game(name).parse_board("\n".join([*rows, *status]))


def random_positions(game, count, seed):
    """Unfinished positions of random games, begun by either seat, with any number of stones."""
    chance = random.Random(seed)
    found = 0
    while found < count:
        position = game.initial(chance.randrange(2))
        for _ in range(chance.randrange(game.max_plies)):
            after = position.play(chance.choice(position.legal_actions))
            if after.outcome is not None:
                break
            position = after
        found += 1
        yield position


WINS = {
    "a line of four is completed at once": (
        1,
        drawn("gomoku:9x3/5", ". . . . . . . . .", "x x x x . . . . .", ". . . . . . . . ."),
    ),
    "an open three becomes a four with two completing cells": (
        3,
        drawn("gomoku:9x3/5", ". . . . . . . . .", ". . x x x . . . .", ". . . . . . . . ."),
    ),
    "a three with a gap does as well": (
        3,
        drawn("gomoku:9x3/5", ". . . . . . . . .", ". . x . x x . . .", ". . . . . . . . ."),
    ),
    "two fours with gaps lie on one line": (
        3,
        drawn("gomoku:9x3/5", ". . . . . . . . .", ". x . x . x . x .", ". . . . . . . . ."),
    ),
    "an open three fits exactly between the edges": (
        3,
        drawn("gomoku:6x3/5", ". . . . . .", ". x x x . .", ". . . . . ."),
    ),
    "a diagonal wins from corner to corner": (
        3,
        drawn(
            "gomoku:6x6/5",
            ". . . . . .",
            ". . . . . .",
            ". . . x . .",
            ". . x . . .",
            ". x . . . .",
            ". . . . . .",
        ),
    ),
    "the other diagonal wins from corner to corner": (
        3,
        drawn(
            "gomoku:6x6/5",
            ". . . . . .",
            ". x . . . .",
            ". . x . . .",
            ". . . x . .",
            ". . . . . .",
            ". . . . . .",
        ),
    ),
    "two closed threes meet in a double four": (
        3,
        drawn(
            "gomoku:9x6/5",
            ". . . . . . . . .",
            ". . . . . . . . .",
            "o x x x . . . . .",
            ". . . . x . . . .",
            ". . . . x . . . .",
            ". . . . x . . . .",
        ),
    ),
    "a four and a three end in fours": (
        5,
        drawn(
            "gomoku:9x7/5",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            "o x x x . . . . .",
            ". . . . x . . . .",
            ". . . . x . . . .",
            ". . . . . . . . .",
        ),
    ),
    "fours of two stones on a small board": (
        3,
        drawn(
            "gomoku:6x6/4",
            ". . . . . .",
            ". . . . . .",
            ". . . . . .",
            ". . x x . .",
            ". . . . . .",
            ". . . . . .",
        ),
    ),
    "a long board has a long row": (
        3,
        drawn(
            "gomoku:20x3/5",
            ". . . . . . . . . . . . . . . . . . . .",
            ". . . . . . . . . . . . . . . . . . . .",
            ". . . . . . . . . . . . . . . x x x . .",
        ),
    ),
    "the white side wins as well": (
        3,
        drawn("gomoku:7x3/5", ". . . . . . .", ". . o o o . .", ". . . . . . .", "o to move"),
    ),
    "a block of the defender's four that makes an open four": (
        3,
        drawn(
            "gomoku:9x6/5",
            ". . . . x . . . .",
            ". . . . o . . . .",
            ". . . . o . . . .",
            ". . . . o . . . .",
            ". . . . o . . . .",
            ". x x x . . . . .",
        ),
    ),
    "a counter-four is answered by the four at its cell": (
        3,
        drawn(
            "gomoku:10x7/5",
            ". . . . . . . . . .",
            ". . . . . . x x x o",
            "o x x x x o . . . .",
            ". . . x . o . . . .",
            ". . x . . o . . . .",
            ". . . . . o . . . .",
            ". . . . . x . . . .",
        ),
    ),
}


@pytest.mark.parametrize("fact", WINS)
def test_a_win_by_fours_is_found(fact):
    plies, position = WINS[fact]
    win = find_forced_win(position)
    assert win is not None
    assert win.plies == plies
    assert_wins_against_everything(position, win.line)


NO_WINS = {
    "a closed three makes one four": drawn(
        "gomoku:9x3/5", ". . . . . . . . .", "o x x x . . . . .", ". . . . . . . . ."
    ),
    "a three at the edge makes one four": drawn(
        "gomoku:6x3/5", ". . . . . .", "x x x . . .", ". . . . . ."
    ),
    "a diagonal of five cells has one completing cell": drawn(
        "gomoku:5x5/5",
        ". . . . .",
        ". . . x .",
        ". . x . .",
        ". x . . .",
        ". . . . .",
    ),
    "a row without room never wins": drawn(
        "gomoku:6x3/5", ". . . . . .", "o x x x . o", ". . . . . ."
    ),
    "two open threes of two stones each are no fours": drawn(
        "gomoku:9x9/5",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . x . . . .",
        ". . . . x . . . .",
        ". . x x . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    ),
    "the defender completes a line first": drawn(
        "gomoku:9x3/5", "o o o o . . . . .", ". . . . . . . . .", ". . x x x . . . ."
    ),
    "the block of a four completes a line of the defender": drawn(
        "gomoku:9x6/5",
        ". . . . o . . . .",
        ". . . . o . . . .",
        ". . . . o . . . .",
        ". . . . o . . . .",
        "o x x x . . . . .",
        ". . . . . . . . .",
    ),
    "two threats of the defender cannot be stopped": drawn(
        "gomoku:9x3/5", ". o o o o . . . .", ". . . . . . . . .", ". . x x x . . . ."
    ),
    "a counter-four whose cell makes no four": drawn(
        "gomoku:10x7/5",
        ". . . . . . . . . .",
        ". . . . . . . . . .",
        "o x x x x o . . . .",
        ". . . . . o . . x .",
        ". . . . . o . . x .",
        ". . . . . o . . x o",
        ". . . . . x . . o .",
    ),
    "a four and a three, but the block makes a four": drawn(
        "gomoku:9x7/5",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        "o x x x . . . . .",
        ". . . . x o . . .",
        ". . . . x o . . .",
        ". . . . o o . . .",
    ),
}


@pytest.mark.parametrize("fact", NO_WINS)
def test_there_is_no_win_by_fours(fact):
    position = NO_WINS[fact]
    assert find_forced_win(position) is None
    search = _core.ForcedWins(position.game.core, 10)
    assert search.by_fours(position.state, 1000, None, None) is None
    assert search.exhausted


@pytest.mark.parametrize(
    ("row", "free_style", "exact"),
    [
        ("x x . x x x . .", 1, None),
        ("x x . x x x . x", 1, 1),
        (". x x x . . x .", 3, None),
        (". x x x . x x .", 1, None),
        ("x . x x x . . x", 1, 1),
        ("x . . x x x . . x", 3, None),
        (". . x x x . . .", 3, 3),
        ("x . x x . . x x .", 3, None),
    ],
)
def test_longer_lines_win_only_in_free_style(row, free_style, exact):
    width = (len(row) + 1) // 2
    blank = " ".join("." * width)
    for rule, plies in (("", free_style), (":standard", exact)):
        position = drawn(f"gomoku:{width}x3/5{rule}", blank, row, blank)
        win = find_forced_win(position)
        assert (win and win.plies) == plies, rule
        if win is not None:
            assert_wins_against_everything(position, win.line)


SMALL = [
    ("gomoku:6x6/4", 120),
    ("gomoku:6x6/4:standard", 120),
    ("gomoku:7x7/5", 60),
    ("gomoku:7x7/5:standard", 60),
    ("gomoku:5x4/3:standard", 150),
    ("gomoku:4x5/3", 150),
    ("gomoku:9x4/4:standard", 60),
    ("gomoku:17x3/4", 40),
    ("gomoku:3x3/2:standard", 60),
]


@pytest.mark.parametrize(("name", "count"), SMALL)
def test_exactly_the_wins_by_definition_are_found_and_the_quickest_of_them(name, count):
    for position in random_positions(load_game(name), count, seed=4):
        win = find_forced_win(position)
        if win is None:
            assert fewest_fours(position, most=5) is None, f"\n{position}"
        else:
            fours = (win.plies - 1) // 2
            assert fewest_fours(position, most=fours) == fours, f"\n{position}"
            assert_wins_against_everything(position, win.line)


def assert_the_solver_agrees(name, count, seed):
    """Where the solver does not know soon, every defence is tried."""
    game = load_game(name)
    search, solver = _core.ForcedWins(game.core, 10), Solver(game, memory_mb=64)
    confirmed = tried = 0
    for position in random_positions(game, count, seed):
        line = search.by_fours(position.state, 1000, None, None)
        if line is None:
            continue
        value = solver.value(position, nodes=3000)
        assert value in ("win", None), f"\n{position}"
        confirmed, tried = confirmed + (value == "win"), tried + (value is None)
        if value is None:
            assert_wins_against_everything(position, line)
    assert confirmed > count / 20
    assert tried < confirmed / 5


EXACTLY_SOLVED = ["gomoku:6x6/4", "gomoku:6x6/4:standard", "gomoku:7x7/5", "gomoku:8x7/5:standard"]


@pytest.mark.parametrize("name", EXACTLY_SOLVED)
def test_the_exact_solver_agrees(name):
    assert_the_solver_agrees(name, 800, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXACTLY_SOLVED)
def test_the_exact_solver_agrees_on_very_many_positions(name):
    assert_the_solver_agrees(name, 25_000, seed=2)


def test_questions_do_not_depend_on_earlier_ones():
    game = load_game("gomoku:9x9/5")
    kept = _core.ForcedWins(game.core, 6)
    positions = list(random_positions(game, 150, seed=8))
    for budget in (1, 7, 60, 1000):
        for position in [*positions, *reversed(positions)]:
            fresh = _core.ForcedWins(game.core, 6)
            answer = kept.by_fours(position.state, budget, None, None)
            assert answer == fresh.by_fours(position.state, budget, None, None)
            assert (kept.exhausted, kept.nodes) == (fresh.exhausted, fresh.nodes)
            assert kept.nodes <= budget


def many_closed_threes():
    """Twelve threes too far apart to help one another: two fours each, in any order."""
    rows = ["oxxx.." * 3 + ".." if row % 6 == 0 else "." * 20 for row in range(20)]
    return drawn("gomoku:20x20/5", *(" ".join(row) for row in rows))


def test_a_large_question_can_be_stopped_and_a_small_one_answers_first():
    position, stop = many_closed_threes(), StopToken()
    stop.request()
    search = _core.ForcedWins(position.game.core, 10)
    assert search.by_fours(position.state, 10**9, None, stop) is None
    assert not search.exhausted
    assert search.nodes < 10_000
    assert search.by_fours(position.state, 10**9, 1e-9, None) is None
    assert not search.exhausted
    assert find_forced_win(WINS["an open three fits exactly between the edges"][1], stop=stop)


def test_threads_ask_at_the_same_time():
    position = WINS["a four and a three end in fours"][1]
    with ThreadPoolExecutor(4) as threads:
        lines = {win.line for win in threads.map(find_forced_win, [position] * 16) if win}
    assert len(lines) == 1


def test_rules_in_python_are_understood():
    game = Gomoku(9, 3, 5, exact=True)
    position = game.position_from("c2 a1 d2 a3 e2 i1")
    win = find_forced_win(position)
    assert win is not None
    assert_wins_against_everything(position, win.line)


def test_a_forced_win_reads_as_a_sentence():
    win = find_forced_win(load_game("gomoku:15x15/5").position_from("h8 a1 i8 c1 j8 e1"))
    assert str(win) == "wins by force in 3: g8 f8 k8"
    assert win == ForcedWin((112 - 1, 112 - 2, 112 + 3), ("g8", "f8", "k8"))


def test_what_cannot_be_asked_is_refused():
    gomoku = load_game("gomoku:9x9/5")
    for absurd in (0, -1, 2.5, "9", True, None, 10**10):
        with pytest.raises(ConfigError, match="nodes must be a whole number from 1 to"):
            find_forced_win(gomoku.initial(), absurd)
    for absurd in (0, -1.0, float("nan"), float("inf"), "1"):
        with pytest.raises(ConfigError, match="seconds must be above 0"):
            find_forced_win(gomoku.initial(), seconds=absurd)
    with pytest.raises(ConfigError, match="stop must be a StopToken"):
        find_forced_win(gomoku.initial(), stop=3)
    with pytest.raises(ConfigError, match="expected a position"):
        find_forced_win("h8")
    for name in ("connect4", "othello"):
        with pytest.raises(UnsupportedError, match=f"Gomoku family.* got a position of {name}"):
            find_forced_win(load_game(name).initial())
    with pytest.raises(GameOverError, match="the game is over"):
        find_forced_win(gomoku.position_from("a1 a2 b1 b2 c1 c2 d1 d2 e1"))
