"""Boards that were set up instead of played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tengen.errors import NotationError, UnsupportedError
from tengen.rules.position import Position

if TYPE_CHECKING:
    from tengen.rules.game import Game


def set_up(
    game: Game[Any],
    cells: Sequence[int | None],
    to_move: int,
    first: int,
    last_action: int | None = None,
) -> Position[Any]:
    """The position with these stones, which has no history.

    Raises `NotationError` if the game has no such position, `UnsupportedError` if the game cannot
    set up boards.
    """
    try:
        state = game.place(cells, to_move, first, last_action)
    except UnsupportedError:
        raise
    except ValueError as error:
        raise NotationError(f"not a position of {game.name}: {error}") from error
    return Position(game, state, first, last_action)
