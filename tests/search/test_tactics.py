"""Win in one and block in one, in every game and corner (SPEC M2): the first test of the signs."""

import pytest

from tengen import Limit, RolloutEvaluator, SearchConfig, SearchPool, UniformEvaluator, load_game
from tests.search.tactics import (
    almost_full_lines,
    lines,
    positions_to_block,
    positions_to_win,
    winning_actions,
)

# Without proofs a rollout's luck may hide a win in one: that pair is left out.
KINDS = {
    "uniform": (UniformEvaluator(), True),
    "uniform, no proofs": (UniformEvaluator(), False),
    "rollout": (RolloutEvaluator(), True),
}
kinds = pytest.mark.parametrize(("evaluator", "prove"), KINDS.values(), ids=KINDS.keys())


def search_all(positions, evaluator, *, simulations, prove=True):
    config = SearchConfig(prove=prove)
    pool = SearchPool(positions[0].game, evaluator, config, seeds=range(len(positions)))
    return pool.run(positions, Limit(simulations=simulations))


@pytest.mark.parametrize("prove", [True, False])
@pytest.mark.parametrize(
    ("name", "length"),
    [("tictactoe", 3), ("gomoku:9x7/5", 5), ("gomoku:6x9/4:standard", 4), ("gomoku:3x12/3", 3)],
)
def test_every_line_is_completed_by_either_colour(name, length, prove):
    cases = list(almost_full_lines(load_game(name), length))
    positions = [position for position, _ in cases]
    results = search_all(positions, UniformEvaluator(), simulations=150, prove=prove)
    for (position, gap), result in zip(cases, results, strict=True):
        winning = winning_actions(position)
        assert gap in winning
        assert result.best_action in winning, f"\n{position}"


@kinds
@pytest.mark.parametrize(
    "name", ["tictactoe", "connect4", "connect4:4x7", "gomoku:6x4/4", "othello", "othello:6x6"]
)
def test_a_win_in_one_is_played(name, evaluator, prove):
    positions = positions_to_win(load_game(name), games=200)
    assert {(p.to_move, p.first) for p in positions} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    results = search_all(positions, evaluator, simulations=100, prove=prove)
    for position, result in zip(positions, results, strict=True):
        assert result.best_action in winning_actions(position), f"\n{position}"
        if prove:
            assert (result.proof.value, result.proof.plies) == ("win", 1)


def test_the_wins_of_connect_four_lie_on_every_line():
    completed = set()
    for position in positions_to_win(load_game("connect4"), games=5000):
        for action in winning_actions(position):
            after = position.play(action)
            cells = after.game.cells(after.state)
            own = {cell for cell, seat in enumerate(cells) if seat == position.to_move}
            completed |= {line for line in lines(7, 6, 4) if own.issuperset(line)}
    assert completed == set(lines(7, 6, 4))


@kinds
@pytest.mark.parametrize(
    "name",
    ["tictactoe", "connect4", "connect4:9x4", "gomoku:4x3/3", "gomoku:5x4/4", "gomoku:4x5/4"],
)
def test_a_threat_is_blocked(name, evaluator, prove):
    cases = positions_to_block(load_game(name), games=300, most=9)[:400]
    positions = [position for position, _ in cases]
    assert {(p.to_move, p.first) for p in positions} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    solved = search_all(positions, UniformEvaluator(), simulations=2000)
    results = search_all(positions, evaluator, simulations=200, prove=prove)
    checked = 0
    for (position, block), proven, result in zip(cases, solved, results, strict=True):
        if proven.proof is not None and proven.proof.value != "loss":  # else all moves are equal
            assert result.best_action == block, f"\n{position}"
            checked += 1
    assert checked > 20


def test_threats_are_blocked_on_every_line_of_a_board():
    game = load_game("gomoku:5x4/4")
    blocked = set()
    for position, block in positions_to_block(game, games=3000, most=12):
        cells = game.cells(position.state)
        other = {cell for cell, seat in enumerate(cells) if seat == 1 - position.to_move}
        blocked |= {line for line in lines(5, 4, 4) if (other | {block}).issuperset(line)}
    assert blocked == set(lines(5, 4, 4))
