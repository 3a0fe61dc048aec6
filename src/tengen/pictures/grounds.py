"""The board below the stones, one function for each look."""

from collections.abc import Callable, Iterator

from tengen.pictures.board import Board, Look
from tengen.pictures.layout import CELL, Layout
from tengen.pictures.looks import Colours, blend
from tengen.pictures.points import star_points
from tengen.pictures.shapes import circle, line, rectangle


def _field(board: Board, layout: Layout, colours: Colours) -> str:
    """The ground of all cells."""
    width, height = board.width * CELL, board.height * CELL
    return rectangle(layout.left, layout.top, width, height, colours.ground)


def _wood(board: Board, layout: Layout, colours: Colours) -> Iterator[str]:
    """Lines that cross where stones stand, and star points."""
    yield _field(board, layout, colours)
    first_x, last_x = layout.left + CELL / 2, layout.left + (board.width - 0.5) * CELL
    first_y, last_y = layout.top + CELL / 2, layout.top + (board.height - 0.5) * CELL
    for column in range(board.width):
        x = first_x + column * CELL
        yield line(x, first_y, x, last_y, colours.lines, stroke_width=1.2)
    for row in range(board.height):
        y = first_y + row * CELL
        yield line(first_x, y, last_x, y, colours.lines, stroke_width=1.2)
    for row, column in sorted(star_points(board.width, board.height)):
        yield circle(*layout.centre(row * board.width + column), 3.6, colours.lines)


def _frame(board: Board, layout: Layout, colours: Colours) -> Iterator[str]:
    """Holes that discs fall past."""
    for cell in range(board.width * board.height):
        yield circle(*layout.centre(cell), 0.41 * CELL, colours.lines)


def _felt(board: Board, layout: Layout, colours: Colours) -> Iterator[str]:
    """Squares between lines, with four points around the middle."""
    yield _field(board, layout, colours)
    yield from _inner_lines(board, layout, colours, 1.5, from_edge=0)
    for row in (2, board.height - 2):
        for column in (2, board.width - 2):
            x, y = layout.left + column * CELL, layout.top + row * CELL
            yield circle(x, y, 3.2, colours.lines)


def _paper(board: Board, layout: Layout, colours: Colours) -> Iterator[str]:
    """Lines between the cells only."""
    yield from _inner_lines(board, layout, colours, 2.5, from_edge=1)


def _plain(board: Board, layout: Layout, colours: Colours) -> Iterator[str]:
    """Squares of two shades."""
    yield _field(board, layout, colours)
    shade = blend(colours.ground, colours.lines, 0.45)
    for cell in range(board.width * board.height):
        row, column = divmod(cell, board.width)
        if (row + column) % 2 == 0:
            yield rectangle(*layout.corner(cell), CELL, CELL, shade)


def _inner_lines(
    board: Board, layout: Layout, colours: Colours, width: float, from_edge: int
) -> Iterator[str]:
    right, bottom = layout.left + board.width * CELL, layout.top + board.height * CELL
    for column in range(from_edge, board.width + 1 - from_edge):
        x = layout.left + column * CELL
        yield line(x, layout.top, x, bottom, colours.lines, stroke_width=width)
    for row in range(from_edge, board.height + 1 - from_edge):
        y = layout.top + row * CELL
        yield line(layout.left, y, right, y, colours.lines, stroke_width=width)


GROUNDS: dict[Look, Callable[[Board, Layout, Colours], Iterator[str]]] = {
    "wood": _wood,
    "frame": _frame,
    "felt": _felt,
    "paper": _paper,
    "plain": _plain,
}
