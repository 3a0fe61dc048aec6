"""The Gumbel root (SPEC M15): sequential halving and the completed-Q target."""

import numpy as np
import pytest

from tengen import Limit, Search, SearchConfig, UniformEvaluator, load_game
from tengen._core import sequential_halving
from tengen.errors import ConfigError
from tests.search.fakes import ConstantEvaluator, FunctionEvaluator, HashEvaluator

# Worked out by hand: candidates, simulations, and the visit count that each simulation raises.
SCHEDULES = [
    (1, 4, [0, 1, 2, 3]),
    (2, 5, [0, 0, 1, 1, 2]),
    (3, 8, [0, 0, 0, 1, 1, 2, 2, 3]),
    (4, 8, [0, 0, 0, 0, 1, 1, 2, 2]),
    (4, 16, [0] * 4 + [1] * 4 + [2, 2, 3, 3, 4, 4, 5, 5]),
    (8, 24, [0] * 8 + [1] * 4 + [2] * 4 + [3, 3, 4, 4, 5, 5, 6, 6]),
    (16, 10, [0] * 10),
]


@pytest.mark.parametrize(("actions", "simulations", "schedule"), SCHEDULES)
def test_sequential_halving_shares_out_the_simulations(actions, simulations, schedule):
    assert sequential_halving(actions, simulations) == schedule


def gumbel_search(game, evaluator, simulations, seed=0, position=None, **config):
    search = Search(game, evaluator, SearchConfig(root="gumbel", prove=False, **config), seed=seed)
    return search, search.run(position or game.initial(), Limit(simulations=simulations))


@pytest.mark.parametrize(("actions", "simulations", "schedule"), SCHEDULES[1:])
def test_the_root_follows_the_schedule(actions, simulations, schedule):
    """The evaluation of the root itself comes on top of the simulations shared out."""
    game = load_game("gomoku:8x8/5")
    _, result = gumbel_search(
        game, HashEvaluator(game), simulations + 1, gumbel_actions=max(2, actions)
    )
    expected: dict[int, int] = {}
    for candidate_visits in schedule:
        expected[candidate_visits] = expected.get(candidate_visits, 0) + 1
    at_least = [int((result.visits > n).sum()) for n in range(max(schedule) + 1)]
    assert at_least == [expected[n] for n in range(max(schedule) + 1)]


def test_reused_visits_do_not_disturb_the_schedule():
    game = load_game("connect4")
    search, first = gumbel_search(game, HashEvaluator(game), 33, gumbel_actions=4)
    second = search.run(game.initial(), Limit(simulations=16))
    added = sorted(second.visits - first.visits, reverse=True)
    assert added == [6, 6, 2, 2, 0, 0, 0]


def value_of_one_move(game, action):
    """Thinks that the side that began is better off with a stone on one cell, and worse without."""

    def evaluate(sample):
        beginner_is_to_move = sample[3, 0, 0] == 1
        beginners_stones = sample[0] if beginner_is_to_move else sample[1]
        value = 0.5 if beginners_stones.flat[action] else -0.5
        return (value if beginner_is_to_move else -value), 0.0

    return FunctionEvaluator(game.num_actions, evaluate)


@pytest.mark.parametrize("action", [0, 3, 8])
def test_16_simulations_improve_the_policy_over_the_prior(action):
    game = load_game("tictactoe")
    for seed in range(10):
        _, result = gumbel_search(game, value_of_one_move(game, action), 17, seed)
        assert result.best_action == action
        assert result.policy_target[action] > 0.9
        assert result.priors[action] == pytest.approx(1 / 9)


def completed_q_target(view, config):
    """Danihelka et al. (2022), appendix D, from what `explain` tells."""
    children = view.children
    priors = np.array([child.prior for child in children])
    visits = np.array([child.visits for child in children])
    values = np.array([child.q for child in children])
    seen = visits > 0
    weighted = (priors * values)[seen].sum() / priors[seen].sum()
    mixed = (view.own_value + visits.sum() * weighted) / (1 + visits.sum())
    completed = (np.where(seen, values, mixed) + 1) / 2
    scale = (config.gumbel_visit_scale + visits.max()) * config.gumbel_value_scale
    scores = np.log(priors) + scale * completed
    weights = np.exp(scores - scores.max())
    return {c.action: w for c, w in zip(children, weights / weights.sum(), strict=True)}


@pytest.mark.parametrize("name", ["connect4", "gomoku:5x4/4", "othello:6x6"])
@pytest.mark.parametrize("simulations", [2, 16, 100])
def test_the_target_equals_a_plain_recomputation(name, simulations):
    game = load_game(name)
    search, result = gumbel_search(
        game, HashEvaluator(game), simulations, gumbel_visit_scale=20, gumbel_value_scale=0.3
    )
    expected = completed_q_target(search.explain(), search.config)
    assert result.policy_target.sum() == pytest.approx(1)
    for action, share in expected.items():
        assert result.policy_target[action] == pytest.approx(share, rel=1e-5)


def test_the_move_played_is_among_the_most_visited():
    game = load_game("connect4")
    for seed in range(20):
        _, result = gumbel_search(game, HashEvaluator(game), 33, seed)
        assert result.visits[result.best_action] == result.visits.max()


def test_the_seed_draws_the_gumbels():
    game = load_game("gomoku:8x8/5")
    evaluator = ConstantEvaluator([0.0] * 64)
    first, again, other = (gumbel_search(game, evaluator, 17, seed)[1].visits for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


def test_candidates_are_drawn_in_proportion_to_the_policy():
    game = load_game("tictactoe")
    logits = [3.0] + [0.0] * 8
    first_visits = np.zeros(9)
    for seed in range(400):
        _, result = gumbel_search(game, ConstantEvaluator(logits), 2, seed)
        first_visits += result.visits
    share = np.exp(3) / (np.exp(3) + 8)
    assert first_visits[0] / 400 == pytest.approx(share, abs=0.07)


def test_proofs_hold_at_a_gumbel_root_too():
    game = load_game("connect4")
    search = Search(game, UniformEvaluator(), SearchConfig(root="gumbel"))
    result = search.run(game.position_from("112233"), Limit(simulations=64))
    assert (result.proof.value, result.best_action) == ("win", 3)
    assert result.policy_target[3] == 1


def test_a_gumbel_root_needs_a_number_of_simulations():
    game = load_game("connect4")
    search = Search(game, UniformEvaluator(), SearchConfig(root="gumbel"))
    with pytest.raises(ConfigError, match=r"set Limit\.simulations"):
        search.run(game.initial(), Limit(seconds=1))
