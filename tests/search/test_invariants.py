"""What holds in every search."""

import random

import numpy as np
import pytest

from tengen import Limit, RolloutEvaluator, Search, SearchConfig, UniformEvaluator, load_game
from tests.search.fakes import HEX, ConstantEvaluator, HashEvaluator, random_position
from tests.search.tactics import lines

GAMES = ("tictactoe", "connect4", "gomoku:5x7/4", "othello", HEX)


def nodes(view):
    """A tree's visited nodes, from the top."""
    yield view
    for child in view.children:
        if child.tree is not None:
            yield from nodes(child.tree)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("root", ["puct", "gumbel"])
@pytest.mark.parametrize("leaves", [1, 8])
def test_child_visits_sum_to_the_parents_minus_one(name, root, leaves):
    game = load_game(name)
    config = SearchConfig(root=root, leaves_per_batch=leaves, prove=False)
    search = Search(game, HashEvaluator(game), config)
    result = search.run(game.initial(), Limit(simulations=150))
    assert (result.simulations, result.stop_reason) == (150, "simulations")
    view = search.explain(depth=4)
    assert view.visits == 150
    assert result.visits.sum() == 149
    inner = [node for node in nodes(view) if node.proof is None]
    assert len(inner) > 20
    for node in inner:
        assert sum(child.visits for child in node.children) == node.visits - 1


@pytest.mark.parametrize("simulations", [1, 2, 5, 40, 300])
@pytest.mark.parametrize("root", ["puct", "gumbel"])
@pytest.mark.parametrize("name", GAMES)
def test_the_target_is_a_distribution_over_legal_actions(name, root, simulations):
    chance = random.Random(f"{name[-8:]} {root}")
    position = random_position(name, chance)
    search = Search(position.game, HashEvaluator(position.game), SearchConfig(root=root))
    result = search.run(position, Limit(simulations=simulations))
    assert result.policy_target.sum() == pytest.approx(1)
    assert (result.policy_target >= 0).all()
    assert not result.policy_target[~position.legal_mask].any()
    assert result.priors.sum() == pytest.approx(1)
    assert not result.priors[~position.legal_mask].any()
    assert not result.visits[~position.legal_mask].any()
    assert result.best_action in position.legal_actions
    assert result.line[0] == result.best_action
    known = result.visits > 0
    known[result.best_action] |= result.proof is not None
    np.testing.assert_array_equal(np.isnan(result.values), ~known)


def test_one_simulation_gives_the_evaluators_policy():
    game = load_game("tictactoe")
    logits = [0, 1, 2, 3, 4, 3, 2, 1, 0]
    result = Search(game, ConstantEvaluator(logits)).run(game.initial(), Limit(simulations=1))
    expected = np.exp(logits) / np.exp(logits).sum()
    np.testing.assert_allclose(result.policy_target, expected, rtol=1e-6)
    assert result.best_action == 4


@pytest.mark.parametrize("evaluator", ["rollout", "hash"])
def test_the_same_seed_gives_the_same_visits(evaluator):
    game = load_game("connect4")
    chosen = RolloutEvaluator() if evaluator == "rollout" else HashEvaluator(game)
    config = SearchConfig(noise_epsilon=0.25)
    limit = Limit(simulations=500)
    first, again, other = (
        Search(game, chosen, config, seed=seed).run(game.initial(), limit) for seed in (7, 7, 8)
    )
    np.testing.assert_array_equal(first.visits, again.visits)
    assert first.root_value == again.root_value
    assert (first.visits != other.visits).any()


def test_without_noise_and_rollouts_the_seed_does_not_matter():
    game = load_game("connect4")
    results = [
        Search(game, HashEvaluator(game), seed=seed).run(game.initial(), Limit(simulations=200))
        for seed in (1, 2)
    ]
    np.testing.assert_array_equal(results[0].visits, results[1].visits)


