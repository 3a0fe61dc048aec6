"""The winning lines of a finished game: the cells to mark on a board."""

from typing import Any

from tengen.rules.lines import lines_through
from tengen.rules.position import Position


def winning_cells(position: Position[Any]) -> frozenset[int]:
    """The cells of every line that won the game; none in games that are not won by lines."""
    game, facts, outcome = position.game, position.game.facts, position.outcome
    if facts.line_length is None or facts.line_rule is None:
        return frozenset()
    cell = game.cell_of(position)
    if cell is None or outcome is None or outcome.winner is None:
        return frozenset()
    cells = game.cells(position.state)
    return lines_through(cells, game.width, cell, facts.line_length, facts.line_rule)
