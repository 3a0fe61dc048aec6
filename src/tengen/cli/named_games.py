"""What the user names to play or explain: a game, or a net, which implies the game it learned."""

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tengen.errors import PlayerSpecError, TengenError, UnknownGameError
from tengen.nets import load_checkpoint
from tengen.nets.shipped import find_net, read_card, shipped_nets
from tengen.rules.game import Game
from tengen.rules.registry import (
    is_file_without_class,
    is_registered,
    load_game,
    load_registered_game,
    names_code,
)
from tengen.runs.directory import RunDirectory, list_runs
from tengen.runs.typed_game import typed_form

_NET_PREFIX = "net:"


@dataclass(frozen=True, slots=True)
class NamedGame:
    """The rules, and the net if one was named."""

    rules: Game[Any]
    net: str | None = None


def game_or_net(name: str, command: str) -> NamedGame:
    """A game as `load_game` takes it, or a shipped net, a run, a checkpoint's folder or file.

    A net never makes Tengen import code: if it learned a game that does not ship with Tengen,
    `PlayerSpecError` says what to type: `command`, with {game} and {net} filled in.
    """
    if _is_game(name):
        return NamedGame(load_game(name))
    net = name.removeprefix(_NET_PREFIX)
    if net in shipped_nets():
        return NamedGame(load_registered_game(read_card(net).game), net)
    if Path(net).exists() or net != name or _looks_like_path(net):
        return NamedGame(_learned_game(net, command), net)
    return NamedGame(load_game(name))


def _is_game(name: str) -> bool:
    return is_registered(name) or names_code(name) or is_file_without_class(name)


def _looks_like_path(name: str) -> bool:
    return "/" in name or name.endswith(".safetensors")


def _learned_game(net: str, command: str) -> Game[Any]:
    if runs := list_runs(Path(net)):
        newest = max(runs, key=lambda run: run.last_change).path
        raise PlayerSpecError(f"{net} is a folder of runs: name one, such as {newest}")
    learned = load_checkpoint(find_net(net)).game
    try:
        return load_registered_game(learned)
    except UnknownGameError:
        typed = command.format(game=_typed(net, learned), net=shlex.quote(net))
        raise PlayerSpecError(
            f"{net} learned {learned[:80]!r}, which does not ship with Tengen: name the game too, "
            f"as in {typed}"
        ) from None


def _typed(net: str, learned: str) -> str:
    """The game as typed to train this net, if its run records it; never imported here."""
    return typed_form(learned if learned.startswith("openspiel:") else _game_of_run(Path(net)))


def _game_of_run(net: Path) -> str:
    """The game in the config of the run that contains this net."""
    for folder in (net, *net.parents[:2]):
        try:
            return RunDirectory(folder).load_config().run.game
        except TengenError:
            continue
    return "FILE.py:CLASS"
