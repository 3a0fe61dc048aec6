"""What is wrong with a run, and what to change: every finding with the numbers behind it."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from tengen.replay.store import RunStore
from tengen.runs import symptoms
from tengen.runs.directory import RunDirectory
from tengen.runs.history import History
from tengen.runs.symptoms import Finding

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
    """All findings, and the numbers a healthy run is told with."""

    findings: list[Finding]
    vital_signs: dict[str, str]
    generations: int
    """How many are done."""

    @property
    def is_healthy(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def diagnose(directory: RunDirectory) -> Diagnosis:
    """Examines a run without changing it, also while it trains."""
    config = directory.load_config()
    with RunStore(directory.database, read_only=True) as store:
        idle = time.time() - directory.last_change
        history = History.read(config, store, idle if directory.is_training else None)
    findings = [finding for check in CHECKS if (finding := check(history)) is not None]
    return Diagnosis(findings, symptoms.vital_signs(history), history.generations)
