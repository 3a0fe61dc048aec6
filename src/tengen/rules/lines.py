"""Rows of equal stones on a board."""

from collections.abc import Sequence

from tengen.rules.facts import LineRule

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def lines_through(
    cells: Sequence[int | None], width: int, cell: int, length: int, rule: LineRule
) -> frozenset[int]:
    """The cells of all winning rows of equal stones through `cell`; cells go row by row."""
    found: set[int] = set()
    for up, right in _DIRECTIONS:
        line = {
            cell,
            *_run(cells, width, cell, up, right),
            *_run(cells, width, cell, -up, -right),
        }
        if rule.wins(len(line), length):
            found |= line
    return frozenset(found)


def _run(cells: Sequence[int | None], width: int, cell: int, up: int, right: int) -> list[int]:
    """The cells in one direction that hold the same stone as `cell`, without itself."""
    run = []
    row, column = divmod(cell, width)
    row, column = row + up, column + right
    while 0 <= row < len(cells) // width and 0 <= column < width:
        if cells[row * width + column] != cells[cell]:
            break
        run.append(row * width + column)
        row, column = row + up, column + right
    return run
