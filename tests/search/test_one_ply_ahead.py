"""Wins in one and threats, seen when a position is first met (SPEC M16a)."""

import random
from dataclasses import replace

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
from tests.rules.games import reference_of
from tests.search.fakes import ConstantEvaluator, HashEvaluator, random_position
from tests.search.tactics import positions_to_block
from tests.search.test_proofs import assert_line_shows

SEEING = SearchConfig()
BLIND = SearchConfig(one_ply_ahead=False)


def searched(position, simulations=100, config=SEEING):
    search = Search(position.game, UniformEvaluator(), config)
    return search, search.run(position, Limit(simulations=simulations))


@pytest.mark.parametrize("name", ["gomoku:8x8/5", "gomoku:15x15/5", "gomoku:8x8/5:standard"])
def test_a_threat_is_blocked_with_equal_priors_and_few_simulations(name):
    cases = positions_to_block(load_game(name), games=200, most=300)[:40]
    assert len(cases) == 40
    pool = SearchPool(load_game(name), UniformEvaluator(), seeds=range(len(cases)))
    results = pool.run([position for position, _ in cases], Limit(simulations=100))
    for (position, block), result in zip(cases, results, strict=True):
        assert result.best_action == block, f"\n{position}"


@pytest.mark.parametrize("own", ["x", "o"])
def test_a_win_in_one_needs_no_simulation_and_no_evaluation(own):
    game = load_game("gomoku:8x8/5")
    position = game.parse_board("........\n" * 7 + f"{own * 4}....\n{own} to move")
    evaluator = ConstantEvaluator([0.0] * 64)
    result = Search(game, evaluator).run(position, Limit(simulations=50))
    assert (result.proof.value, result.proof.plies, result.best_move) == ("win", 1, "e1")
    assert (result.simulations, evaluator.asked) == (0, 0)
    assert result.policy_target[result.best_action] == 1
    assert result.root_value == 1
    assert result.moves_left in (None, 1)


def test_where_there_is_a_threat_only_the_move_that_stops_it_is_searched():
    game = load_game("gomoku:8x8/5")
    position = game.parse_board("........\n" * 6 + "xxx.....\nxoooo.x.\nx to move")
    search, result = searched(position, 60)
    block = game.parse_action("f1")
    assert result.best_action == block
    assert [child.action for child in search.explain().children] == [block]
    assert result.policy_target[block] == result.priors[block] == 1


def test_a_win_comes_before_a_block():
    game = load_game("gomoku:8x8/5")
    position = game.parse_board("........\n" * 6 + "oooo....\nxxxx....\nx to move")
    _, result = searched(position)
    assert (result.best_move, result.proof.value) == ("e1", "win")


def test_two_threats_are_a_proven_loss_and_one_of_them_is_stopped():
    game = load_game("gomoku:8x8/5")
    position = game.parse_board("........\n" * 7 + ".oooo...\nx to move")
    _, result = searched(position)
    assert (result.proof.value, result.proof.plies, result.simulations) == ("loss", 2, 0)
    assert result.best_move in ("a1", "f1")
    assert_line_shows(position, result)


def test_one_cell_that_completes_two_lines_is_one_threat():
    game = load_game("gomoku:5x5/4")
    position = game.parse_board("o....\no....\no....\n.ooo.\n.....\nx to move")
    assert position.winning_actions(1) == [game.parse_action(name) for name in ("a2", "e2")]
    position = game.parse_board("o....\no....\no....\n.ooox\n.....\nx to move")
    search, result = searched(position, config=replace(SEEING, forcing_nodes=0))
    assert result.best_move == "a2"
    assert search.explain().visits > 1


def test_the_last_empty_cell_is_not_lost():
    game = load_game("gomoku:3x3/3")
    position = game.parse_board("oox\nxxo\nox.\nx to move")
    _, result = searched(position)
    assert (result.proof.value, result.best_move) == ("draw", "c1")


