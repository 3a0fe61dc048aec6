"""Several leaves of one tree per batch (SPEC M12)."""

import random

import numpy as np
import pytest

from tengen import Limit, Search, SearchConfig, load_game
from tests.search.fakes import ConstantEvaluator, HashEvaluator, random_position


@pytest.mark.parametrize("virtual_loss", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("leaves", [2, 8, 32])
def test_batches_are_larger_and_calls_fewer(leaves, virtual_loss):
    game = load_game("gomoku:8x8/5")
    evaluator = HashEvaluator(game)
    config = SearchConfig(leaves_per_batch=leaves, virtual_loss=virtual_loss)
    result = Search(game, evaluator, config).run(game.initial(), Limit(simulations=400))
    assert result.visits.sum() == 399
    assert sum(evaluator.batches) <= 400
    assert max(evaluator.batches) <= leaves
    assert len(evaluator.batches) < 400
    if virtual_loss == 1.0:
        assert len(evaluator.batches) < 2 * 400 / leaves


def test_a_batch_holds_different_leaves():
    game = load_game("gomoku:8x8/5")

    class Distinct(HashEvaluator):
        def evaluate(self, planes):
            assert len({sample.tobytes() for sample in planes}) == len(planes)
            return super().evaluate(planes)

    config = SearchConfig(leaves_per_batch=16, virtual_loss=0.0)
    Search(game, Distinct(game), config).run(game.initial(), Limit(simulations=300))


def test_nothing_stays_in_flight_after_a_run():
    """Visits still in flight would show as a Q below the true mean and a smaller U."""
    game = load_game("connect4")
    config = SearchConfig(leaves_per_batch=8, prove=False, fpu_reduction=None)
    search = Search(game, ConstantEvaluator([0.0] * 7), config)
    search.run(game.initial(), Limit(simulations=203))
    root = search.explain(depth=3)
    c = config.c_init + np.log((203 + config.c_base + 1) / config.c_base)
    for child in root.children:
        assert child.q == 0
        assert child.u == pytest.approx(c * np.sqrt(203) * child.prior / (1 + child.visits))


@pytest.mark.parametrize("leaves", [3, 16])
def test_the_best_move_is_found_with_many_leaves_too(leaves):
    chance = random.Random(leaves)
    agreed = 0
    for _ in range(20):
        position = random_position("connect4", chance)
        best = [
            Search(position.game, HashEvaluator(position.game), SearchConfig(leaves_per_batch=n))
            .run(position, Limit(simulations=300))
            .best_action
            for n in (1, leaves)
        ]
        agreed += best[0] == best[1]
    assert agreed >= 12