def test_noise_is_mixed_into_the_root_alone_and_renewed_with_it():
    game = load_game("connect4")
    config = SearchConfig(noise_epsilon=0.25)
    search = Search(game, ConstantEvaluator([0.0] * 7), config, seed=3)
    position = game.initial()
    noisy = search.run(position, Limit(simulations=100)).priors
    assert noisy.sum() == pytest.approx(1)
    assert (noisy >= 0.75 / 7 - 1e-6).all()
    assert noisy.max() > 1 / 7
    below = search.explain(depth=2).children[0].tree
    assert [child.prior for child in below.children] == pytest.approx([1 / 7] * 7)
    next_noise = search.run(position.play(3), Limit(simulations=100)).priors
    assert (np.abs(next_noise - noisy) > 1e-6).all()


def test_priors_are_masked_to_legal_actions_and_renormalised():
    game = load_game("tictactoe")
    position = game.position_from("b2a1")
    logits = np.arange(9, dtype=float)
    result = Search(game, ConstantEvaluator(list(logits))).run(position, Limit(simulations=10))
    legal = position.legal_actions
    expected = np.exp(logits[legal]) / np.exp(logits[legal]).sum()
    np.testing.assert_allclose(result.priors[legal], expected, rtol=1e-6)


def test_priors_are_uniform_when_the_policy_has_no_legal_weight():
    game = load_game("tictactoe")
    logits = [-np.inf] * 9
    logits[4] = 0.0
    result = Search(game, ConstantEvaluator(logits)).run(
        game.position_from("b2"), Limit(simulations=10)
    )
    expected = [1 / 8] * 4 + [0] + [1 / 8] * 4
    np.testing.assert_allclose(result.priors, expected, rtol=1e-6)


class UnfinishedOnly(HashEvaluator):
    """Complains about a tic-tac-toe board on which the game is over."""

    def evaluate(self, planes):
        for own, other, *_ in planes:
            assert own.sum() + other.sum() < 9
            for stones in (own.ravel(), other.ravel()):
                assert not any(all(stones[cell] for cell in line) for line in lines(3, 3, 3))
        return super().evaluate(planes)


@pytest.mark.parametrize("leaves", [1, 8])
def test_finished_positions_are_never_evaluated(leaves):
    game = load_game("tictactoe")
    evaluator = UnfinishedOnly(game)
    config = SearchConfig(prove=False, leaves_per_batch=leaves)
    search = Search(game, evaluator, config)
    result = search.run(game.position_from("a1b2c3"), Limit(simulations=2000))
    assert result.simulations == 2000
    assert sum(evaluator.batches) < 500


def test_the_uniform_evaluator_is_the_constant_one():
    game = load_game("gomoku:7x6/4")
    results = [
        Search(game, evaluator).run(game.initial(), Limit(simulations=400))
        for evaluator in (UniformEvaluator(), ConstantEvaluator([0.0] * 42))
    ]
    np.testing.assert_array_equal(results[0].visits, results[1].visits)
    assert results[0].root_value == results[1].root_value


def test_wdl_is_carried_to_the_root():
    game = load_game("connect4")
    search = Search(game, HashEvaluator(game, wdl=True), SearchConfig(prove=False))
    result = search.run(game.initial(), Limit(simulations=100))
    win, draw, loss = result.wdl
    assert win + draw + loss == pytest.approx(1)
    assert win - loss == pytest.approx(result.root_value)
    assert 0.1 < draw < 0.9
    assert result.moves_left > 0
    plain = Search(game, HashEvaluator(game, moves_left=False)).run(
        game.initial(), Limit(simulations=10)
    )
    assert plain.wdl is None
    assert plain.moves_left is None


def test_a_discount_shrinks_values_on_their_way_up():
    game = load_game("connect4")
    evaluator = ConstantEvaluator([0.0] * 7, value=0.8)
    config = SearchConfig(discount=0.5, prove=False)
    search = Search(game, evaluator, config)
    search.run(game.initial(), Limit(simulations=2))
    assert search.explain().value == pytest.approx((0.8 - 0.5 * 0.8) / 2)
