"""The first net of a run that starts from another one."""

from typing import Any, NamedTuple

from tengen.errors import ArchitectureError, CheckpointError, ConfigError
from tengen.learner import Learned, LearnSettings, begun_with, untrained
from tengen.nets.architecture import Architecture
from tengen.nets.checkpoint import Checkpoint
from tengen.nets.compatibility import is_of_its_family, require_game
from tengen.nets.growing import grow
from tengen.rules.game import Game
from tengen.runs.origin import Origin
from tengen.texts.counts import counted


class Started(NamedTuple):
    """Where a run starts."""

    learned: Learned
    remarks: list[str]
    """What the user should know about it, one sentence each."""


def start_from(origin: Checkpoint, game: Game[Any], settings: LearnSettings) -> Started:
    """The state that a run starts with; raises `ConfigError` if the net cannot become this one.

    Whatever is new in the net depends on the seed alone.
    """
    start = untrained(game, settings).checkpoint.tensors
    wanted, is_known = settings.architecture, is_of_its_family(origin, game)
    try:
        _require_same_input(origin, game, settings)
        grown = grow(origin.architecture, origin.tensors, wanted, start, keep_heads=is_known)
    except (ArchitectureError, CheckpointError) as error:
        name = Origin.of(origin).net
        raise ConfigError(f"a run of {game.name} cannot start from {name}: {error}") from None
    remarks = [f"Starts from {Origin.of(origin)}.", _size_remark(origin.architecture, wanted)]
    if grown.untrained:
        remarks.append(_untrained_remark(game, grown.untrained))
    if wanted.moves_left and "moves_left" not in grown.untrained:
        remarks += _moves_left_remarks(origin.architecture, wanted)
    return Started(begun_with(game, settings, grown.tensors), remarks)


def _require_same_input(origin: Checkpoint, game: Game[Any], settings: LearnSettings) -> None:
    if origin.game == game.name:
        require_game(origin, game)
    if origin.encoding != settings.encoding:
        raise CheckpointError(
            f"this net reads {origin.encoding[:60]!r}; net.encoding is {settings.encoding!r}"
        )


def _size_remark(old: Architecture, new: Architecture) -> str:
    """What becomes of the trunk."""
    blocks, channels = counted(new.blocks, "block"), counted(new.channels, "channel")
    if (old.blocks, old.channels) != (new.blocks, new.channels):
        before = counted(old.blocks, "block"), counted(old.channels, "channel")
        return f"The net grows from {before[0]} x {before[1]} to {blocks} x {channels}."
    if new.family == "classic":
        return "The net keeps its form, whatever the preset says."
    return (
        f"The net keeps its form, {blocks} x {channels}, whatever the preset says; "
        "-o net.channels=N or -o net.blocks=N makes it larger."
    )


def _untrained_remark(game: Game[Any], heads: tuple[str, ...]) -> str:
    """Which heads the net does not bring along."""
    names = {
        "policy": "policy head",
        "value": "value head",
        "moves_left": "moves-left head",
        "opponent_reply": "opponent-reply head",
        "soft_policy": "soft-policy head",
    }
    said = ", ".join(names[head] for head in heads)
    return f"New and untrained, since the net has none that fits {game.name}: {said}."


def _moves_left_remarks(old: Architecture, new: Architecture) -> list[str]:
    """What another longest game means for a moves-left head that goes on."""
    if old.moves_left == new.moves_left:
        return []
    return [
        f"The moves-left head counts up to {new.moves_left - 1} plies instead of "
        f"{old.moves_left - 1}; what it knows of shorter games is kept."
    ]
