"""Keeping the subtree of the move played (SPEC M9), within bounded memory."""

import numpy as np
import pytest

from tengen import Limit, Search, SearchConfig, UniformEvaluator, load_game
from tengen.errors import ConfigError, GameOverError, IllegalActionError
from tests.search.fakes import HashEvaluator


def searched(name="connect4", **config):
    game = load_game(name)
    search = Search(game, HashEvaluator(game), SearchConfig(prove=False, **config))
    return search, search.run(game.initial(), Limit(simulations=200))


def test_the_childs_visits_become_the_roots():
    search, result = searched()
    action = result.best_action
    below = search.explain(depth=3).children[0].tree
    assert below.path == (action,)
    search.advance(action)
    root = search.explain(depth=2)
    assert root.visits == result.visits[action] > 20
    assert root.value == below.value
    assert [(c.action, c.visits, c.q) for c in root.children] == [
        (c.action, c.visits, c.q) for c in below.children
    ]
    after = search.run(search.position, Limit(simulations=100))
    assert after.visits.sum() == root.visits + 100 - 1


def test_running_a_later_position_advances_to_it():
    one, result = searched()
    two, _ = searched()
    reply = one.explain(depth=2).children[0].tree.children[0].action
    position = one.position.play(result.best_action).play(reply)
    one.advance(result.best_action)
    one.advance(reply)
    limit = Limit(simulations=50)
    np.testing.assert_array_equal(one.run(position, limit).visits, two.run(position, limit).visits)


def test_a_position_that_is_not_ahead_starts_a_new_tree():
    search, _ = searched()
    other = search.game.position_from("1")
    search.run(other.play(2), Limit(simulations=30))
    assert search.run(other, Limit(simulations=30)).visits.sum() == 29


def test_a_move_the_tree_never_visited_starts_a_new_tree():
    game = load_game("gomoku:9x9/5")
    search = Search(game, UniformEvaluator())
    result = search.run(game.initial(), Limit(simulations=5))
    unvisited = int(np.flatnonzero(result.visits == 0)[0])
    search.advance(unvisited)
    assert search.explain().visits == 0
    assert search.run(search.position, Limit(simulations=10)).visits.sum() == 9


def test_reuse_can_be_turned_off():
    search, result = searched(reuse_tree=False)
    position = search.position.play(result.best_action)
    assert search.run(position, Limit(simulations=40)).visits.sum() == 39
    search.advance(position.legal_actions[0])
    assert search.explain().visits == 0


def test_a_game_with_reuse_keeps_memory_bounded():
    game = load_game("gomoku:15x15/5")
    search = Search(game, UniformEvaluator())
    position, most = game.initial(), 0
    while position.outcome is None and len(position.history) < 120:
        result = search.run(position, Limit(simulations=400))
        most = max(most, result.tree_bytes)
        shown = result.proof is not None  # by a child that need not be visited
        assert result.tree_size <= max(1, search.explain().visits) + shown
        position = position.play(result.best_action)
    assert len(position.history) > 30
    assert most <= 4_000_000


def test_there_is_nothing_to_advance_from_before_the_first_search():
    game = load_game("connect4")
    search = Search(game, UniformEvaluator())
    assert search.position is None
    with pytest.raises(ConfigError, match="nothing has been searched yet"):
        search.advance(3)


def test_an_illegal_move_is_refused_and_the_tree_stays():
    search, result = searched()
    with pytest.raises(IllegalActionError):
        search.advance(7)
    again = search.run(search.position, Limit(simulations=10))
    assert again.visits.sum() == result.visits.sum() + 10


def test_a_finished_game_is_refused():
    game = load_game("tictactoe")
    search = Search(game, UniformEvaluator())
    with pytest.raises(GameOverError, match="nothing to search"):
        search.run(game.position_from("a1a2b1b2c1"), Limit(simulations=10))
