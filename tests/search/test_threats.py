"""Wins by continuous fours and threes: composed positions, every defence, and the exact solver."""

import pytest

from tengen import StopToken, _core, load_game
from tengen.search import find_forced_win
from tengen.search.solver import Solver
from tests.search.continuous_fours import assert_threats_win
from tests.search.test_forcing import NO_WINS, WINS, drawn, many_closed_threes, random_positions

THREATS = {
    "two open rows of two meet in a double three": drawn(
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
    "the defender's counter-four only delays a double three": drawn(
        "gomoku:9x9/5",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . x . . . .",
        ". . . . x . . . .",
        ". . x x . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        "x o o o . . . . .",
    ),
    "where four stones win, two in a row are a threat": drawn(
        "gomoku:6x6/4",
        "o . . . . .",
        ". . . . . .",
        ". . . x . .",
        ". . . . . .",
        ". . x . . .",
        ". . . . . o",
    ),
}
HELD = {
    "a double three is too slow for an open three": drawn(
        "gomoku:9x9/5",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . x . . . .",
        ". . . . x . . . .",
        ". . x x . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". o o o . . . . .",
    ),
    "the board is too small for anything": drawn("gomoku:5x3/5", *[". . x x ."] * 3),
    "nothing has begun": load_game("gomoku:15x15/5").initial(),
}


@pytest.mark.parametrize("fact", THREATS)
def test_a_win_by_threats_is_found_and_fours_alone_do_not_win(fact):
    position = THREATS[fact]
    assert find_forced_win(position) is None
    win = find_forced_win(position, threes=True)
    assert win is not None
    assert position.after(win.line).outcome.winner == position.to_move
    assert_threats_win(position, _core.ForcedWins(position.game.core, 12), 50_000)


@pytest.mark.parametrize("fact", HELD)
def test_what_the_defender_can_stop_is_not_claimed(fact):
    assert find_forced_win(HELD[fact], 20_000, threes=True) is None


@pytest.mark.parametrize("fact", WINS)
def test_fours_alone_are_found_as_before(fact):
    plies, position = WINS[fact]
    win = find_forced_win(position, threes=True)
    assert win is not None
    assert win.plies == plies


@pytest.mark.parametrize(
    "fact", ["the defender completes a line first", "a row without room never wins"]
)
def test_threes_do_not_help_against_a_lost_race(fact):
    assert find_forced_win(NO_WINS[fact], 5000, threes=True) is None


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("gomoku:6x6/4", 120),
        ("gomoku:6x6/4:standard", 120),
        ("gomoku:7x7/5", 400),
        ("gomoku:8x7/5:standard", 300),
        ("gomoku:17x3/4", 100),
        ("gomoku:5x5/3:standard", 100),
    ],
)
def test_a_win_by_threats_holds_against_every_defence(name, count):
    game = load_game(name)
    forced = _core.ForcedWins(game.core, 12)
    for position in random_positions(game, count, seed=6):
        line = forced.by_threats(position.state, 500, None, None)
        if line is not None:
            assert position.after(line).outcome.winner == position.to_move
            assert_threats_win(position, forced, 50_000)


def assert_the_solver_agrees(name, count, seed):
    """Wins by fours alone are the business of another test."""
    game = load_game(name)
    forced, solver = _core.ForcedWins(game.core, 12), Solver(game, memory_mb=64)
    confirmed = 0
    for position in random_positions(game, count, seed):
        if forced.by_fours(position.state, 1000, None, None) is not None:
            continue
        if forced.by_threats(position.state, 2000, None, None) is not None:
            value = solver.value(position, nodes=20_000)
            assert value in ("win", None), f"\n{position}"
            confirmed += value == "win"
    assert confirmed > count / 250


EXACTLY_SOLVED = ["gomoku:6x6/4", "gomoku:6x6/4:standard", "gomoku:7x7/5", "gomoku:8x7/5:standard"]


@pytest.mark.parametrize("name", EXACTLY_SOLVED)
def test_the_exact_solver_agrees(name):
    assert_the_solver_agrees(name, 500, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXACTLY_SOLVED)
def test_the_exact_solver_agrees_on_very_many_positions(name):
    assert_the_solver_agrees(name, 10_000, seed=2)


def test_questions_do_not_depend_on_earlier_ones():
    game = load_game("gomoku:9x9/5")
    kept = _core.ForcedWins(game.core, 8)
    positions = list(random_positions(game, 60, seed=8))
    for budget in (1, 50, 3000):
        for position in [*positions, *reversed(positions)]:
            fresh = _core.ForcedWins(game.core, 8)
            answer = kept.by_threats(position.state, budget, None, None)
            assert answer == fresh.by_threats(position.state, budget, None, None)
            assert kept.nodes == fresh.nodes <= budget


def test_a_large_question_can_be_stopped():
    position, stop = many_closed_threes(), StopToken()
    stop.request()
    forced = _core.ForcedWins(position.game.core, 10)
    assert forced.by_threats(position.state, 10**9, None, stop) is None
    assert forced.nodes < 20_000
