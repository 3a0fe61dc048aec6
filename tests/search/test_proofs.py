"""Proven wins, draws and losses (SPEC M16)."""

import random
from functools import cache

import numpy as np
import pytest

from tengen import (
    Limit,
    Position,
    RolloutEvaluator,
    Search,
    SearchConfig,
    SearchPool,
    UniformEvaluator,
    load_game,
)
from tests.search.fakes import HashEvaluator, random_position

EXACT = {"win": 1, "draw": 0, "loss": -1}


def reachable(position: Position) -> dict[int, Position]:
    """Every position that can follow this one and is not over, by its hash."""
    found, waiting = {}, [position]
    while waiting:
        current = waiting.pop()
        if current.hash in found or current.outcome is not None:
            continue
        found[current.hash] = current
        waiting += [current.play(action) for action in current.legal_actions]
    return found


@cache
def minimax(position: Position) -> int:
    """The exact value for the side to move; sides, not plies, change the sign."""
    if position.outcome is not None:
        return position.outcome.value_for(position.to_move)
    after = [position.play(action) for action in position.legal_actions]
    return max(minimax(p) if p.to_move == position.to_move else -minimax(p) for p in after)


def assert_line_shows(position: Position, result) -> None:
    """The proof's line is legal and ends as claimed, after as many plies as claimed."""
    end = position
    for action in result.proof.line:
        end = end.play(action)
    assert len(result.proof.line) == result.proof.plies
    assert end.outcome is not None, f"\n{position}\n{result.proof}"
    assert end.outcome.value_for(position.to_move) == EXACT[result.proof.value]


@pytest.mark.parametrize("first", [0, 1])
def test_every_position_of_tic_tac_toe_is_proven_to_its_minimax_value(first):
    game = load_game("tictactoe")
    positions = list(reachable(game.initial(first)).values())
    assert len(positions) == 4520
    batch, enough = 226, Limit(simulations=5_000_000)
    pool = SearchPool(game, UniformEvaluator(), seeds=range(batch))
    for start in range(0, len(positions), batch):
        some = positions[start : start + batch]
        for position, result in zip(some, pool.run(some, enough), strict=True):
            assert result.stop_reason == "proven"
            assert EXACT[result.proof.value] == minimax(position) == result.root_value
            assert_line_shows(position, result)


@pytest.mark.parametrize("name", ["connect4:5x4", "gomoku:4x4/3", "othello:6x6"])
def test_endings_are_proven_to_their_minimax_value(name):
    chance = random.Random(name)
    late = [random_position(name, chance, 0.95) for _ in range(300)]
    positions = [position for position in late if empty_cells(position) <= 7][:40]
    assert len(positions) > 15
    for position in positions:
        search = Search(position.game, RolloutEvaluator(), seed=1)
        result = search.run(position, Limit(simulations=100_000))
        assert EXACT[result.proof.value] == minimax(position), f"\n{position}"
        assert_line_shows(position, result)


def empty_cells(position: Position) -> int:
    return list(position.game.cells(position.state)).count(None)


def some_moves_are_lost(name, simulations):
    """Searches that are not proven but know of moves that lose."""
    chance = random.Random(f"{name} {simulations}")
    for _ in range(120):
        position = random_position(name, chance, 0.8)
        search = Search(position.game, HashEvaluator(position.game), seed=chance.getrandbits(32))
        result = search.run(position, Limit(simulations=simulations))
        children = search.explain().children
        lost = [child.action for child in children if child.proof == "loss"]
        lost += set(position.legal_actions) - {child.action for child in children}
        if lost and result.proof is None:
            yield result, lost


@pytest.mark.parametrize("simulations", [25, 60, 200])
@pytest.mark.parametrize("name", ["tictactoe", "connect4", "gomoku:6x7/5"])
def test_a_proven_loss_is_never_played_while_there_is_anything_else(name, simulations):
    rng, seen = np.random.default_rng(1), 0
    for result, lost in some_moves_are_lost(name, simulations):
        seen += 1
        assert result.best_action not in lost
        assert not result.policy_target[lost].any()
        assert result.policy_target.sum() == pytest.approx(1)
        assert not {result.pick(3.0, rng) for _ in range(30)} & set(lost)
    assert seen > 2


def test_a_proven_win_is_played_at_any_temperature():
    game = load_game("connect4")
    position = game.position_from("445566")
    result = Search(game, UniformEvaluator()).run(position, Limit(simulations=200))
    assert result.proof.value == "win"
    wins = {game.parse_action("3"), game.parse_action("7")}
    assert {result.pick(100.0, np.random.default_rng(seed)) for seed in range(20)} <= wins
    assert result.policy_target.max() == 1


def test_the_root_of_a_finished_proof_needs_no_simulation():
    game = load_game("tictactoe")
    search = Search(game, UniformEvaluator())
    position = game.position_from("a1")
    first = search.run(position, Limit(simulations=100_000))
    assert first.stop_reason == "proven"
    for action in first.line[:-1]:
        position = position.play(action)
        result = search.run(position, Limit(simulations=1000))
        assert (result.stop_reason, result.simulations) == ("proven", 0)
        assert result.best_action in position.legal_actions
        assert result.policy_target.sum() == pytest.approx(1)
        assert result.proof.value == "draw"


def test_without_proofs_the_value_still_converges():
    game = load_game("tictactoe")
    search = Search(game, UniformEvaluator(), SearchConfig(prove=False))
    result = search.run(game.position_from("b2b1"), Limit(simulations=20_000))
    assert result.proof is None
    assert result.stop_reason == "simulations"
    assert result.root_value > 0.95


@pytest.mark.parametrize("leaves", [1, 4, 16])
def test_a_proven_value_stays_exact_with_other_leaves_under_way(leaves):
    chance = random.Random(leaves)
    proven = 0
    for _ in range(80):
        position = random_position("tictactoe", chance, 0.8)
        evaluator = HashEvaluator(position.game)
        search = Search(position.game, evaluator, SearchConfig(leaves_per_batch=leaves))
        result = search.run(position, Limit(simulations=500))
        if result.proof is not None:
            assert result.root_value == EXACT[result.proof.value] == minimax(position)
            proven += 1
    assert proven > 20
