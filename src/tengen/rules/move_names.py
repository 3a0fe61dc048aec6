"""Moves as people read them in a sentence or a table."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tengen.rules.game import Game


def move_names(game: "Game[Any]", actions: Iterable[int]) -> list[str]:
    """The names of moves, without the comma that ends a number."""
    return [game.action_name(action).rstrip(",") for action in actions]


def move_name(game: "Game[Any]", action: int) -> str:
    """The name of one move."""
    return move_names(game, [action])[0]
