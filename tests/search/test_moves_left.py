"""Moves-left (SPEC M8): quicker wins and longer defences among moves of equal value."""

import numpy as np
import pytest

from tengen import Limit, Search, SearchConfig, load_game
from tengen.errors import ConfigError
from tests.search.fakes import HashEvaluator
from tests.search.forks import Fork, ForkEvaluator, SoloFork

LENGTHS = (5, 11, 2, 8)
QUICKEST, LONGEST = 2, 1
MISLEADING = (1.0, 0.0, 0.0, 1.0)  # the policy likes neither of them


def search_fork(winner, first=0, kind=Fork, **config):
    game = kind(LENGTHS, winner)
    search = Search(
        game, ForkEvaluator(game, MISLEADING, first), SearchConfig(prove=False, **config)
    )
    return search, game.initial(first)


@pytest.mark.parametrize("first", [0, 1])
def test_the_winning_side_takes_the_quickest_win(first):
    search, position = search_fork(first, first, mlh_slope=0.03, mlh_cap=0.15)
    result = search.run(position, Limit(simulations=400))
    assert result.root_value > 0.9
    assert result.best_action == QUICKEST


@pytest.mark.parametrize("first", [0, 1])
def test_the_losing_side_takes_the_longest_defence(first):
    search, position = search_fork(1 - first, first, mlh_slope=0.03, mlh_cap=0.15)
    result = search.run(position, Limit(simulations=400))
    assert result.root_value < -0.9
    assert result.best_action == LONGEST


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(("wins", "expected"), [(True, QUICKEST), (False, LONGEST)])
def test_who_moves_again_prefers_the_same_as_who_does_not(first, wins, expected):
    winner = first if wins else 1 - first
    search, position = search_fork(winner, first, SoloFork, mlh_slope=0.03, mlh_cap=0.15)
    result = search.run(position, Limit(simulations=400))
    assert result.root_value * (1 if wins else -1) > 0.9
    assert result.best_action == expected


@pytest.mark.parametrize("winner", [0, 1])
def test_without_moves_left_the_policy_alone_decides(winner):
    search, position = search_fork(winner, mlh_slope=0.0)
    result = search.run(position, Limit(simulations=400))
    assert result.best_action == 0


def test_even_positions_feel_nothing():
    visits = []
    for slope in (0.0, 0.03):
        search, position = search_fork(None, mlh_slope=slope)
        search._pool.evaluator.answer = lambda sample: (0.0, float(sample[:2].sum()))
        visits.append(search.run(position, Limit(simulations=300)).visits)
    np.testing.assert_array_equal(*visits)


@pytest.mark.parametrize("name", ["connect4", "othello:6x6", "gomoku:6x5/4"])
def test_slope_0_is_bit_for_bit_the_search_without_a_moves_left_head(name):
    game = load_game(name)
    with_head, without = (
        Search(game, HashEvaluator(game, moves_left=told), SearchConfig(mlh_slope=0.0, mlh_cap=1.0))
        for told in (True, False)
    )
    first = with_head.run(game.initial(), Limit(simulations=300))
    second = without.run(game.initial(), Limit(simulations=300))
    np.testing.assert_array_equal(first.visits, second.visits)
    np.testing.assert_array_equal(first.values, second.values)
    assert first.root_value == second.root_value


def test_slope_and_cap_change_between_runs_and_the_tree_stays():
    search, position = search_fork(0)
    before = search.run(position, Limit(simulations=100))
    assert before.best_action == 0
    search.set_moves_left(0.03, 0.15)
    assert (search.config.mlh_slope, search.config.mlh_cap) == (0.03, 0.15)
    after = search.run(position, Limit(simulations=900))
    assert after.visits.sum() == before.visits.sum() + 900
    assert after.best_action == QUICKEST


def test_the_cap_bounds_the_bonus():
    search, position = search_fork(0, mlh_slope=10.0, mlh_cap=0.125)
    search.run(position, Limit(simulations=50))
    bonuses = {child.action: child.m for child in search.explain().children}
    assert bonuses[QUICKEST] == pytest.approx(0.125)
    assert bonuses[LONGEST] == pytest.approx(-0.125)


def test_expected_plies_are_averaged_and_grow_by_one_per_ply():
    game = Fork((4,), 0)
    search = Search(game, ForkEvaluator(game, (0.0,)), SearchConfig(prove=False))
    result = search.run(game.initial(), Limit(simulations=30))
    assert result.moves_left == pytest.approx(5)
    assert search.explain().children[0].moves_left == pytest.approx(4)


@pytest.mark.parametrize(("slope", "cap"), [(-1, 0), (0, -1), (float("nan"), 0)])
def test_a_negative_slope_or_cap_is_refused(slope, cap):
    search, _ = search_fork(0)
    with pytest.raises(ConfigError, match="must be 0 or more"):
        search.set_moves_left(slope, cap)
