"""Games whose rules are Python's or OpenSpiel's, in the same search."""

import numpy as np
import pytest

from tengen import Limit, RolloutEvaluator, Search, SearchConfig, UniformEvaluator, load_game
from tengen.rules.reference import Connect4, Gomoku
from tests.search.fakes import HEX, HashEvaluator
from tests.search.tactics import winning_actions

FOREIGN = (HEX, "openspiel:tic_tac_toe", "openspiel:breakthrough(rows=4,columns=3)")


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("evaluator", ["uniform", "rollout", "python"])
@pytest.mark.parametrize("first", [0, 1])
def test_a_game_from_outside_is_played_to_its_end(name, evaluator, first):
    game = load_game(name)
    evaluators = {
        "uniform": UniformEvaluator(),
        "rollout": RolloutEvaluator(),
        "python": HashEvaluator(game),
    }
    simulations = 10 if name == HEX else 60
    search = Search(game, evaluators[evaluator], seed=1)
    position = game.initial(first)
    while position.outcome is None:
        to_win = winning_actions(position)
        result = search.run(position, Limit(simulations=simulations))
        assert result.best_action in position.legal_actions
        if to_win and len(position.legal_actions) < 12 and evaluator == "uniform":
            assert result.best_action in to_win
        position = position.play(result.best_action)
    assert len(position.history) <= game.max_plies


@pytest.mark.parametrize(
    ("native", "reference"),
    [("gomoku:5x4/4", Gomoku(5, 4, 4)), ("connect4:5x4", Connect4(5, 4))],
)
def test_the_same_rules_give_the_same_search_in_python_and_in_the_core(native, reference):
    # Only the core's rules know what the side that waits could do.
    config = SearchConfig(noise_epsilon=0.25, one_ply_ahead=False)
    results = [
        Search(game, HashEvaluator(game), config, seed=5).run(
            game.initial(), Limit(simulations=200)
        )
        for game in (load_game(native), reference)
    ]
    np.testing.assert_array_equal(results[0].visits, results[1].visits)
    assert results[0].root_value == results[1].root_value


def test_openspiel_and_tengen_agree_on_tic_tac_toe():
    ours, theirs = load_game("tictactoe"), load_game("openspiel:tic_tac_toe")
    results = [
        Search(game, UniformEvaluator(), SearchConfig(one_ply_ahead=False)).run(
            game.initial(), Limit(simulations=500)
        )
        for game in (ours, theirs)
    ]
    np.testing.assert_array_equal(results[0].visits, results[1].visits)


def test_a_position_of_another_game_is_refused():
    search = Search(load_game("connect4"), UniformEvaluator())
    with pytest.raises(ValueError, match="the position belongs to another game"):
        search.run(load_game("othello").initial(), Limit(simulations=5))


def test_the_encoding_may_be_chosen():
    game = load_game("connect4")

    class Shapes(HashEvaluator):
        def evaluate(self, planes):
            self.shape = planes.shape
            return super().evaluate(planes)

    evaluator = Shapes(game)
    Search(game, evaluator, encoding="3-planes").run(game.initial(), Limit(simulations=1))
    assert evaluator.shape == (1, 3, 6, 7)
    Search(game, evaluator).run(game.initial(), Limit(simulations=1))
    assert evaluator.shape == (1, 4, 6, 7)