@pytest.mark.parametrize("name", ["connect4", "gomoku:6x6/4", "gomoku:5x5/4:standard", "tictactoe"])
def test_what_it_proves_agrees_with_the_search_without_it(name):
    chance, both = random.Random(name), 0
    for _ in range(60):
        position = random_position(name, chance, 0.9)
        seeing, blind = (searched(position, 3000, config)[1] for config in (SEEING, BLIND))
        if seeing.proof is not None:
            assert_line_shows(position, seeing)
        if seeing.proof is not None and blind.proof is not None:
            assert seeing.proof.value == blind.proof.value, f"\n{position}"
            both += 1
        assert not (blind.proof is not None and seeing.proof is None)
    assert both > 10


@pytest.mark.parametrize("leaves", [1, 8])
@pytest.mark.parametrize("root", ["puct", "gumbel"])
def test_it_saves_evaluations_and_simulations_of_proofs(root, leaves):
    game = load_game("gomoku:6x6/4")
    position = game.position_from("c3d4d3c4b3")
    spent = {}
    for config in (SEEING, BLIND):
        settings = replace(config, root=root, leaves_per_batch=leaves)
        search = Search(game, HashEvaluator(game), settings)
        result = search.run(position, Limit(simulations=20_000))
        spent[config] = result.simulations
        assert result.proof.value == "loss"
    assert spent[SEEING] < spent[BLIND] / 3


def test_the_moves_of_a_python_game_are_tried_where_there_are_few():
    game = reference_of(load_game("connect4"))
    position = game.position_from("1213141")
    threatened = game.position_from("12131")
    evaluator = ConstantEvaluator([0.0] * 7)
    result = Search(game, evaluator).run(game.position_from("121314"), Limit(simulations=50))
    assert position.outcome is not None
    assert (result.best_move, result.proof.plies, evaluator.asked) == ("1", 1, 0)
    result = Search(game, UniformEvaluator()).run(threatened, Limit(simulations=100))
    assert result.best_move == "1"


def test_the_moves_of_a_large_python_game_are_not_tried():
    game = reference_of(load_game("gomoku:5x4/4"))
    evaluator = ConstantEvaluator([0.0] * 20)
    Search(game, evaluator).run(game.position_from("a1a2b1b2c1c2"), Limit(simulations=5))
    assert evaluator.asked > 0


@pytest.mark.parametrize("keep", [True, False])
def test_a_proven_position_that_is_reached_by_play_shows_its_next_move(keep):
    game = load_game("gomoku:8x8/5")
    position = game.parse_board("........\n" * 7 + ".oooo...\nx to move")
    search = Search(game, UniformEvaluator(), SearchConfig(reuse_tree=keep))
    for _ in range(2):
        result = search.run(position, Limit(simulations=100))
        assert_line_shows(position, result)
        position = position.play(result.best_action)
    assert position.outcome.winner == 1


EXPLORED_BEFORE_IT_IS_PROVEN = """
. x o o . o . . .
. . . . . . . x .
x . o . o . o . .
. x . x . . . . .
. o o . . . x . o
. o x x . x . x .
x . o . . o x . x
x . . o . x o . .
o o x o x o x o x
x to move
"""


def test_the_line_of_a_proof_does_not_follow_what_was_explored_before_it():
    game = load_game("gomoku:9x9/5")
    position = game.parse_board(EXPLORED_BEFORE_IT_IS_PROVEN)
    search = Search(game, UniformEvaluator())
    search.run(position, Limit(simulations=200))
    position = position.play("c6")
    search.advance("c6")
    result = search.run(position, Limit(simulations=10))
    assert (result.proof.value, result.proof.plies) == ("win", 13)
    assert_line_shows(position, result)


def test_tactical_rollouts_are_the_same_for_any_number_of_threads():
    game = load_game("gomoku:9x9/5")
    visits = [
        Search(game, RolloutEvaluator(threads, tactical=True), SearchConfig(leaves_per_batch=16))
        .run(game.initial(), Limit(simulations=300))
        .visits
        for threads in (1, 3)
    ]
    np.testing.assert_array_equal(*visits)
