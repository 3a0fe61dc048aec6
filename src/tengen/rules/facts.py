"""Facts about a game as data, for boards, record files, engines and people.

No package infers them from a game's name: `load_game("gomoku:15x15/5:standard").facts.line_rule`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class Family(StrEnum):
    """The games that come with Tengen, in any size."""

    TIC_TAC_TOE = "tictactoe"
    CONNECT_FOUR = "connect4"
    GOMOKU = "gomoku"
    OTHELLO = "othello"


class LineRule(StrEnum):
    """Which rows of stones win."""

    FREE_STYLE = "free-style"
    """Rows of the line length or longer."""
    EXACT = "exact"
    """Rows of exactly the line length; a longer one (an overline) does not count."""

    def wins(self, run: int, length: int) -> bool:
        """Whether a row of `run` stones wins where lines have `length`."""
        return run == length if self is LineRule.EXACT else run >= length


class BoardForm(StrEnum):
    """Where stones stand."""

    INTERSECTIONS = "intersections"
    SQUARES = "squares"
    COLUMNS = "columns"
    """Stones fall down columns onto those below."""


class ActionForm(StrEnum):
    """What an action is."""

    CELLS = "cells"
    """A cell, row by row; after the last cell there may be a pass."""
    COLUMNS = "columns"
    """A column that a stone falls down."""
    NUMBERS = "numbers"
    """Neither: a number without a place on the board."""


class Corner(StrEnum):
    """The corner of the first cell, a1, as people see the board."""

    BOTTOM_LEFT = "bottom left"
    TOP_LEFT = "top left"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFacts:
    """What holds in every position of a game; `check_game` looks for contradictions."""

    family: str | None = None
    """One of `Family`, or the family name that another game gives."""
    board: BoardForm = BoardForm.SQUARES
    origin: Corner = Corner.BOTTOM_LEFT
    actions: ActionForm = ActionForm.CELLS
    pass_action: int | None = None
    """The action that changes nothing but the side to move."""
    line_length: int | None = None
    """Stones in a row that win; None in games not won by lines."""
    line_rule: LineRule | None = None
    """Set exactly when `line_length` is."""
    counts_stones: bool = False
    """Whether the side with more stones at the end wins."""
    seat_names: tuple[str, str] = ("filled", "hollow")
    """What people call the two sides."""

    @property
    def gravity(self) -> bool:
        """Whether stones fall."""
        return self.board is BoardForm.COLUMNS

    @property
    def is_five_in_a_row(self) -> bool:
        """Whether this is five in a row as other programs play it, under either line rule."""
        return self.family == Family.GOMOKU and self.line_length == 5

    @classmethod
    def inferred(cls, width: int, height: int, num_actions: int) -> Self:
        """Facts guessed from a game's numbers, for games that state none."""
        cells = width * height
        if num_actions in (cells, cells + 1):
            return cls(pass_action=cells if num_actions > cells else None)
        if num_actions == width:
            return cls(board=BoardForm.COLUMNS, actions=ActionForm.COLUMNS)
        return cls(actions=ActionForm.NUMBERS)


def gomoku_facts(width: int, height: int, length: int, rule: LineRule) -> GameFacts:
    """Rows of stones on intersections; on 3x3 it is tic-tac-toe."""
    if (width, height, length, rule) == (3, 3, 3, LineRule.FREE_STYLE):
        return GameFacts(
            family=Family.TIC_TAC_TOE,
            line_length=3,
            line_rule=rule,
            seat_names=("cross", "nought"),
        )
    return GameFacts(
        family=Family.GOMOKU,
        board=BoardForm.INTERSECTIONS,
        line_length=length,
        line_rule=rule,
        seat_names=("black", "white"),
    )


CONNECT_FOUR_FACTS = GameFacts(
    family=Family.CONNECT_FOUR,
    board=BoardForm.COLUMNS,
    actions=ActionForm.COLUMNS,
    line_length=4,
    line_rule=LineRule.FREE_STYLE,
    seat_names=("red", "yellow"),
)


def othello_facts(side: int) -> GameFacts:
    """Discs on squares; Othello notation counts rows from the top."""
    return GameFacts(
        family=Family.OTHELLO,
        origin=Corner.TOP_LEFT,
        pass_action=side * side,
        counts_stones=True,
        seat_names=("black", "white"),
    )
