"""A game of one choice, for tests of what a choice hangs on."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tengen import Evaluation, Game, Outcome


class State(NamedTuple):
    first: int
    ply: int
    left: int | None
    """Forced plies to the end; None before the choice."""


class Fork(Game[State]):
    """The first move chooses how many forced moves follow; one seat wins whatever is chosen."""

    name = "fork"
    height = 1
    width = 16

    def __init__(self, lengths: Sequence[int], winner: int | None) -> None:
        self.lengths = lengths
        self.winner = winner
        self.num_actions = len(lengths)
        self.max_plies = 1 + max(lengths)

    def initial_state(self, first: int) -> State:
        return State(first, 0, None)

    def to_move(self, state: State) -> int:
        return (state.first + state.ply) % 2

    def legal_actions(self, state: State) -> list[int]:
        if state.left is None:
            return list(range(self.num_actions))
        return [0] if state.left else []

    def next_state(self, state: State, action: int) -> State:
        left = self.lengths[action] if state.left is None else state.left - 1
        return State(state.first, state.ply + 1, left)

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(self.winner, "end") if state.left == 0 else None

    def cells(self, state: State) -> list[int | None]:
        left = state.left or 0
        return [0] * left + [None] * (self.width - left)


class SoloFork(Fork):
    """The same choice where the side that made it also makes every forced move."""

    def to_move(self, state: State) -> int:
        return state.first


class ForkEvaluator:
    """Knows the result and the plies left, as a perfect net would; its policy may mislead."""

    def __init__(self, game: Fork, logits: Sequence[float], first: int = 0) -> None:
        self.game = game
        self.logits = np.array(logits, np.float32)
        self.first = first

    def evaluate(self, planes: np.ndarray) -> Evaluation:
        answers = [self.answer(sample) for sample in planes]
        values, plies = np.array(answers, np.float32).T.copy()
        return Evaluation(np.tile(self.logits, (len(planes), 1)), values, None, plies)

    def answer(self, sample: np.ndarray) -> tuple[float, float]:
        left = int(sample[:2].sum())
        if left == 0:
            left = 1 + round(float(np.mean(self.game.lengths)))
        seat_that_began_is_to_move = sample[3, 0, 0] == 1
        to_move = self.first if seat_that_began_is_to_move else 1 - self.first
        return (1.0 if to_move == self.game.winner else -1.0), left
