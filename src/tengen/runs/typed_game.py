"""The game of a run or settings file, which are data: only the user may name code to import.

A run folder, like a net or a settings file, may come from anyone. So if it names a custom game or
an OpenSpiel game, nothing is imported until the user has typed that game (ADR 11).
"""

import shlex
from typing import Any

from tengen.errors import RunError, UnknownGameError
from tengen.rules.game import Game
from tengen.rules.registry import load_game, load_registered_game, names_code
from tengen.runs.config import RunConfig
from tengen.runs.directory import RunDirectory

_LONGEST_NAME = 300


def game_of_run(directory: RunDirectory, config: RunConfig, typed: str | None) -> Game[Any]:
    """The rules to resume with; `typed` is the game that the user named, if any."""
    named = config.run.game
    if typed is None:
        return registered_game(
            directory, named, f"tengen train GAME --resume --run {_path(directory)}"
        )
    if names_code(named) and names_code(typed):
        return load_game(typed)
    wanted = typed if names_code(typed) else load_registered_game(typed).name
    trained = named[:_LONGEST_NAME] if names_code(named) else load_registered_game(named).name
    if wanted != trained:
        raise RunError(f"{directory.path} trains {trained}, not {wanted}")
    return load_registered_game(named)


def registered_game(directory: RunDirectory, named: str, command: str) -> Game[Any]:
    """The game that a run names, if it comes with Tengen.

    Otherwise `RunError` shows `command`, with GAME replaced by the game to type.
    """
    if names_code(named):
        raise RunError(
            f"{directory.path} trains {named[:_LONGEST_NAME]!r}, and Tengen imports code only when "
            f"you name it: {command.replace('GAME', typed_form(named))}"
        )
    try:
        return load_registered_game(named)
    except UnknownGameError as error:
        raise RunError(f"{directory.config_file}: {error}") from None


def typed_form(name: str) -> str:
    """A game's name as one shell word, safe to paste whatever the file contains."""
    is_plain = name.isprintable() and len(name) <= _LONGEST_NAME
    return shlex.quote(name) if is_plain else "FILE.py:CLASS"


def _path(directory: RunDirectory) -> str:
    return shlex.quote(str(directory.path))
