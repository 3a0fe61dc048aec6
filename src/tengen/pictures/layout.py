"""Positions of things in a picture of a board."""

from dataclasses import dataclass
from typing import Self

from tengen.pictures.board import Board

CELL = 40
"""The side of a cell in units of the picture."""
_EDGE = 24
_BARE_EDGE = 12
"""At sides without coordinates."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Lengths of a picture."""

    board: Board
    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def of(cls, board: Board) -> Self:
        """Coordinates are on all sides, or only above the columns if rows have no names."""
        side = _EDGE if board.row_names else _BARE_EDGE
        return cls(board, side, _EDGE, side, _EDGE if board.row_names else _BARE_EDGE)

    @property
    def width(self) -> float:
        """Of the whole picture."""
        return self.left + self.board.width * CELL + self.right

    @property
    def height(self) -> float:
        """Of the whole picture."""
        return self.top + self.board.height * CELL + self.bottom

    @property
    def name_rows(self) -> tuple[float, ...]:
        """The heights at which columns are named."""
        above, below = _EDGE / 2 + 1, self.height - _EDGE / 2 - 1
        return (above, below) if self.board.row_names else (above,)

    @property
    def name_columns(self) -> tuple[float, float]:
        """Where rows are named."""
        return _EDGE / 2 + 1, self.width - _EDGE / 2 - 1

    def corner(self, cell: int) -> tuple[float, float]:
        """The upper left corner of a cell."""
        row, column = divmod(cell, self.board.width)
        from_top = row if self.board.first_row_on_top else self.board.height - 1 - row
        return self.left + column * CELL, self.top + from_top * CELL

    def centre(self, cell: int) -> tuple[float, float]:
        """The middle of a cell."""
        x, y = self.corner(cell)
        return x + CELL / 2, y + CELL / 2
