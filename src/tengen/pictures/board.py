"""What a picture of a board shows."""

from dataclasses import dataclass
from typing import Literal

Look = Literal["wood", "frame", "felt", "paper", "plain"]
"""Stones on intersections, discs in a frame, discs on green squares, crosses and noughts, or discs
on plain squares for any other game."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate move of a search."""

    cell: int
    share: float
    """Its share of the visits, 0 to 1."""
    is_best: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Cells go row by row, row 1 first; each holds a seat (0 or 1) or None."""

    look: Look
    width: int
    height: int
    cells: tuple[int | None, ...]
    column_names: tuple[str, ...]
    row_names: tuple[str, ...] = ()
    """Empty if rows have no names."""
    first_row_on_top: bool = False
    last: int | None = None
    """The cell of the last stone."""
    won: frozenset[int] = frozenset()
    """The cells of the line that won."""
    playable: frozenset[int] = frozenset()
    """Empty cells to mark as playable, in games where few are."""
    candidates: tuple[Candidate, ...] = ()
    title: str = ""
    """Alternative text for readers who cannot see the picture."""
