"""`Game`: the rules as a dozen methods on states. Subclass it to write your own game.

A state is any immutable value that holds everything the rules need. The abstract methods are the
rules; the others have defaults that suit most board games. `Game.initial` and `Position.play`
then give positions that work everywhere in Tengen.
"""

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import islice
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from tengen.errors import NotationError, UnsupportedError
from tengen.rules import boards, notation, own_names
from tengen.rules.arguments import require_text, require_whole_number, shown
from tengen.rules.facts import ActionForm, Corner, GameFacts
from tengen.rules.guard import guard
from tengen.rules.outcome import Outcome
from tengen.rules.playouts import random_playout
from tengen.rules.position import Position
from tengen.rules.symmetry import Symmetry, identity

State = TypeVar("State")


class Encoding(StrEnum):
    """How a position is shown to a network, always from the side to move's view."""

    THREE_PLANES = "3-planes"
    """Own stones, other stones, all ones when seat 0 is to move."""
    FOUR_PLANES = "4-planes"
    """Own stones, other stones, last action, all ones when the side to move began the game."""


PLANE_COUNTS = {Encoding.THREE_PLANES: 3, Encoding.FOUR_PLANES: 4}


@dataclass(frozen=True, slots=True)
class GameSpec:
    """The facts about a game that other packages and checkpoints rely on."""

    name: str
    version: int
    width: int
    height: int
    num_actions: int
    max_plies: int
    num_symmetries: int
    encodings: tuple[str, ...]


