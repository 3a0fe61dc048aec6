"""Policy targets against the search itself, and against the formulas worked out by hand."""

import math

import numpy as np
import pytest

from tengen import Limit, Search, SearchConfig, load_game
from tengen._core import derive_seed
from tengen.selfplay import SelfPlayConfig
from tests.search.fakes import HashEvaluator
from tests.selfplay.made import played, target_of

GAME = load_game("connect4")
SIMULATIONS = 60
PLAIN = SearchConfig(noise_epsilon=0.25, prove=False)
FORCED = SearchConfig(noise_epsilon=0.25, prove=False, forced_playouts=2.0)
GUMBEL = SearchConfig(root="gumbel", gumbel_actions=4, prove=False)


def first_search(record, config):
    """The search behind the first move of a game: the second chance stream of the game's seed."""
    search = Search(GAME, HashEvaluator(GAME), config, seed=derive_seed(record.seed, 2))
    return search.run(GAME.initial(), Limit(simulations=SIMULATIONS))


def games_of(config):
    return played(evaluator=HashEvaluator(GAME), search=config, count=12, simulations=SIMULATIONS)


@pytest.mark.parametrize("config", [PLAIN, FORCED, GUMBEL], ids=["plain", "forced", "gumbel"])
def test_the_target_is_what_the_search_recommends(config):
    for record in games_of(config):
        result = first_search(record, config)
        target = np.array(target_of(record.moves[0], 7))
        np.testing.assert_allclose(target, result.policy_target, atol=1.01 / SIMULATIONS)
        assert record.moves[0].root_value == pytest.approx(result.root_value, abs=1e-4)


def test_plain_targets_are_visit_counts():
    for record in games_of(PLAIN):
        visits = first_search(record, PLAIN).visits
        expected = [(action, count) for action, count in enumerate(visits) if count > 0]
        assert record.moves[0].target == expected


def test_surprise_is_the_divergence_of_the_target_from_the_policy_without_noise():
    evaluation = HashEvaluator(GAME).evaluate(GAME.initial().planes("4-planes")[np.newaxis])
    weights = np.exp(evaluation.policy_logits[0].astype(float))
    prior = weights / weights.sum()
    for record in games_of(PLAIN):
        target = np.array(target_of(record.moves[0], 7))
        shown = target > 0
        divergence = np.sum(target[shown] * np.log(target[shown] / prior[shown]))
        assert record.moves[0].surprise == pytest.approx(divergence, abs=1e-4)


def pruned_by_hand(result, config):
    """Wu (2019): each move keeps the visits PUCT would have given it, one alone says nothing."""
    parent, leader = result.visits.sum() + 1, int(result.visits.argmax())
    c = config.c_init + math.log((parent + config.c_base + 1) / config.c_base)
    explore = c * result.priors * math.sqrt(parent)
    best = result.values[leader] + explore[leader] / (1 + result.visits[leader])
    kept = result.visits.astype(float)
    for action in np.flatnonzero(result.visits):
        if action == leader:
            continue
        forced = math.floor(
            math.sqrt(config.forced_playouts * result.priors[action] * (parent - 1))
        )
        gap = best - result.values[action]
        deserved = math.ceil(explore[action] / gap - 1) if gap > 0 else kept[action]
        kept[action] = min(max(deserved, kept[action] - forced, 0), kept[action])
        kept[action] = 0 if kept[action] <= 1 else kept[action]
    return kept / kept.sum()


def test_forced_playouts_are_taken_out_of_the_target():
    pruned = 0
    for record in games_of(FORCED):
        result = first_search(record, FORCED)
        expected = pruned_by_hand(result, FORCED)
        np.testing.assert_allclose(result.policy_target, expected, atol=1e-9)
        pruned += int(np.sum((expected == 0) & (result.visits > 0)))
    assert pruned > 0


def completed_by_hand(result, config, own_value):
    """Danihelka et al. (2022): softmax of the logits plus the completed and scaled values."""
    visited = result.visits > 0
    weighted = np.sum(result.priors[visited] * result.values[visited])
    total = result.visits.sum()
    mixed = (own_value + total * weighted / result.priors[visited].sum()) / (1 + total)
    values = np.where(visited, result.values, mixed)
    scale = (config.gumbel_visit_scale + result.visits.max()) * config.gumbel_value_scale
    scores = np.log(result.priors) + scale * (values + 1) / 2
    weights = np.exp(scores - scores.max())
    return weights / weights.sum()


def test_a_gumbel_root_teaches_completed_values():
    planes = GAME.initial().planes("4-planes")[np.newaxis]
    own_value = float(HashEvaluator(GAME).evaluate(planes).value[0])
    for record in games_of(GUMBEL):
        expected = completed_by_hand(first_search(record, GUMBEL), GUMBEL, own_value)
        target = target_of(record.moves[0], 7)
        np.testing.assert_allclose(target, expected, atol=2e-3)
        assert record.moves[0].target != []


def test_a_gumbel_root_plays_what_its_halving_chose():
    for record in games_of(GUMBEL):
        assert record.moves[0].action == first_search(record, GUMBEL).best_action


def test_the_budget_grows_over_the_first_part_of_a_run():
    config = SelfPlayConfig(simulations=100, first_simulations=20, simulation_growth=0.5)
    shares = (0, 0.125, 0.25, 0.375, 0.5, 1)
    assert [config.simulations_at(share) for share in shares] == [20, 40, 60, 80, 100, 100]
    assert SelfPlayConfig(simulations=100).simulations_at(0) == 100


def test_and_the_games_show_it():
    growing = {"first_simulations": 10, "simulation_growth": 0.5, "simulations": 30}
    search = SearchConfig(reuse_tree=False, prove=False)
    for progress, simulations in ((0, 10), (0.25, 20), (0.5, 30), (1, 30)):
        (record,) = played(search=search, count=1, progress=progress, **growing)
        for move in record.moves:
            assert sum(weight for _, weight in move.target) == simulations - 1
