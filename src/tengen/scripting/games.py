"""Games by name or as objects."""

import inspect
from typing import Any

from tengen.errors import UnknownGameError
from tengen.rules.game import Game
from tengen.rules.openspiel import OpenSpielGame
from tengen.rules.registry import is_registered, load_game


def find_game(game: str | Game[Any]) -> Game[Any]:
    """The game itself, or the one with this name."""
    return game if isinstance(game, Game) else load_game(game)


def name_to_load(game: Game[Any]) -> str:
    """A name by which another process can load the same game.

    Raises `UnknownGameError` for a class of the running script, which a resumed run cannot load.
    """
    if isinstance(game, OpenSpielGame) or is_registered(game.name):
        return game.name
    kind = type(game)
    if kind.__module__ == "__main__":  # importing a script would run it again
        raise UnknownGameError(
            f"{kind.__name__} is part of a script or notebook, where a resumed run cannot load it "
            f"again: save the class as FILE.py and train 'FILE.py:{kind.__name__}'"
        )
    return f"{inspect.getfile(kind)}:{kind.__qualname__}"
