"""Names of actions, written and read: `h8` on grids, columns in Connect Four, else numbers."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from tengen.errors import NotationError
from tengen.rules.arguments import require_whole_number
from tengen.rules.facts import ActionForm, GameFacts

PASS = "pass"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_COLUMN_DIGITS = "123456789" + _LETTERS
# What Chinese keyboards type: full-width ASCII, the full-width space, the list comma.
_HALF_WIDTH = {0xFEE0 + code: code for code in range(0x21, 0x7F)} | {0x3000: " ", 0x3001: ","}


def half_width(text: str) -> str:
    """The text as moves and commands are written: full-width characters become ASCII."""
    return text.translate(_HALF_WIDTH)


class Notation(Protocol):
    """How the actions of one game are written."""

    def name(self, action: int) -> str:
        """The action's name."""

    def parse(self, name: str) -> int:
        """The action of a name; raises `NotationError`."""

    def split(self, moves: str) -> list[str]:
        """The names in a move string; spaces and commas may separate them."""

    def join(self, names: Iterable[str]) -> str:
        """A text of moves, the opposite of `split`."""

    def action_at(self, row: int, column: int) -> int:
        """The action on a cell."""

    def row_and_column(self, action: int) -> tuple[int, int]:
        """The cell of an action."""


def for_game(width: int, height: int, num_actions: int, facts: GameFacts) -> Notation:
    """The notation that suits a game's actions."""
    if facts.actions is ActionForm.CELLS and width <= len(_LETTERS):
        return GridNotation(width, height, has_pass=facts.pass_action is not None)
    if facts.actions is ActionForm.COLUMNS and width <= len(_COLUMN_DIGITS):
        return ColumnNotation(width)
    return NumberNotation(num_actions)


def _refuse_number(action: int, count: int) -> None:
    number = require_whole_number(action, f"actions are 0 to {count - 1}")
    if not 0 <= number < count:
        raise NotationError(f"actions are 0 to {count - 1}; got {action!r}")


@dataclass(frozen=True, slots=True)
class GridNotation:
    """`a1` is the first cell: a column letter, then the row counted from 1.

    The game's facts say which corner it is in.
    """

    width: int
    height: int
    has_pass: bool

    def name(self, action: int) -> str:
        """The action's name."""
        _refuse_number(action, self.width * self.height + self.has_pass)
        if action == self.width * self.height:
            return PASS
        row, column = divmod(action, self.width)
        return f"{_LETTERS[column]}{row + 1}"

    def parse(self, name: str) -> int:
        """The action of a name such as `h8`."""
        text = name.strip().lower()
        if self.has_pass and text == PASS:
            return self.width * self.height
        match = re.fullmatch(r"([a-z])([1-9][0-9]?)", text, re.ASCII)
        if match is None:
            raise NotationError(f"{name!r} is not a move; moves look like {self._example()}")
        row, column = int(match[2]) - 1, _LETTERS.index(match[1])
        if row >= self.height or column >= self.width:
            raise NotationError(f"{name!r} is not on the board; moves look like {self._example()}")
        return row * self.width + column

    def split(self, moves: str) -> list[str]:
        """The names in a text such as `h8i9` or `h8, i9`."""
        if junk := re.sub(r"[a-zA-Z]+[0-9]*|[\s,]+", "", moves):
            raise NotationError(f"{junk[0]!r} in {moves!r} is not part of a move")
        return re.findall(r"(?:pass|[a-z][0-9]*)", moves.lower())

    def join(self, names: Iterable[str]) -> str:
        """A text such as `h8i9`."""
        return "".join(names)

    def action_at(self, row: int, column: int) -> int:
        """The action on a cell."""
        return row * self.width + column

    def row_and_column(self, action: int) -> tuple[int, int]:
        """The cell of an action."""
        _refuse_number(action, self.width * self.height)
        return divmod(action, self.width)

    def _example(self) -> str:
        corner = f"a1 to {self.name(self.width * self.height - 1)}"
        return f"{corner}, or {PASS}" if self.has_pass else corner


@dataclass(frozen=True, slots=True)
class ColumnNotation:
    """One character per column: 1 to 9, then a, b, ... for wider boards."""

    width: int

    def name(self, action: int) -> str:
        """The action's name."""
        _refuse_number(action, self.width)
        return _COLUMN_DIGITS[action]

    def parse(self, name: str) -> int:
        """The action of a name such as `4`."""
        text = name.strip().lower()
        if len(text) != 1 or text not in _COLUMN_DIGITS[: self.width]:
            last = _COLUMN_DIGITS[self.width - 1]
            raise NotationError(f"{name!r} is not a column; columns are 1 to {last}")
        return _COLUMN_DIGITS.index(text)

    def split(self, moves: str) -> list[str]:
        """The names in a text such as `4455`."""
        return [character for character in moves if character not in ", \t\n"]

    def join(self, names: Iterable[str]) -> str:
        """A text such as `4455`."""
        return "".join(names)

    def action_at(self, row: int, column: int) -> int:
        """The action that drops a stone into a cell's column."""
        return column

    def row_and_column(self, action: int) -> tuple[int, int]:
        """A column has no single cell."""
        raise NotationError(f"column {self.name(action)} is not a single cell")


@dataclass(frozen=True, slots=True)
class NumberNotation:
    """Plain numbers, for games whose actions are neither cells nor columns."""

    num_actions: int

    def name(self, action: int) -> str:
        """The action's name."""
        _refuse_number(action, self.num_actions)
        return f"{action}"

    def parse(self, name: str) -> int:
        """The action of a name such as `17`."""
        text = name.strip().removesuffix(",")
        if not re.fullmatch(r"[0-9]{1,6}", text, re.ASCII) or int(text) >= self.num_actions:
            raise NotationError(
                f"{name!r} is not an action; actions are 0 to {self.num_actions - 1}"
            )
        return int(text)

    def split(self, moves: str) -> list[str]:
        """The names in a text such as `17, 3`."""
        return moves.replace(",", " ").split()

    def join(self, names: Iterable[str]) -> str:
        """A text such as `17,3`."""
        return ",".join(names)

    def action_at(self, row: int, column: int) -> int:
        """Actions of this game are not cells."""
        raise NotationError(f"row {row}, column {column} does not name an action of this game")

    def row_and_column(self, action: int) -> tuple[int, int]:
        """Actions of this game are not cells."""
        raise NotationError(f"action {action} is not a single cell")
