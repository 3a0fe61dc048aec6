"""Diagnoses a run: what is wrong, what to change, and the numbers behind every finding."""

import shlex
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tengen.replay.store import RunStore
from tengen.rules.game import Game
from tengen.runs import symptoms
from tengen.runs.directory import RunDirectory
from tengen.runs.history import History
from tengen.runs.symptoms import Finding
from tengen.runs.typed_game import registered_game

CHECKS: tuple[Callable[[History], Finding | None], ...] = (
    symptoms.no_number,
    symptoms.refused_games,
    symptoms.stalled,
    symptoms.entropy_collapse,
    symptoms.value_learned_by_heart,
    symptoms.value_explains_nothing,
    symptoms.repeated_openings,
    symptoms.too_few_new_games,
    symptoms.window_too_small,
    symptoms.rate_at_its_floor,
    symptoms.false_resigns,
    symptoms.one_seat_wins,
    symptoms.blind_to_wins,
    symptoms.strength_is_flat,
)
"""Most serious first."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All findings, and the figures reported for a healthy run."""

    findings: list[Finding]
    vital_signs: dict[str, str]
    generations: int
    """Number of finished generations."""

    @property
    def is_healthy(self) -> bool:
        """Whether there are no findings."""
        return not self.findings


def diagnose(
    directory: RunDirectory, game: Game[Any] | None = None, *, with_space: bool = True
) -> Diagnosis:
    """Examines a run without changing it, even while it trains.

    Measuring the disk space of the games reads all of them, which may take long.

    `game` is required if the run trains a game that does not come with Tengen, since code named
    by a run folder is never imported; without it, raises `RunError`.
    """
    config = directory.load_config()
    command = f"tengen doctor {shlex.quote(str(directory.path))} --game GAME"
    game = game or registered_game(directory, config.run.game, command)
    with RunStore(directory.database, read_only=True) as store:
        idle = time.time() - directory.last_change
        history = History.read(
            config,
            game,
            store,
            idle if directory.is_training else None,
            store.space() if with_space else None,
        )
    findings = [finding for check in CHECKS if (finding := check(history)) is not None]
    return Diagnosis(findings, symptoms.vital_signs(history), history.generations)
