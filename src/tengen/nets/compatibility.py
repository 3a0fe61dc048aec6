"""Checks that a net fits a game; each mismatch is one sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tengen.errors import ArchitectureError, CheckpointError, UnknownGameError
from tengen.nets.architecture import Architecture
from tengen.nets.checkpoint import Checkpoint, check_tensors
from tengen.nets.manifest import Manifest
from tengen.rules.registry import load_registered_game

if TYPE_CHECKING:
    from tengen.rules.game import Game


_LONGEST_SIDE = 20
_MOST = {"planes": 1024, "actions": 8192, "moves_left": 4096}
"""Limits of the core's nets besides the sides of the board."""


def require_native_size(architecture: Architecture) -> None:
    """Raises `ArchitectureError` for a game beyond the limits of the core's nets."""
    if max(architecture.width, architecture.height) > _LONGEST_SIDE:
        raise ArchitectureError(
            f"nets play on boards up to {_LONGEST_SIDE}x{_LONGEST_SIDE}; this game has "
            f"{architecture.board}"
        )
    for name, most in _MOST.items():
        if (found := getattr(architecture, name)) > most:
            raise ArchitectureError(
                f"nets have at most {most:,} {name.replace('_', '-')}; this game needs {found:,}"
            )


def require_game(checkpoint: Checkpoint | Manifest, game: Game[Any]) -> None:
    """Raises `CheckpointError` if the net cannot play this game."""
    net = checkpoint.architecture
    if checkpoint.game != game.name:
        raise CheckpointError(_other_game(checkpoint, game))
    if checkpoint.game_version != game.version:
        raise CheckpointError(
            f"this net was trained on version {checkpoint.game_version} of the rules of "
            f"{game.name}; this Tengen has version {game.version}"
        )
    if checkpoint.encoding not in game.encodings:
        offered = " or ".join(repr(str(name)) for name in game.encodings)
        raise CheckpointError(
            f"this net reads {checkpoint.encoding[:60]!r}; {game.name} is encoded as {offered}"
        )
    planes = (game.plane_count(checkpoint.encoding), game.height, game.width)
    expected = (*planes, game.num_actions)
    found = (net.planes, net.height, net.width, net.actions)
    if found != expected:
        raise CheckpointError(
            f"{game.name} needs a net for (planes, height, width, actions) {expected}; "
            f"this one is for {found}"
        )


def _other_game(checkpoint: Checkpoint | Manifest, game: Game[Any]) -> str:
    sentence = f"this net plays {checkpoint.game[:80]!r}; it cannot play {game.name!r}"
    other_board = checkpoint.architecture.board != f"{game.width}x{game.height}"
    if not (other_board and is_of_its_family(checkpoint, game)):
        return sentence
    if checkpoint.architecture.is_board_independent:
        return f"{sentence} unless resize_checkpoint fits it to that board"
    return f"{sentence}: its layers are sized for a {checkpoint.architecture.board} board"


def is_of_its_family(checkpoint: Checkpoint | Manifest, game: Game[Any]) -> bool:
    """Whether the net was trained on this game, or another of the same built-in family."""
    if checkpoint.game == game.name:
        return True
    try:
        return load_registered_game(checkpoint.game).facts.family == game.facts.family
    except UnknownGameError:
        return False


def resize_checkpoint(checkpoint: Checkpoint, game: Game[Any]) -> Checkpoint:
    """The same weights on another board, for nets that are independent of the board's size."""
    architecture = resized(checkpoint.architecture, game)
    moved = replace(
        checkpoint, architecture=architecture, game=game.name, game_version=game.version
    )
    check_tensors(architecture, moved.tensors)
    require_game(moved, game)
    return moved


def resized(net: Architecture, game: Game[Any]) -> Architecture:
    """The architecture on the game's board; raises `CheckpointError` if it has one of its own."""
    if not net.is_board_independent:
        raise CheckpointError(
            f"this net plays only on its {net.board} board; only one with a convolutional policy "
            "head and a pooled value head can change boards"
        )
    return replace(net, height=game.height, width=game.width, actions=game.num_actions)
