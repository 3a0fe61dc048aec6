"""Remembered evaluations (SPEC M17)."""

import random

import numpy as np
import pytest

from tengen import CachedEvaluator, Limit, Search, SearchPool, load_game
from tengen.errors import ConfigError
from tests.search.fakes import HashEvaluator, random_position


@pytest.mark.parametrize("name", ["tictactoe", "gomoku:5x4/4"])
def test_cached_and_uncached_searches_are_identical(name):
    game = load_game(name)
    inner = HashEvaluator(game, wdl=True)
    cached = CachedEvaluator(inner)
    result = Search(game, cached, encoding="3-planes").run(game.initial(), Limit(simulations=800))
    uncached = Search(game, inner, encoding="3-planes").run(game.initial(), Limit(simulations=800))
    np.testing.assert_array_equal(result.visits, uncached.visits)
    assert (result.root_value, result.wdl) == (uncached.root_value, uncached.wdl)
    assert cached.use.hits > 0
    assert 0 < cached.use.hit_rate < 1


def test_searches_that_share_a_cache_share_its_answers():
    game = load_game("connect4")
    inner = HashEvaluator(game)
    cached = CachedEvaluator(inner)
    first = Search(game, cached).run(game.initial(), Limit(simulations=200))
    asked = sum(inner.batches)
    second = Search(game, cached).run(game.initial(), Limit(simulations=200))
    assert sum(inner.batches) == asked
    assert cached.use.hits >= asked
    np.testing.assert_array_equal(first.visits, second.visits)


def test_a_pool_asks_once_for_what_many_trees_want():
    game = load_game("connect4")
    inner = HashEvaluator(game)
    cached = CachedEvaluator(inner)
    pool = SearchPool(game, cached, seeds=range(8))
    pool.run([game.initial()] * 8, Limit(simulations=50))
    assert sum(inner.batches) == cached.use.misses <= 50


def test_a_full_cache_forgets_the_longest_unused():
    game = load_game("gomoku:15x15/5")
    inner = HashEvaluator(game)
    cached = CachedEvaluator(inner, megabytes=1)
    chance = random.Random(1)
    planes = np.stack([random_position(game.name, chance).planes("4-planes") for _ in range(600)])
    for start in range(0, 600, 50):
        cached.evaluate(planes[start : start + 50])
    answer_bytes = planes[0].nbytes + 4 * 225
    assert len(cached._answers) * answer_bytes < 1_000_000
    asked = sum(inner.batches)
    again = cached.evaluate(planes[-50:])
    assert sum(inner.batches) == asked
    np.testing.assert_array_equal(
        again.policy_logits, HashEvaluator(game).evaluate(planes[-50:]).policy_logits
    )
    cached.evaluate(planes[:50])
    assert sum(inner.batches) == asked + 50


def test_a_cache_without_room_is_refused():
    with pytest.raises(ConfigError, match="a cache needs 1 megabyte or more; got 0"):
        CachedEvaluator(HashEvaluator(load_game("tictactoe")), megabytes=0)


def test_a_cache_passes_on_the_encoding_its_evaluator_was_made_for():
    inner = HashEvaluator(load_game("tictactoe"))
    inner.encoding = "3-planes"
    assert CachedEvaluator(inner).encoding == "3-planes"
