"""One search on several threads (SPEC M12)."""

import numpy as np
import pytest

import tengen
from tengen.errors import ConfigError
from tengen.nets import Architecture, NativeEvaluator
from tengen.nets.policy_value_net import PolicyValueNet
from tengen.search import Limit, RolloutEvaluator, Search, SearchConfig


@pytest.fixture(scope="module")
def evaluator():
    game = tengen.load_game("gomoku:6x5/4")
    net = PolicyValueNet(game, Architecture.resnet(game, blocks=1, channels=16), seed=3)
    return NativeEvaluator(net.to_checkpoint())


@pytest.mark.parametrize("leaves", [1, 5, 16])
def test_threads_change_the_speed_and_never_the_visits(evaluator, leaves):
    game = tengen.load_game("gomoku:6x5/4")
    config = SearchConfig(leaves_per_batch=leaves)
    visits = [
        Search(game, evaluator, config, seed=1, threads=threads)
        .run(game.initial(), Limit(simulations=200))
        .visits
        for threads in (1, 2, 3)
    ]
    assert visits[0].sum() == 199
    assert np.array_equal(visits[0], visits[1])
    assert np.array_equal(visits[0], visits[2])


def test_an_evaluator_outside_the_core_cannot_share_its_batches():
    game = tengen.load_game("tictactoe")
    with pytest.raises(ConfigError, match="in the core"):
        Search(game, RolloutEvaluator(), threads=2)


def test_threads_below_one_are_refused(evaluator):
    with pytest.raises(ConfigError, match="threads must be 1 or more"):
        Search(tengen.load_game("gomoku:6x5/4"), evaluator, threads=0)
