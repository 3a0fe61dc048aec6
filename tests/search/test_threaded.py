"""One search on several threads (SPEC M12)."""

import numpy as np
import pytest

import tengen
from tengen.errors import ConfigError
from tengen.nets import Architecture, NativeEvaluator
from tengen.nets.policy_value_net import PolicyValueNet
from tengen.rules.reference import Connect4
from tengen.search import Limit, RolloutEvaluator, Search, SearchConfig


@pytest.fixture(scope="module")
def evaluator():
    game = tengen.load_game("gomoku:6x5/4")
    net = PolicyValueNet(game, Architecture.resnet(game, blocks=1, channels=16), seed=3)
    return NativeEvaluator(net.to_checkpoint())


def visits_by_threads(game, evaluator, leaves):
    config = SearchConfig(leaves_per_batch=leaves)
    return [
        Search(game, evaluator, config, seed=1, threads=threads)
        .run(game.initial(), Limit(simulations=200))
        .visits
        for threads in (1, 2, 3)
    ]


@pytest.mark.parametrize("leaves", [1, 5, 16])
def test_threads_change_the_speed_and_never_the_visits(evaluator, leaves):
    game = tengen.load_game("gomoku:6x5/4")
    for chosen in (evaluator, RolloutEvaluator()):
        alone, two, three = visits_by_threads(game, chosen, leaves)
        assert alone.sum() == 199
        assert np.array_equal(alone, two)
        assert np.array_equal(alone, three)


def test_random_games_by_rules_in_python_are_played_on_one_thread_whatever_is_asked():
    alone, two, _ = visits_by_threads(Connect4(5, 4), RolloutEvaluator(), 4)
    assert np.array_equal(alone, two)


def test_threads_below_one_are_refused(evaluator):
    with pytest.raises(ConfigError, match="threads must be 1 to 1024"):
        Search(tengen.load_game("gomoku:6x5/4"), evaluator, threads=0)
