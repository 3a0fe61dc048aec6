"""The shortest known win is played and the longest resistance; analysis looks on (SPEC M16)."""

import random
from dataclasses import replace

import pytest

from tengen import Limit, RolloutEvaluator, Search, SearchConfig, UniformEvaluator, load_game
from tests.search.fakes import random_position
from tests.search.test_proofs import assert_line_shows

ONE_PLY = SearchConfig(forcing_nodes=0, root_forcing_nodes=0)
LOOKING_ON = SearchConfig(seek_shorter_win=True)


def position_with_an_open_three():
    return load_game("gomoku:9x9/5").position_from("e5a1e6a2e7a4b8i1c8i2d8i4h8h1")


def test_a_search_for_play_ends_with_the_first_proof():
    position = position_with_an_open_three()
    result = Search(position.game, UniformEvaluator()).run(position, Limit(simulations=500))
    assert (result.stop_reason, result.simulations) == ("proven", 0)


def test_analysis_goes_on_to_its_limit_and_keeps_the_proof():
    position = position_with_an_open_three()
    search = Search(position.game, UniformEvaluator(), LOOKING_ON)
    result = search.run(position, Limit(simulations=500))
    assert (result.stop_reason, result.simulations) == ("simulations", 500)
    assert result.proof.value == "win"
    assert result.visits.sum() > 400
    assert_line_shows(position, result)


@pytest.mark.parametrize(("moves", "proof"), [("a1b1a2", ("loss", 4)), ("a1b1a2a3b2", ("loss", 2))])
def test_analysis_shows_a_move_where_the_tree_before_has_proven_all(moves, proof):
    game = load_game("tictactoe")
    search = Search(game, UniformEvaluator(), LOOKING_ON)
    position = game.initial()
    for move in game.position_from(moves).history:
        search.run(position, Limit(simulations=2000))
        position = position.play(move)
    result = search.run(position, Limit(simulations=2000))
    assert (result.proof.value, result.proof.plies) == proof
    assert result.best_action in position.legal_actions
    assert_line_shows(position, result)


def test_a_shorter_win_found_later_replaces_the_longer_one():
    chance, shorter = random.Random(1), 0
    for _ in range(150):
        position = random_position("gomoku:7x7/4", chance, 0.7)
        first, last = (
            Search(position.game, RolloutEvaluator(), config, seed=1)
            .run(position, Limit(simulations=5000))
            .proof
            for config in (ONE_PLY, replace(ONE_PLY, seek_shorter_win=True))
        )
        if first is not None and first.value == "win":
            assert last.plies <= first.plies
            shorter += last.plies < first.plies
    assert shorter > 0


def test_analysis_ends_when_nothing_can_be_shorter():
    game = load_game("gomoku:9x9/5")
    position = game.position_from("e5a1e6a2e7a4e8i1")
    search = Search(game, UniformEvaluator(), LOOKING_ON)
    result = search.run(position, Limit(simulations=500))
    assert (result.stop_reason, result.proof.plies) == ("proven", 1)


def test_analysis_ends_when_every_move_is_settled():
    game = load_game("tictactoe")
    search = Search(game, UniformEvaluator(), LOOKING_ON)
    result = search.run(game.position_from("b2b1"), Limit(simulations=1_000_000))
    assert (result.stop_reason, result.proof.value) == ("proven", "win")
    assert all(child.proof is not None for child in search.explain().children)


@pytest.mark.parametrize("config", [ONE_PLY, SearchConfig()])
def test_a_lost_side_resists_as_long_as_it_can(config):
    game = load_game("tictactoe")
    position = game.position_from("b2b1a1")  # threatened at c3: any other move loses at once
    result = Search(game, UniformEvaluator(), config).run(position, Limit(simulations=2000))
    assert (result.proof.value, result.best_move) == ("loss", "c3")
    assert result.proof.plies == 4
