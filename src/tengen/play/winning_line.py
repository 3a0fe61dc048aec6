"""Where a game in a row was won: the cells to mark on a board."""

import re
from collections.abc import Sequence
from typing import Any

from tengen.rules.position import Position

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
_LENGTHS = {"connect4": 4, "tictactoe": 3}


def winning_cells(position: Position[Any]) -> frozenset[int]:
    """The cells of every line that won the game; none in games that are not won by lines."""
    game, length = position.game, _length(position.game.name)
    cell = game.cell_of(position) if length else None
    outcome = position.outcome
    if cell is None or length is None or outcome is None or outcome.winner is None:
        return frozenset()
    return lines_through(game.cells(position.state), game.width, cell, length)


def lines_through(
    cells: Sequence[int | None], width: int, cell: int, length: int
) -> frozenset[int]:
    """All rows of `length` or more equal stones through `cell`; cells go row by row."""
    found: set[int] = set()
    for up, right in _DIRECTIONS:
        line = {
            cell,
            *_run(cells, width, cell, up, right),
            *_run(cells, width, cell, -up, -right),
        }
        if len(line) >= length:
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


def _length(name: str) -> int | None:
    """How many stones in a row win, as the game's name tells."""
    family = name.partition(":")[0]
    if family == "gomoku" and (match := re.search(r"/(\d+)", name)):
        return int(match[1])
    return _LENGTHS.get(family)
