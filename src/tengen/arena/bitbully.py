"""BitBully, an independent Connect Four solver: the reference for the tests and speed of our own.

It is an optional package under another licence (AGPL); nothing that plays or measures needs it.
"""

from typing import Any

from tengen.errors import UnsupportedError
from tengen.nets.packages import require_package
from tengen.rules.position import Position
from tengen.search.solver import DRAW, Score


class BitBully:
    """Exact scores of Connect Four on the 7x6 board; raises `MissingPackageError` without it."""

    def __init__(self, opening_book: str | None = "12-ply-dist") -> None:
        self._package = require_package("bitbully", "the comparison with BitBully", "oracle")
        self._solver = self._package.BitBully(opening_book=opening_book)

    def score_moves(self, position: Position[Any]) -> dict[int, Score]:
        """Exact scores for every legal move."""
        stones, board = _board_of(position)
        scores = self._solver.score_all_moves(self._package.Board.from_array(board))
        return {
            column: score_of_bitbully(scores[column], stones) for column in position.legal_actions
        }

    def score(self, position: Position[Any]) -> Score:
        """The exact score of the side to move."""
        stones, board = _board_of(position)
        return score_of_bitbully(self._solver.mtdf(self._package.Board.from_array(board)), stones)


def _board_of(position: Position[Any]) -> tuple[int, list[list[int]]]:
    """The number of stones, and BitBully's own picture: [row][column], top row first.

    Player 1 moves first in BitBully: here, the side to move when the number is even.
    """
    game = position.game
    cells = game.cells(position.state)
    stones = sum(cell is not None for cell in cells)
    if cells.count(position.to_move) != stones // 2:
        raise UnsupportedError("the perfect solver takes boards where the sides moved in turn")
    mover = 1 + stones % 2
    marks = [
        0 if cell is None else mover if cell == position.to_move else 3 - mover for cell in cells
    ]
    rows = [marks[start : start + game.width] for start in range(0, len(marks), game.width)]
    return stones, rows[::-1]


def score_of_bitbully(number: int, stones: int) -> Score:
    """BitBully's score is 22 minus the winner's stones at the end, negative for a loss."""
    if number == 0:
        return DRAW
    winners_stones = 22 - abs(number)
    winner_begins = (stones % 2 == 0) == (number > 0)
    end = 2 * winners_stones - 1 if winner_begins else 2 * winners_stones
    return Score(1 if number > 0 else -1, end - stones)
