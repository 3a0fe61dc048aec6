"""Moves as a board can draw them: by name, cell and seat."""

from collections.abc import Iterable
from typing import Any

from tengen.rules.position import Position
from tengen.rules.showing import cell_filled
from tengen.studio.game_info import game_info
from tengen.studio.shapes import Played


def line_played(position: Position[Any], actions: Iterable[int]) -> list[Played]:
    """Moves in a row from a position, as a board can draw them."""
    line = []
    for action in actions:
        if position.outcome is not None:
            break
        after = position.play(action)
        line.append(
            Played(
                move=position.move_name(action),
                cell=position.game.cell_of(after) if is_drawn(position) else None,
                seat=position.to_move,
            )
        )
        position = after
    return line


def legal_cell(position: Position[Any], action: int) -> int | None:
    """The cell that a legal move fills, on boards that can be drawn."""
    return cell_filled(position, action) if is_drawn(position) else None


def is_drawn(position: Position[Any]) -> bool:
    """Whether the page draws a board for it."""
    return game_info(position.game).look is not None
