"""Games in which a side moves again: the sign of a value follows who is to move (SPEC M2)."""

from functools import cache

import numpy as np
import pytest

from tengen import Limit, RolloutEvaluator, Search, SearchConfig, UniformEvaluator
from tengen.search.reference import ReferenceSearch
from tests.rules.games import random_game
from tests.rules.turn_games import TURN_GAMES, DotsAndBoxes, Kalah, TwoStones
from tests.search.fakes import HashEvaluator


def exact_values(game):
    """Minimax by seat: no sign is ever changed, so it cannot be changed wrongly."""

    @cache
    def for_seat_0(state):
        outcome = game.outcome(state)
        if outcome is not None:
            return outcome.value_for(0)
        values = [for_seat_0(game.next_state(state, a)) for a in game.legal_actions(state)]
        return max(values) if game.to_move(state) == 0 else min(values)

    return lambda position: for_seat_0(position.state) * (1 if position.to_move == 0 else -1)


@pytest.mark.parametrize("game", [Kalah(), DotsAndBoxes()], ids=lambda game: game.name)
@pytest.mark.parametrize("prove", [True, False])
@pytest.mark.parametrize("evaluator", [UniformEvaluator(), RolloutEvaluator()])
def test_a_search_finds_the_exact_value_for_the_side_to_move(game, prove, evaluator):
    exact, results = exact_values(game), set()
    search = Search(game, evaluator, SearchConfig(prove=prove))
    for seed in range(6):
        for position in list(random_game(game, seed, first=seed % 2))[2:-1]:
            expected = exact(position)
            result = search.run(position, Limit(simulations=1500))
            assert result.root_value == pytest.approx(expected, abs=0.3), f"\n{position}"
            after = position.play(result.best_action)
            assert exact(after) * (1 if after.to_move == position.to_move else -1) == expected
            results.add(expected)
    assert {-1, 1} <= results


def test_two_stones_in_one_turn_are_seen_as_a_win():
    position = TwoStones().parse_board("""
        . . . .
        . o O .
        . . . .
        x . . .
        x to move
    """)
    after = [position.play(action) for action in position.legal_actions]
    assert all(one.outcome is None and one.to_move == 0 for one in after)
    result = Search(position.game, UniformEvaluator()).run(position, Limit(simulations=1000))
    assert result.root_value == 1.0
    assert (result.proof.value, len(result.line)) == ("win", 2)


@pytest.mark.parametrize("game", TURN_GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("slope", [0.0, 0.03])
def test_the_twin_agrees_where_a_side_moves_again(game, slope):
    encoding = game.encodings[-1]
    config = SearchConfig(mlh_slope=slope)
    for position in list(random_game(game, 3))[:-1]:
        core = Search(game, HashEvaluator(game), config, encoding=encoding)
        twin = ReferenceSearch(game, HashEvaluator(game), config, 0, encoding)
        twin.set_root(position)
        visits = np.zeros(game.num_actions, int)
        result = core.run(position, Limit(simulations=80))
        for action, count in twin.run(80).items():
            visits[action] = count
        np.testing.assert_array_equal(result.visits, visits)
        assert result.root_value == twin.root.value
