"""Everything called an evaluator evaluates, alone and wrapped, in the core and in its twin."""

import random

import numpy as np
import pytest

from tengen import (
    CachedEvaluator,
    Limit,
    RolloutEvaluator,
    Search,
    SearchConfig,
    UniformEvaluator,
    load_evaluator,
)
from tengen.errors import ConfigError
from tengen.nets import Architecture, NativeEvaluator
from tengen.nets.policy_value_net import PolicyValueNet
from tengen.rules.registry import load_game
from tengen.search.evaluator import evaluate_position
from tengen.search.reference import ReferenceSearch
from tengen.search.threaded import threaded_evaluator
from tests.search.fakes import HEX, HashEvaluator, random_position

BY_RULES = (UniformEvaluator(), RolloutEvaluator())


def visits(game, evaluator, **settings):
    config = SearchConfig(leaves_per_batch=4)
    search = Search(game, evaluator, config, seed=7, **settings)
    result = search.run(game.initial(), Limit(simulations=150))
    return result.visits.tolist(), result.root_value, result.wdl


@pytest.mark.parametrize("inner", BY_RULES)
@pytest.mark.parametrize("name", ["connect4:4x4", HEX])
def test_wrapping_an_evaluator_by_rules_leaves_it_as_it_is(inner, name):
    game = load_game(name)
    expected = visits(game, inner)
    for wrapped in (
        CachedEvaluator(inner),
        threaded_evaluator(inner, 2),
        CachedEvaluator(threaded_evaluator(inner, 2)),
        threaded_evaluator(CachedEvaluator(inner), 2),
        CachedEvaluator(CachedEvaluator(inner)),
    ):
        assert visits(game, wrapped) == expected
    assert visits(game, inner, threads=3) == expected


def test_a_cache_of_what_is_not_worth_remembering_is_never_asked():
    cached = CachedEvaluator(RolloutEvaluator())
    visits(load_game("tictactoe"), cached)
    assert (cached.use.hits, cached.use.misses, cached.use.hit_rate) == (0, 0, 0.0)


def test_random_games_of_one_position_differ_under_a_cache_too():
    position, cached = load_game("connect4").initial(), CachedEvaluator(RolloutEvaluator())
    values = {float(cached.evaluate_position(position, seed).value[0]) for seed in range(40)}
    assert {-1.0, 1.0} <= values


def test_an_evaluator_in_python_shares_no_batches():
    game = load_game("tictactoe")
    for evaluator in (HashEvaluator(game), CachedEvaluator(HashEvaluator(game))):
        with pytest.raises(ConfigError, match="in the core"):
            threaded_evaluator(evaluator, 2)


def test_a_wrapped_net_answers_planes_as_the_net_does():
    game = load_game("gomoku:6x5/4")
    net = PolicyValueNet(game, Architecture.resnet(game, blocks=1, channels=16), seed=3)
    inner = NativeEvaluator(net.to_checkpoint())
    planes = np.stack([game.position_from(moves).planes(inner.encoding) for moves in ("a1", "c3")])
    expected = inner.evaluate(planes).policy_logits
    for wrapped in (CachedEvaluator(inner), threaded_evaluator(CachedEvaluator(inner), 2)):
        np.testing.assert_array_equal(wrapped.evaluate(planes).policy_logits, expected)


@pytest.mark.parametrize("evaluator", BY_RULES)
@pytest.mark.parametrize("name", ["tictactoe", "connect4", "gomoku:5x4/3", "othello:6x6", HEX])
def test_the_twin_searches_by_rules_as_the_core_does(evaluator, name):
    chance = random.Random(name[-10:])
    position = random_position(name, chance)
    config, seed = SearchConfig.classic(noise_epsilon=0.25), chance.getrandbits(64)
    core = Search(position.game, evaluator, config, seed=seed)
    twin = ReferenceSearch(position.game, CachedEvaluator(evaluator), config, seed, "4-planes")
    twin.set_root(position)
    for simulations in (80, 40):
        result = core.run(position, Limit(simulations=simulations))
        visited = {action: count for action, count in twin.run(simulations).items() if count}
        assert {action: n for action, n in enumerate(result.visits) if n} == visited
        assert result.root_value == twin.root.value
        position = position.play(result.best_action)
        if position.outcome is not None:
            break
        twin.advance(result.best_action)


def test_a_random_game_is_seen_by_the_side_to_move():
    won = load_game("tictactoe").parse_board("o o .\n. x .\nx . x\nx to move")
    for seed in range(20):
        evaluation = evaluate_position(RolloutEvaluator(), won, "3-planes", seed)
        win, draw, loss = evaluation.wdl[0]
        assert evaluation.value[0] == win - loss
        assert win + draw + loss == 1
        assert evaluation.value[0] == won.playout(seed).value_for(won.to_move)


@pytest.mark.parametrize("threads", [0, -3, 10**9, 1.5])
def test_threads_that_cannot_be_are_refused_where_they_are_given(threads):
    for make in (
        lambda: RolloutEvaluator(threads=threads),
        lambda: load_evaluator("rollout", threads=threads),
        lambda: load_evaluator("connect4", threads=threads),
    ):
        with pytest.raises(ConfigError, match="threads must be 1 to 1024"):
            make()


def test_a_large_batch_in_pieces_gives_the_same_answers():
    evaluator = load_evaluator("tictactoe")
    planes = np.random.default_rng(1).random((2100, 4, 3, 3), dtype=np.float32)
    whole = evaluator.evaluate(planes)
    for first in (0, 1000, 2050):
        part = evaluator.evaluate(planes[first : first + 50])
        np.testing.assert_array_equal(whole.policy_logits[first : first + 50], part.policy_logits)
        np.testing.assert_array_equal(whole.wdl[first : first + 50], part.wdl)
    assert len(evaluator.evaluate(planes[:0]).value) == 0
