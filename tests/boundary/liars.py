"""A sound game, and ways to break its word in some of its positions."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from tengen import Game, Outcome, Symmetry

State = tuple[int, int, tuple[int | None, ...]]  # who began, whose turn, and the cells


class Row(Game[State]):
    """Five cells in a row; who has two neighbouring cells wins. Mirrored, it is the same."""

    name = "row"
    width, height = 5, 1
    num_actions = max_plies = 5

    def initial_state(self, first: int) -> State:
        return first, first, (None,) * 5

    def to_move(self, state: State) -> int:
        return state[1]

    def legal_actions(self, state: State) -> Any:
        if self.outcome(state):
            return []
        return [cell for cell, stone in enumerate(state[2]) if stone is None]

    def next_state(self, state: State, action: int) -> State:
        first, to_move, cells = state
        return first, 1 - to_move, (*cells[:action], to_move, *cells[action + 1 :])

    def outcome(self, state: State) -> Any:
        cells = state[2]
        for left, right in pairwise(cells):
            if left is not None and left == right:
                return Outcome(left, "neighbours")
        return None if None in cells else Outcome(None, "full")

    def cells(self, state: State) -> tuple[int | None, ...]:
        return state[2]

    @property
    def symmetries(self) -> Any:
        still, turned = tuple(range(5)), tuple(reversed(range(5)))
        return Symmetry(still, still), Symmetry(turned, turned)

    def permute_state(self, state: State, symmetry: int) -> State:
        return (*state[:2], state[2][::-1]) if symmetry else state


@dataclass(frozen=True)
class Lie:
    """What one method answers, given its true answer, where the game lies."""

    method: str
    answer: Callable[[Any], Any]
    words: str
    """What the error must say."""


def _raising(_: Any) -> Any:
    raise ZeroDivisionError("broken rules")


def _endless(_: Any) -> Any:
    return iter(int, 1)


class Unprintable:
    """Not even its text can be had."""

    def __repr__(self) -> str:
        raise RuntimeError("no text")


WRONG_VERDICTS = [
    Lie("legal_actions", lambda _: list(range(900)), "legal_actions"),
    Lie("legal_actions", lambda _: [5], "legal_actions must be from 0 to 4"),
    Lie("legal_actions", lambda _: [-1, 0], "legal_actions must be from 0 to 4"),
    Lie("legal_actions", lambda _: [2**40], "legal_actions must be from 0 to 4"),
    Lie(
        "legal_actions",
        lambda true: [*true, *true],
        "legal_actions must be in ascending order without duplicates",
    ),
    Lie(
        "legal_actions",
        lambda _: [3, 1],
        "legal_actions must be in ascending order without duplicates",
    ),
    Lie("legal_actions", lambda _: ["a"], "legal_actions must be ints"),
    Lie("legal_actions", lambda _: [1.5], "legal_actions must be ints"),
    Lie("legal_actions", lambda _: [Unprintable()], "legal_actions must be ints"),
    Lie("legal_actions", lambda _: None, "legal_actions raised TypeError"),
    Lie("legal_actions", _endless, "legal_actions"),
    Lie("legal_actions", lambda true: [] if true else [0], "empty exactly when the game is over"),
    Lie("legal_actions", _raising, "legal_actions raised ZeroDivisionError: broken rules"),
    Lie("to_move", lambda _: 2, "to_move must be seat 0 or 1"),
    Lie("to_move", lambda _: -1, "to_move must be seat 0 or 1"),
    Lie("to_move", lambda _: None, "to_move must be seat 0 or 1"),
    Lie("to_move", lambda _: 0.5, "to_move must be seat 0 or 1"),
    Lie("to_move", lambda _: np.zeros(3), "to_move must be seat 0 or 1"),
    Lie("to_move", _raising, "to_move raised ZeroDivisionError"),
    Lie("outcome", lambda _: Outcome(7, "seven"), "outcome must be None or Outcome"),
    Lie("outcome", lambda _: Outcome("a", "letter"), "outcome must be None or Outcome"),  # type: ignore[arg-type]
    Lie("outcome", lambda _: 1, "outcome must be None or Outcome"),
    Lie("outcome", lambda _: False, "outcome must be None or Outcome"),
    Lie("outcome", _raising, "outcome raised ZeroDivisionError"),
    Lie("next_state", lambda _: None, "raised TypeError"),
    Lie("next_state", _raising, "next_state raised ZeroDivisionError"),
]
WRONG_PLANES = [
    Lie("encode", lambda true: true[:, :, :4], "encode: 4-planes must have shape (4, 1, 5)"),
    Lie(
        "encode", lambda true: np.zeros((4, 1, 500), np.float32), "encode: 4-planes must have shape"
    ),
    Lie("encode", lambda true: true[0], "encode: 4-planes must have shape (4, 1, 5)"),
    Lie("encode", lambda true: true.astype(np.float64), "encode: 4-planes must be finite float32"),
    Lie(
        "encode", lambda true: true.astype(np.complex64), "encode: 4-planes must be finite float32"
    ),
    Lie(
        "encode", lambda true: true * np.float32(np.nan), "encode: 4-planes must be finite float32"
    ),
    Lie("encode", lambda true: true.tolist(), "encode: 4-planes must be a numpy array"),
    Lie("encode", lambda _: None, "encode: 4-planes must be a numpy array"),
    Lie("encode", _raising, "encode raised ZeroDivisionError"),
]
WRONG_HASHES = [
    Lie("hash_state", lambda _: 2**64, "hash_state: hash must fit in 64 bits"),
    Lie("hash_state", lambda _: -1, "hash_state: hash must fit in 64 bits"),
    Lie("hash_state", lambda _: "hash", "hash_state: hash must fit in 64 bits"),
    Lie("hash_state", lambda _: None, "hash_state: hash must fit in 64 bits"),
    Lie("hash_state", _raising, "hash_state raised ZeroDivisionError"),
]
WRONG_PLAYOUTS = [
    Lie(
        "playout_state", lambda _: None, "playout_state must end with Outcome(None, 0 or 1, reason)"
    ),
    Lie("playout_state", lambda _: 1, "playout_state must end with Outcome"),
    Lie("playout_state", lambda _: Outcome(7, "seven"), "playout_state must end with Outcome"),
    Lie("playout_state", _raising, "playout_state raised ZeroDivisionError"),
]


class Liar(Row):
    """Keeps its word until `stones` lie on the board, and breaks it from then on."""

    name = "liar"

    def __init__(self, lie: Lie, stones: int = 2) -> None:
        self._lie = lie
        self._stones = stones
        setattr(self, lie.method, self._lying(getattr(super(), lie.method)))

    def _lying(self, truth: Callable[..., Any]) -> Callable[..., Any]:
        def answer(subject: Any, *arguments: Any) -> Any:
            true = truth(subject, *arguments)
            state = getattr(subject, "state", subject)
            stones = 5 - state[2].count(None)
            return self._lie.answer(true) if stones >= self._stones else true

        return answer
