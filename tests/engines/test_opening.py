"""Swap2: stones and sides."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from tengen import load_game
from tengen.engines.opening import choose_or_add, choose_side, propose_stones, two_more_stones
from tengen.engines.protocol import cell_text
from tests.engines.transcripts import Talk

GAME = load_game("gomoku:15x15/5")


@dataclass
class Thought:
    root_value: float
    best_action: int = 0
    values: np.ndarray = field(default_factory=lambda: np.full(225, np.nan))


@pytest.mark.parametrize("line", ["START 5", "START 15", "RECTSTART 20,6", "RECTSTART 5,9"])
def test_three_different_stones_are_proposed(line):
    (answer,) = Talk(line).answer("SWAP2BOARD", "DONE")
    stones = answer.split()
    assert len(set(stones)) == 3


def test_the_most_even_pattern_is_proposed():
    values, shares = iter([0.5, -0.4, 0.02, -0.7, 0.6, 0.03]), []

    def think(position, share):
        shares.append(share)
        assert (len(position.history), position.to_move) == (3, 1)
        seen.append(position.history)
        return Thought(next(values))

    seen = []
    assert propose_stones(GAME, think) == seen[2]
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize("count", [3, 5])
@pytest.mark.parametrize(("value", "action"), [(0.2, 7), (0.0, 7), (-0.2, None)])
def test_white_stays_where_white_is_better_and_swaps_where_black_is(count, value, action):
    stones = [GAME.action_at(5, column) for column in (3, 9, 5, 11, 7)][:count]
    assert choose_side(GAME, stones, lambda *asked: Thought(value, 7)) == action


@pytest.mark.parametrize(
    ("count", "value", "choice"),
    [
        (3, 0.3, "white"),
        (3, -0.3, "black"),
        (3, 0.05, "two_more"),
        (3, -0.05, "two_more"),
        (5, 0.05, "white"),
        (5, -0.05, "black"),
    ],
)
def test_three_stones_that_are_nearly_even_get_two_more(count, value, choice):
    stones = [GAME.action_at(5, column) for column in (3, 9, 5, 11, 7)][:count]
    assert choose_or_add(GAME, stones, lambda *asked: Thought(value)) == choice


def test_two_more_stones_are_whites_best_and_the_most_even_reply():
    stones = [GAME.action_at(5, column) for column in (3, 9, 5)]
    values = np.full(225, np.nan)
    values[[7, 8, 9]] = 0.6, -0.1, 0.2
    seen = []

    def think(position, share):
        seen.append((position.history, share))
        return Thought(0.0, 100, values)

    assert two_more_stones(GAME, stones, think) == (100, 8)
    assert seen == [((*stones,), 0.5), ((*stones, 100), 1.0)]


def test_a_side_that_wins_at_once_is_taken():
    """Black has a row of three and white nothing near: whoever plays black is better."""
    talk = Talk("START 9", "INFO timeout_turn 500")
    assert talk.answer("SWAP2BOARD", "3,4", "0,0", "4,4", "8,8", "5,4", "DONE") == ["SWAP"]


def test_staying_white_is_answered_with_one_move(monkeypatch):
    talk = Talk("START 9")
    monkeypatch.setattr("tengen.engines.engine.choose_side", lambda game, *rest: 0)
    assert talk.answer("SWAP2BOARD", "3,4", "0,0", "4,4", "DONE") == [
        cell_text(load_game("gomoku:9x9/5"), 0)
    ]
    assert len(talk.engine._position.history) == 4


@pytest.mark.parametrize(
    ("stones", "error"),
    [
        (["1,1"], "ERROR SWAP2BOARD takes 0, 3 or 5 stones; got 1"),
        (["1,1", "1,1", "2,2"], "ERROR 1,1 is not empty"),
        (["1,1", "x", "2,2"], "ERROR a cell x,y must be 2 comma-separated numbers; got 'x'"),
        (["1,1", "9,1", "2,2"], "ERROR 9,1 is not on the 9x9 board"),
    ],
)
def test_stones_that_make_no_sense_are_an_error(stones, error):
    (answer,) = Talk("START 9").answer("SWAP2BOARD", *stones, "DONE")
    assert answer.startswith(error)
