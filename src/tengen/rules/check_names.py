"""Checks that people can read and type a game's action names. Part of `check_game`."""

from typing import Any

from tengen.rules.contract import blaming, require
from tengen.rules.game import Game
from tengen.rules.own_names import is_readable


def check_names(game: Game[Any]) -> None:
    """Checks all names of a game that defines its own; Tengen's notations need no check."""
    if not game.names_actions:
        return
    known: dict[str, int] = {}
    for action in range(game.num_actions):
        with blaming(game, "action_name"):
            name = game.action_name(action)
        promise = "action_name: a name must be printable text without surrounding spaces"
        require(is_readable(name), game, f"{promise}; action {action} is called {name!r}")
        twin = known.setdefault(name, action)
        promise = "action_name: names must be unique"
        require(
            twin == action, game, f"{promise}; actions {twin} and {action} are both called {name!r}"
        )
    for name, action in known.items():
        _check_reading(game, name, action)


def _check_reading(game: Game[Any], name: str, action: int) -> None:
    with blaming(game, "parse_action"):
        for text in (name, *game.split_moves(game.join_moves([name]))):
            returned = game.parse_action(text)
            promise = f"parse_action: name {name!r} must read back as {action}"
            require(returned == action, game, promise, returned)
