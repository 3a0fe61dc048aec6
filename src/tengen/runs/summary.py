"""A run in one line, read from its folder without disturbing a training process."""

from dataclasses import dataclass
from typing import Literal

from tengen.errors import TengenError
from tengen.replay.database import DamagedStoreError
from tengen.replay.schema import MatchRow
from tengen.replay.store import RunStore
from tengen.runs.config import RunConfig
from tengen.runs.crew_record import CrewRecord, read_crew
from tengen.runs.directory import RunDirectory
from tengen.runs.origin import Origin
from tengen.runs.strength import (
    Strength,
    best_checkpoint,
    final_winner,
    match_of,
    run_matches,
)

State = Literal["training", "stopped", "finished", "damaged"]


@dataclass(frozen=True, slots=True)
class RunSummary:
    """What a run trains and how far it has come."""

    directory: RunDirectory
    state: State
    game: str = ""
    generations_done: int = 0
    generations: int = 0
    games: int = 0
    positions: int = 0
    strength: Strength | None = None
    """The last match against pure MCTS."""
    best_checkpoint: str | None = None
    origin: Origin | None = None
    """The net that the run started from; None: it started from zero."""
    crew: CrewRecord | None = None
    """What workers did in the last session that had some."""
    trouble: str = ""
    """Why a damaged run cannot be read."""


def summarise(directory: RunDirectory) -> RunSummary:
    """Reads a run; if it cannot be read, the summary says so instead of raising."""
    try:
        config = directory.load_config()
        with RunStore(directory.database, read_only=True) as store:
            return _read(directory, config, store)
    except (TengenError, OSError) as error:
        return RunSummary(directory, "damaged", trouble=str(error))


def _best(store: RunStore, matches: list[MatchRow], newest: str) -> str:
    return final_winner(store) or best_checkpoint(matches, newest)


def _read(directory: RunDirectory, config: RunConfig, store: RunStore) -> RunSummary:
    counts, checkpoints, matches = store.counts(), store.checkpoints(), run_matches(store)
    if matches and not checkpoints:
        raise DamagedStoreError(store.path, "it lists matches, but no net that played them")
    generations_done = checkpoints[-1].generation if checkpoints else 0
    finished = generations_done >= config.run.generations
    idle: State = "finished" if finished else "stopped"
    return RunSummary(
        directory,
        "training" if directory.is_training else idle,
        config.run.game if config.run.game.isprintable() else ascii(config.run.game),
        generations_done,
        config.run.generations,
        counts.games,
        counts.positions,
        Strength.of(match_of(matches[-1])) if matches else None,
        _best(store, matches, checkpoints[-1].id) if matches else None,
        Origin.from_facts(store.facts()),
        read_crew(store),
    )
