"""Choosing moves by temperature (SPEC M7), which never touches what is learnt."""

import numpy as np
import pytest

from tengen import Limit, Search, SearchConfig, load_game
from tengen.errors import ConfigError
from tengen.search import TemperatureSchedule
from tests.search.fakes import HashEvaluator


@pytest.fixture(scope="module")
def result():
    game = load_game("connect4")
    search = Search(game, HashEvaluator(game), SearchConfig(prove=False, c_init=3.0))
    return search.run(game.initial(), Limit(simulations=400))


def test_the_target_is_the_visit_share_whatever_the_temperature(result):
    share = result.visits / result.visits.sum()
    for temperature in (0.0, 0.3, 1.0, 5.0):
        result.pick(temperature, np.random.default_rng(1))
        np.testing.assert_allclose(result.policy_target, share)


def test_temperature_0_is_the_best_action(result):
    rng = np.random.default_rng(1)
    assert result.best_action == result.visits.argmax()
    assert {result.pick(0, rng) for _ in range(20)} == {result.best_action}


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
def test_frequencies_follow_visits_to_the_power_of_one_over_temperature(result, temperature):
    rng, draws = np.random.default_rng(5), 20_000
    counts = np.bincount([result.pick(temperature, rng) for _ in range(draws)], minlength=7)
    weights = result.visits ** (1 / temperature)
    np.testing.assert_allclose(counts / draws, weights / weights.sum(), atol=0.015)


def test_a_tiny_temperature_does_not_overflow(result):
    assert result.pick(1e-9, np.random.default_rng(1)) == result.best_action


def test_a_negative_temperature_is_refused(result):
    with pytest.raises(ConfigError, match="temperature must be 0 or more; got -1"):
        result.pick(-1, np.random.default_rng(1))


def test_a_schedule_changes_after_its_moves():
    schedule = TemperatureSchedule(moves=3, early=1.0, late=0.1)
    assert [schedule(number) for number in range(5)] == [1.0, 1.0, 1.0, 0.1, 0.1]
    with pytest.raises(ConfigError, match="must be 0 or more"):
        TemperatureSchedule(moves=-1)
