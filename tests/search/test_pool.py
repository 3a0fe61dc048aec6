"""Many trees at once (SPEC M11): neither threads nor batches change a visit."""

import random

import numpy as np
import pytest

from tengen import (
    CachedEvaluator,
    Limit,
    RolloutEvaluator,
    Search,
    SearchConfig,
    SearchPool,
    UniformEvaluator,
    load_evaluator,
    load_game,
)
from tengen.errors import ConfigError, GameMismatchError, GameOverError
from tests.search.fakes import HEX, HashEvaluator, random_position

TREES = 9


def positions_of(name):
    chance = random.Random(name[-8:])
    return [random_position(name, chance) for _ in range(TREES)]


def visits_of(results):
    return [result.visits.tolist() for result in results]


@pytest.mark.parametrize("wrapped", [lambda net: net, CachedEvaluator])
def test_a_net_of_another_board_is_refused_by_name(wrapped):
    net = wrapped(load_evaluator("gomoku-8x8", "native"))
    with pytest.raises(GameMismatchError, match=r"connect4 needs an evaluator .* 8, 8, 64\)$"):
        Search(load_game("connect4"), net)


def visits_one_by_one(positions, evaluator, config, limit):
    searches = [Search(p.game, evaluator, config, seed=seed) for seed, p in enumerate(positions)]
    return visits_of(s.run(p, limit) for s, p in zip(searches, positions, strict=True))


@pytest.mark.parametrize("evaluator", [UniformEvaluator(), RolloutEvaluator()])
@pytest.mark.parametrize("name", ["connect4", "othello:6x6", "gomoku:7x5/4"])
@pytest.mark.parametrize("leaves", [1, 4])
def test_visits_do_not_depend_on_threads_or_batches(name, evaluator, leaves):
    config = SearchConfig(noise_epsilon=0.25, leaves_per_batch=leaves)
    positions, limit = positions_of(name), Limit(simulations=150)
    expected = visits_one_by_one(positions, evaluator, config, limit)
    for threads in (1, 2, 3):
        for max_batch in (1, 7, 256):
            pool = SearchPool(
                positions[0].game,
                evaluator,
                config,
                seeds=range(TREES),
                threads=threads,
                max_batch=max_batch,
            )
            assert visits_of(pool.run(positions, limit)) == expected


@pytest.mark.parametrize("name", ["connect4", HEX])
@pytest.mark.parametrize("max_batch", [1, 4, 256])
@pytest.mark.parametrize("root", ["puct", "gumbel"])
def test_a_python_evaluator_serves_all_trees_at_once(name, max_batch, root):
    positions, limit = positions_of(name), Limit(simulations=60)
    config = SearchConfig(noise_epsilon=0.25, root=root)
    game = positions[0].game
    expected = visits_one_by_one(positions, HashEvaluator(game), config, limit)
    evaluator = HashEvaluator(game)
    pool = SearchPool(game, evaluator, config, seeds=range(TREES), max_batch=max_batch)
    assert visits_of(pool.run(positions, limit)) == expected
    assert max(evaluator.batches) == min(max_batch, TREES)


def test_trees_are_kept_and_advanced_one_by_one():
    positions, limit = positions_of("connect4"), Limit(simulations=100)
    pool = SearchPool(positions[0].game, RolloutEvaluator(), seeds=range(TREES))
    first = pool.run(positions, limit)
    played = [p.play(r.best_action) for p, r in zip(positions, first, strict=True)]
    going = [tree for tree, position in enumerate(played) if position.outcome is None]
    assert len(going) >= 5
    for tree in going:
        pool.advance(tree, first[tree].best_action)
        assert pool.position(tree) == played[tree]
    later = [played[tree] if tree in going else positions[tree] for tree in range(TREES)]
    second = pool.run(later, limit)
    for tree in going:
        kept = first[tree].visits[first[tree].best_action]
        if second[tree].stop_reason == "simulations":
            assert second[tree].visits.sum() == kept + 100 - 1


def test_what_a_pool_needs_is_said():
    game = load_game("connect4")
    for bad in ({"seeds": []}, {"seeds": [1], "threads": 0}, {"seeds": [1], "max_batch": 0}):
        with pytest.raises(ConfigError, match="a pool needs seeds, and threads and max_batch"):
            SearchPool(game, UniformEvaluator(), **bad)
    pool = SearchPool(game, UniformEvaluator(), seeds=[1, 2])
    with pytest.raises(ConfigError, match="the pool has 2 trees; got 1 positions"):
        pool.run([game.initial()], Limit(simulations=1))
    over = game.position_from("1212121")
    with pytest.raises(GameOverError):
        pool.run([game.initial(), over], Limit(simulations=1))


def test_seeds_may_be_any_whole_numbers():
    game, limit = load_game("connect4"), Limit(simulations=50)
    pool = SearchPool(game, RolloutEvaluator(), seeds=[-1, 2**64 - 1, 2**70])
    minus_one, largest, wrapped = pool.run([game.initial()] * 3, limit)
    np.testing.assert_array_equal(minus_one.visits, largest.visits)
    zero = Search(game, RolloutEvaluator(), seed=0).run(game.initial(), limit)
    np.testing.assert_array_equal(wrapped.visits, zero.visits)
