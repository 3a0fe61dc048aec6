"""A position: a game, a state of it, and its history. Immutable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from tengen.errors import GameOverError, IllegalActionError, NoHistoryError, NotationError
from tengen.rules.arguments import require_whole_number
from tengen.rules.outcome import Outcome
from tengen.rules.own_names import unquoted

if TYPE_CHECKING:
    from tengen.rules.game import Game

State = TypeVar("State")


class Position(Generic[State]):
    """A position of any game: native, Python or OpenSpiel."""

    __slots__ = ("_parent", "first", "game", "last_action", "state")

    def __init__(
        self,
        game: Game[State],
        state: State,
        first: int,
        last_action: int | None = None,
        parent: Position[State] | None = None,
    ) -> None:
        self.game = game
        self.state = state
        self.first = first
        """The seat that made (or makes) the first move."""
        self.last_action = last_action
        self._parent = parent

    @property
    def to_move(self) -> int:
        """The seat (0 or 1) whose turn it is."""
        return self.game.to_move(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is unfinished."""
        return self.game.outcome(self.state)

    @property
    def legal_actions(self) -> list[int]:
        """The legal actions in ascending order; none when the game is over."""
        # One more than allowed: a faulty game may return an endless iterator.
        return list(islice(self.game.legal_actions(self.state), self.game.num_actions + 1))

    @property
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """True for every legal action, [A]."""
        mask = np.zeros(self.game.num_actions, np.bool_)
        mask[self.legal_actions] = True
        return mask

    def play(self, move: int | str) -> Position[State]:
        """The position after a move: an action, or its name such as `h8`.

        Raises `IllegalActionError`, or `NotationError` for what is not a move.
        """
        action = move if type(move) is int else self._action_of(move)
        if not self.game.is_legal(self.state, action):
            raise self._refusal(action)
        state = self.game.next_state(self.state, action)
        return Position(self.game, state, self.first, action, self)

    def _action_of(self, move: object) -> int:
        if isinstance(move, str):
            return self.parse_move(move)
        last = self.game.num_actions - 1
        example = repr(self.game.action_name(last))
        return require_whole_number(
            move, f"a move must be a name such as {example} or an action 0 to {last}"
        )

    def after(self, actions: Iterable[int]) -> Position[State]:
        """The position after several actions."""
        position = self
        for action in actions:
            position = position.play(action)
        return position

    def move_name(self, action: int) -> str:
        """The name of an action in this position."""
        return self.game.move_name(self, action)

    def parse_move(self, name: str) -> int:
        """The action of a name, quoted or not, in this position; raises `NotationError`."""
        try:
            return self.game.parse_move(self, name)
        except NotationError:
            if (plain := unquoted(name)) == name.strip():
                raise
            return self.game.parse_move(self, plain)

    def move_names(self, actions: Iterable[int]) -> list[str]:
        """The names of consecutive actions, starting from this position."""
        position, names = self, []
        for action in actions:
            names.append(position.move_name(action))
            if self.game.names_moves:
                position = position.play(action)
        return names

    @property
    def last_move_name(self) -> str | None:
        """The name of the last action, None before the first."""
        if self.last_action is None:
            return None
        return (self._parent or self).move_name(self.last_action)

    @property
    def history_names(self) -> list[str]:
        """The names of the moves that led here."""
        return self._path()[0].move_names(self.history)

    @property
    def moves_text(self) -> str:
        """The moves that led here, as a string that `Game.position_from` reads."""
        return self.game.join_moves(self.history_names)

    def undo(self) -> Position[State]:
        """The position before the last action."""
        if self._parent is None:
            raise NoHistoryError("no earlier position: no move has been played")
        return self._parent

    @property
    def history(self) -> tuple[int, ...]:
        """The actions played since the start, or since the board was set up."""
        return tuple(p.last_action for p in self._path()[1:] if p.last_action is not None)

    @property
    def start(self) -> Position[State]:
        """The position before the first action: the start of the game, or a board set up."""
        return self._path()[0]

    @property
    def hash(self) -> int:
        """64 bits of stones, side to move and first seat; transpositions agree."""
        return self.game.hash_state(self.state)

    def planes(self, encoding: str) -> npt.NDArray[np.float32]:
        """What a network sees: [C, height, width] from the side to move's view."""
        return self.game.encode(self, encoding)

    def apply_symmetry(self, symmetry: int) -> Position[State]:
        """This position and its history under the game's symmetry with this number."""
        symmetries = self.game.symmetries
        symmetry = require_whole_number(symmetry, "a symmetry must be an integer")
        if not 0 <= symmetry < len(symmetries):
            raise NotationError(
                f"{self.game.name} has symmetries 0 to {len(symmetries) - 1}; got {symmetry!r}"
            )
        image: Position[State] | None = None
        for position in self._path():
            state = self.game.permute_state(position.state, symmetry)
            action = position.last_action
            moved = None if action is None else symmetries[symmetry].action_image[action]
            image = Position(self.game, state, self.first, moved, image)
        assert image is not None
        return image

    def playout(self, seed: int, *, tactical: bool = False) -> Outcome:
        """The outcome of a game of uniformly random moves from here.

        `tactical`: both sides take a win at once and stop the other's.
        """
        number = require_whole_number(seed, "a seed must be an integer") % 2**64
        play = self.game.tactical_playout_state if tactical else self.game.playout_state
        return play(self.state, number)

    def winning_actions(self, seat: int | None = None) -> Sequence[int]:
        """The actions that win at once for the side to move, or for `seat` if it were its turn.

        Of the side that is not to move they are known in Gomoku and Connect Four.
        """
        if seat not in (None, 0, 1):
            raise NotationError(f"a seat must be 0 or 1; got {seat!r}")
        return self.game.winning_actions(self.state, self.to_move if seat is None else seat)

    def _path(self) -> list[Position[State]]:
        """All positions from the start to this one."""
        path: list[Position[State]] = []
        position: Position[State] | None = self
        while position is not None:
            path.append(position)
            position = position._parent
        return path[::-1]

    def _refusal(self, action: int) -> IllegalActionError:
        if (outcome := self.outcome) is not None:
            return GameOverError(f"the game is over: {outcome}")
        if not 0 <= action < self.game.num_actions:
            last = self.game.num_actions - 1
            return IllegalActionError(
                f"{self.game.name} has actions 0 to {last} ({self.game.action_name(0)} to "
                f"{self.game.action_name(last)}); got {action!r}"
            )
        return IllegalActionError(
            f"{self.move_name(action)} (action {action}) is not legal here; legal: "
            f"{self._some_legal_names()}"
        )

    def _some_legal_names(self, most: int = 8) -> str:
        actions = self.legal_actions
        names = [self.move_name(action) for action in actions[:most]]
        more = f" and {len(actions) - most} more" if len(actions) > most else ""
        return ", ".join(names) + more

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.game.name == other.game.name
            and (self.first, self.last_action) == (other.first, other.last_action)
            and (self.to_move, self.hash) == (other.to_move, other.hash)
        )

    def __hash__(self) -> int:
        return hash((self.game.name, self.hash))

    def __str__(self) -> str:
        return self.game.draw(self)

    def __repr__(self) -> str:
        from tengen.rules.showing import moves_summary, status_text

        return f"<Position of {self.game.name} after {moves_summary(self)}: {status_text(self)}>"

    def to_svg(self) -> str:
        """The board as SVG; raises `UnsupportedError` for games without a board to draw."""
        from tengen.rules.showing import board_picture

        return board_picture(self)

    def _repr_html_(self) -> str:
        """How notebooks show it."""
        from tengen.rules.showing import position_html

        return position_html(self)
