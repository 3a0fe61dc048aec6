"""Finds the newest undamaged state of a run to resume from."""

import importlib.metadata
from dataclasses import dataclass
from typing import Any

from tengen.errors import CheckpointError, RunError
from tengen.learner import Learned, LearnSettings, load_state, restored
from tengen.nets import Checkpoint, load_checkpoint
from tengen.nets.compatibility import require_game
from tengen.replay.schema import CheckpointRow
from tengen.replay.store import RunStore
from tengen.rules.game import Game
from tengen.runs.directory import RunDirectory

STATES_KEPT = 2
"""Number of newest nets for which the learner's state is kept too."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A state to resume from."""

    generation: int
    learned: Learned
    remarks: list[str]
    """What the user should know about it."""


def restore_newest(
    game: Game[Any], settings: LearnSettings, directory: RunDirectory, store: RunStore
) -> Restored:
    """Loads the newest undamaged state; later ones will be recreated, bit for bit."""
    problems: list[str] = []
    rows = store.checkpoints()
    for row in reversed(rows):
        if _is_outdated(row, rows[-1], directory):
            continue
        try:
            learned = _load(game, settings, directory, row.id)
        except CheckpointError as error:
            problems.append(str(error))
            continue
        return Restored(row.generation, learned, _remarks(directory, store, row, problems))
    raise RunError(
        f"{directory.path} has no state to resume from: {'; '.join(problems)}. "
        f"{newest_net_sentence(directory)}"
    )


def newest_net_sentence(directory: RunDirectory) -> str:
    """Which net can still be used if training cannot resume."""
    found = directory.newest_net()
    return f"Its newest undamaged net is {found}" if found else "It has no undamaged net"


def _is_outdated(row: CheckpointRow, newest: CheckpointRow, directory: RunDirectory) -> bool:
    """Whether its learner's state was removed on purpose."""
    is_old = row.generation <= newest.generation - STATES_KEPT
    return is_old and not directory.learner_state(row.id).exists()


def _load(
    game: Game[Any], settings: LearnSettings, directory: RunDirectory, identity: str
) -> Learned:
    net = load_checkpoint(directory.checkpoint(identity))
    require_same_rules(net, game, directory)
    file = directory.learner_state(identity)
    state = load_state(file)
    try:
        restored(game, state, settings)
    except CheckpointError as error:
        raise CheckpointError(f"{file}: {error}") from None
    return Learned(state, net, None)


def require_same_rules(net: Checkpoint, game: Game[Any], directory: RunDirectory) -> None:
    """Raises `RunError` if the rules are not those the net was trained on."""
    try:
        require_game(net, game)
    except CheckpointError as error:
        raise RunError(
            f"{directory.path} cannot be resumed: {error}. Use the rules that the run started "
            "with, or start a new run. Nothing was changed"
        ) from None


def _remarks(
    directory: RunDirectory, store: RunStore, row: CheckpointRow, problems: list[str]
) -> list[str]:
    """Another version of Tengen may resume, but must not replace what it cannot read."""
    reasons = "; ".join(problems)
    last, own = store.facts().get("tengen_version"), importlib.metadata.version("tengen")
    if last != own and problems:
        raise RunError(
            f"{directory.path} was last trained by Tengen {last}, and its newest state cannot be "
            f"used by {own}: {reasons}. Install Tengen {last} to continue. Nothing was changed"
        )
    if last != own:
        return [f"Tengen {last} has trained this run so far; {own} continues it."]
    if problems:
        return [
            f"Damaged: {reasons}. The run resumes with net {row.id}, which plays generation "
            f"{row.generation}, and repeats what came later."
        ]
    return []
