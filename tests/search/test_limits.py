"""When a search ends (SPEC M13)."""

import random

import numpy as np
import pytest

from tengen import (
    Limit,
    RolloutEvaluator,
    Search,
    SearchConfig,
    SearchPool,
    UniformEvaluator,
    load_game,
)
from tengen.errors import ConfigError
from tests.search.fakes import HashEvaluator, random_position

ENDLESS = 10**15


def test_time_ends_a_search():
    game = load_game("gomoku:15x15/5")
    search = Search(game, RolloutEvaluator())
    result = search.run(game.initial(), Limit(seconds=0.05))
    assert result.stop_reason == "time"
    assert result.simulations > 0
    assert result.seconds > 0
    assert result.policy_target.sum() == pytest.approx(1)


def test_even_the_shortest_time_gives_a_move():
    game = load_game("connect4")
    result = Search(game, HashEvaluator(game)).run(game.initial(), Limit(seconds=1e-9))
    assert (result.stop_reason, result.simulations) == ("time", 1)
    assert result.best_action in range(7)


def test_whichever_limit_is_met_first_counts():
    game = load_game("connect4")
    result = Search(game, UniformEvaluator()).run(
        game.initial(), Limit(simulations=20, seconds=1000)
    )
    assert (result.stop_reason, result.simulations) == ("simulations", 20)


def test_the_tree_stops_growing_at_the_memory_limit():
    game = load_game("gomoku:15x15/5")
    search = Search(game, UniformEvaluator(), SearchConfig(memory_mb=2))
    position = game.initial()
    result = search.run(position, Limit(simulations=ENDLESS))
    assert result.stop_reason == "memory"
    assert result.tree_bytes < 3_000_000
    assert result.visits.sum() == search.explain().visits - 1 > 1000
    assert result.policy_target.sum() == pytest.approx(1)
    assert result.best_action == result.visits.argmax()


def test_the_memory_limit_leaves_room_for_the_next_position():
    game = load_game("gomoku:15x15/5")
    search = Search(game, UniformEvaluator(), SearchConfig(memory_mb=2))
    position = game.initial()
    for _ in range(4):
        result = search.run(position, Limit(simulations=ENDLESS))
        assert result.stop_reason == "memory"
        assert result.simulations > 1000
        assert result.tree_bytes < 3_000_000
        position = position.play(result.best_action)
    elsewhere = search.run(game.position_from("a1"), Limit(simulations=ENDLESS))
    assert elsewhere.simulations > 1000


def test_an_early_stop_never_changes_the_move():
    chance, early = random.Random(3), 0
    for _ in range(40):
        position = random_position("connect4", chance)
        game, seed = position.game, chance.getrandbits(32)
        full, stopped = (
            Search(
                game, RolloutEvaluator(), SearchConfig(early_stop=stop, prove=False), seed=seed
            ).run(position, Limit(simulations=500))
            for stop in (False, True)
        )
        assert stopped.best_action == full.best_action
        if stopped.stop_reason == "decided":
            assert stopped.simulations < 500
            early += 1
    assert early > 10


def test_a_proven_loss_is_no_leader():
    chance, decided = random.Random(5), 0
    for _ in range(150):
        position = random_position("connect4", chance, 0.8)
        search = Search(position.game, RolloutEvaluator(), SearchConfig(early_stop=True))
        result = search.run(position, Limit(simulations=300))
        lost = [child.action for child in search.explain().children if child.proof == "loss"]
        if result.stop_reason == "decided" and lost:
            second, first = np.sort(np.append(np.delete(result.visits, lost), 0))[-2:]
            assert result.visits[result.best_action] == first
            assert first - second > 300 - result.simulations
            decided += 1
    assert decided > 5


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ({"simulations": 0}, "simulations must be 1 or more and at most .*; got 0"),
        ({"simulations": 10**22}, "at most 1,000,000,000,000,000; got 1"),
        ({"simulations": 2.5}, "simulations must be a whole number; got 2.5"),
        ({"simulations": True}, "simulations must be a whole number; got True"),
        ({"seconds": "1"}, "seconds must be a number; got '1'"),
        ({"seconds": 0}, "seconds must be above 0; got 0"),
        ({"seconds": float("nan")}, "seconds must be above 0; got nan"),
        ({"seconds": float("inf")}, "seconds must be above 0; got inf"),
    ],
)
def test_a_limit_that_is_none_is_refused(limit, message):
    with pytest.raises(ConfigError, match=message):
        Limit(**limit)


def test_a_limit_without_bounds_is_until_stopped():
    assert (Limit().simulations, Limit().seconds) == (None, None)


def test_a_pool_stops_each_tree_for_its_own_reason():
    game = load_game("tictactoe")
    pool = SearchPool(game, UniformEvaluator(), seeds=[1, 2])
    results = pool.run([game.position_from("a1b1a2b2"), game.initial()], Limit(simulations=100))
    assert [result.stop_reason for result in results] == ["proven", "simulations"]
    assert np.sum(results[1].visits) == 99