class Game(ABC, Generic[State]):
    """Rules of a two-player, zero-sum game without chance or hidden information."""

    name: str
    version: int = 1
    width: int
    height: int
    num_actions: int
    max_plies: int
    encodings: tuple[str, ...] = (Encoding.THREE_PLANES, Encoding.FOUR_PLANES)

    def __init_subclass__(cls, *, guarded: bool = True) -> None:
        """`guarded=False` skips the checks, for speed, in rules known to keep the contract."""
        super().__init_subclass__()
        if guarded:
            guard(cls)

    # The rules.

    @abstractmethod
    def initial_state(self, first: int) -> State:
        """The state before the first move, which seat `first` makes."""

    @abstractmethod
    def to_move(self, state: State) -> int:
        """The seat (0 or 1) whose turn it is; must not raise when the game is over."""

    @abstractmethod
    def legal_actions(self, state: State) -> Sequence[int]:
        """The legal actions in ascending order; empty exactly when the game is over."""

    @abstractmethod
    def next_state(self, state: State, action: int) -> State:
        """The state after a legal action. Must not change `state`."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it is unfinished."""

    @abstractmethod
    def cells(self, state: State) -> Sequence[int | None]:
        """The occupant of each cell, row by row from row 1: a seat, or None if empty."""

    # Optional methods.

    def place(
        self, cells: Sequence[int | None], to_move: int, first: int, last_action: int | None
    ) -> State:
        """The state with these stones on the board; the inverse of `cells`."""
        raise UnsupportedError(f"{self.name} does not support setting up a board")

    @cached_property
    def facts(self) -> GameFacts:
        """What boards, record files, engines and people need to know.

        Guessed from the numbers by default; override it, for instance with
        `facts = GameFacts(line_length=5, line_rule=LineRule.FREE_STYLE)`.
        """
        return GameFacts.inferred(self.width, self.height, self.num_actions)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All symmetries of the game; number 0 is the identity."""
        return (identity(self.width * self.height, self.num_actions),)

    def permute_state(self, state: State, symmetry: int) -> State:
        """The state as symmetry number `symmetry` shows it."""
        if symmetry == 0:
            return state
        raise UnsupportedError(f"{self.name} has symmetries but does not define permute_state")

    def is_legal(self, state: State, action: int) -> bool:
        """Whether the action may be played."""
        return action in islice(self.legal_actions(state), self.num_actions)

    def hash_state(self, state: State) -> int:
        """A 64-bit hash of the state, the same on every machine."""
        digest = hashlib.blake2b(repr(state).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "little")

    def encode(self, position: Position[State], encoding: str) -> npt.NDArray[np.float32]:
        """Planes [C, height, width] from the side to move's view (SPEC G7)."""
        planes = np.zeros((self.plane_count(encoding), self.height, self.width), np.float32)
        cells = self.cells(position.state)
        for plane, seat in enumerate((position.to_move, 1 - position.to_move)):
            own = np.array([occupant == seat for occupant in cells])
            planes[plane] = own.reshape(self.height, self.width)
        if encoding == Encoding.THREE_PLANES:
            planes[2] = float(position.to_move == 0)
            return planes
        cell = self.cell_of(position)
        if cell is not None:
            planes[2].flat[cell] = 1.0
        planes[3] = float(position.to_move == position.first)
        return planes

    def cell_of(self, position: Position[State]) -> int | None:
        """The cell that the last action filled, or None."""
        action = position.last_action
        if action is None or action == self.facts.pass_action:
            return None
        if self.facts.actions is not ActionForm.COLUMNS:
            return action if action < self.width * self.height else None
        cells = self.cells(position.state)
        filled = (c for c in range(action, len(cells), self.width) if cells[c] is not None)
        return max(filled, default=None)

    def plane_count(self, encoding: str) -> int:
        """How many planes an encoding has."""
        if encoding not in self.encodings:
            offered = " or ".join(repr(str(name)) for name in self.encodings)
            raise UnsupportedError(f"{self.name} is encoded as {offered}; got {encoding!r}")
        return PLANE_COUNTS[Encoding(encoding)]

    def playout_state(self, state: State, seed: int) -> Outcome:
        """The outcome of a game of uniformly random moves from `state`."""
        return random_playout(self, state, seed, tactical=False)

    def tactical_playout_state(self, state: State, seed: int) -> Outcome:
        """The same for players who take a win at once and stop the other side's."""
        return random_playout(self, state, seed, tactical=True)

    def winning_actions(self, state: State, seat: int) -> Sequence[int]:
        """The actions by which `seat` would win at once if it were its turn, in ascending order.

        By trying every move. Of the side that is not to move, rules in Python know none.
        """
        if seat != self.to_move(state):
            return []
        ends = {a: self.outcome(self.next_state(state, a)) for a in self.legal_actions(state)}
        return [a for a, end in ends.items() if end is not None and end.winner == seat]

    # What every game inherits.

    @cached_property
    def spec(self) -> GameSpec:
        """The facts about this game."""
        return GameSpec(
            name=self.name,
            version=self.version,
            width=self.width,
            height=self.height,
            num_actions=self.num_actions,
            max_plies=self.max_plies,
            num_symmetries=len(self.symmetries),
            encodings=tuple(str(encoding) for encoding in self.encodings),
        )

    def initial(self, first: int = 0) -> Position[State]:
        """The position before the first move, which seat `first` makes."""
        if first not in (0, 1):
            raise NotationError(f"the first seat must be 0 or 1; got {first!r}")
        return Position(self, self.initial_state(first), first)

    def action_name(self, action: int) -> str:
        """The action as people write it: `h8`, `pass`, or a column such as `4`.

        A game may use any other names: unique printable strings.
        """
        return self._notation.name(action)

    def parse_action(self, name: str) -> int:
        """The action with this name, also in full-width characters; raises `NotationError`."""
        require_text(name, f"a move name must be a string such as {self.action_name(0)!r}")
        if self.names_actions:
            return own_names.find_action(name, self._own_names, self.num_actions)
        return self._notation.parse(notation.half_width(name))

    def move_name(self, position: Position[State], action: int) -> str:
        """The name of a legal action where it depends on the position, as in chess."""
        return self.action_name(action)

    def parse_move(self, position: Position[State], name: str) -> int:
        """The action with this name in a position; raises `NotationError`."""
        return self.parse_action(name)

    def action_at(self, row: int, column: int) -> int:
        """The action on a cell; row 0 is the row of a1, column 0 the leftmost."""
        row, column = (
            require_whole_number(part, "a cell must be two integers, row and column")
            for part in (row, column)
        )
        if not (0 <= row < self.height and 0 <= column < self.width):
            size = f"{self.width}x{self.height}"
            raise NotationError(f"row {row}, column {column} is not on the {size} board")
        return self._notation.action_at(row, column)

    def row_and_column(self, action: int) -> tuple[int, int]:
        """The cell of an action; the inverse of `action_at`."""
        return self._notation.row_and_column(action)

    def position_from(self, moves: str | Iterable[int | str], first: int = 0) -> Position[State]:
        """The position after `moves`: a string such as `h8i9` or `4455`, names, or actions."""
        position = self.initial(first)
        if not isinstance(moves, Iterable):
            raise NotationError(f"moves must be a string or a list of moves; got {shown(moves)}")
        for move in self.split_moves(moves) if isinstance(moves, str) else moves:
            position = position.play(move)
        return position

    def split_moves(self, moves: str) -> list[str]:
        """The names in a move string, Chinese commas included; raises `NotationError`."""
        require_text(moves, "moves must be a string")
        if self.names_moves:
            return own_names.split_quoted(moves, at_commas=bool(re.fullmatch(r"[\d,\s]*", moves)))
        if self.names_actions:
            has_commas = any("," in name for name in self._own_names)
            return own_names.split_quoted(moves, at_commas=not has_commas)
        return self._notation.split(notation.half_width(moves))

    def moves_text(self, actions: Iterable[int], first: int = 0) -> str:
        """The actions of a game as one string that `position_from` reads."""
        return self.join_moves(self.initial(first).move_names(actions))

    def join_moves(self, names: Iterable[str]) -> str:
        """Names of actions as one string; the inverse of `split_moves`."""
        if self.names_moves or self.names_actions:
            return " ".join(map(own_names.quoted, names))
        return self._notation.join(names)

    @property
    def rows_from_top(self) -> Sequence[int]:
        """The rows in the order people see them, the top one first."""
        rows = range(self.height)
        return rows if self.facts.origin is Corner.TOP_LEFT else rows[::-1]

    def draw(self, position: Position[State]) -> str:
        """The position as a text board that `parse_board` reads."""
        return boards.draw(self, position)

    def parse_board(self, text: str) -> Position[State]:
        """The position of a text board, without history; raises `NotationError`."""
        return boards.parse(self, text)

    @property
    def names_actions(self) -> bool:
        """Whether the game gives its actions names of its own."""
        return type(self).action_name is not Game.action_name

    @property
    def names_moves(self) -> bool:
        """Whether a name may mean another action in another position."""
        return type(self).move_name is not Game.move_name

    @cached_property
    def _own_names(self) -> dict[str, int]:
        return {self.action_name(action): action for action in range(self.num_actions)}

    @cached_property
    def _notation(self) -> notation.Notation:
        return notation.for_game(self.width, self.height, self.num_actions, self.facts)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    def _repr_html_(self) -> str:
        """How notebooks show it."""
        from tengen.rules.showing import game_html

        return game_html(self)
