"""A Python game as the core sees it: every answer is checked before use.

The core sizes its memory by what a game declares once, when a search or a window is created. A game
may break these promises later, in one position of a million or because it was changed, so every
answer is checked against them. The first violation raises a `GameContractError`.
"""

from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.rules.contract import (
    MOST_PLANE_VALUES,
    MOST_SYMMETRIES,
    SPEC_FIELDS,
    asked,
    blaming,
    check_actions,
    check_end,
    check_hash,
    check_outcome,
    check_planes,
    check_playout,
    check_plies,
    check_spec,
    check_symmetries,
    check_to_move,
    plane_count,
    refuse_other_game,
    require,
)
from tengen.rules.position import Position


class CheckedPosition(NamedTuple):
    """A position and its game's answers about it."""

    position: Position[Any]
    plies: int
    to_move: int
    finished: bool
    winner: int | None
    legal_actions: list[int]


class WatchedGame:
    """Answers the questions of the core about one game, shown in one encoding."""

    def __init__(self, game: Any, encoding: str) -> None:  # noqa: ANN401
        with blaming(game, "its spec"):
            check_spec(game)
        self.spec = tuple(getattr(game, field) for field in SPEC_FIELDS)
        *_, width, height, self._num_actions, self._max_plies = self.spec
        self._game = game
        self._encoding = encoding
        self.symmetries = self._read_symmetries(width * height)
        planes = plane_count(game, encoding)
        fits = planes * width * height <= MOST_PLANE_VALUES
        require(
            fits, game, f"plane_count: planes may hold at most {MOST_PLANE_VALUES:,} values", planes
        )
        self.shape = (planes, height, width)

    def _read_symmetries(self, cells: int) -> list[tuple[list[int], list[int]]]:
        game = self._game
        with blaming(game, "symmetries"):
            symmetries = list(islice(game.symmetries or (), MOST_SYMMETRIES + 1))
            check_symmetries(symmetries, cells, self._num_actions, game)
        return [([*map(int, s.cell_image)], [*map(int, s.action_image)]) for s in symmetries]

    def initial(self, first: int) -> CheckedPosition:
        """The position before the first move."""
        game = self._game
        position = Position(game, asked(game, "initial_state", game.initial_state, first), first)
        checked = self._checked(position, 0)
        begins = checked.to_move == first
        require(
            begins,
            position,
            "initial_state(first): it must be the turn of `first`",
            checked.to_move,
        )
        unfinished = not checked.finished
        require(unfinished, position, "initial_state: the initial position must not be finished")
        return checked

    def adopt(self, position: Position[Any]) -> CheckedPosition:
        """A position from elsewhere, which must be one of this game."""
        refuse_other_game(self._game, position)
        return self._checked(position, len(position.history))

    def after(self, position: Position[Any], action: int, plies: int) -> CheckedPosition:
        """The position after a legal action, which is move number `plies` of its game."""
        state = asked(position, "next_state", self._game.next_state, position.state, action)
        following = Position(self._game, state, position.first, action, position)
        return self._checked(following, plies)

    def _checked(self, position: Position[Any], plies: int) -> CheckedPosition:
        game, state = self._game, position.state
        check_plies(plies, self._max_plies, position)
        to_move = asked(position, "to_move", game.to_move, state)
        outcome = asked(position, "outcome", game.outcome, state)
        actions = asked(position, "legal_actions", self._legal_actions, state)
        with blaming(position, "legal_actions"):  # even comparing the answer may fail
            check_to_move(to_move, position)
            check_outcome(outcome, position)
            check_actions(actions, self._num_actions, position)
            check_end(actions, outcome, position)
        winner = None if outcome is None else outcome.winner
        actions = [int(action) for action in actions]
        return CheckedPosition(position, plies, int(to_move), outcome is not None, winner, actions)

    def _legal_actions(self, state: object) -> list[int]:
        """One more than the maximum: an iterator may be endless."""
        return list(islice(self._game.legal_actions(state), self._num_actions + 1))

    def planes(self, position: Position[Any]) -> npt.NDArray[np.float32]:
        """[C, height, width], without gaps."""
        planes = asked(position, "encode", self._game.encode, position, self._encoding)
        check_planes(planes, self._encoding, self.shape, position)
        return np.ascontiguousarray(planes)

    def hash(self, position: Position[Any]) -> int:
        """64 bits."""
        number = asked(position, "hash_state", self._game.hash_state, position.state)
        check_hash(number, position)
        return int(number)

    def playout(self, position: Position[Any], seed: int, tactical: bool) -> int | None:
        """The winner of a random game."""
        name = "tactical_playout_state" if tactical else "playout_state"
        outcome = asked(position, name, getattr(self._game, name), position.state, seed)
        check_playout(outcome, position)
        winner: int | None = outcome.winner
        return winner
