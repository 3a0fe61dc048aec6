"""What workers have done: counted by the driver, shown while a run trains and kept with it."""

import json
from dataclasses import asdict, dataclass, field

from tengen.replay.database import DamagedStoreError
from tengen.replay.store import RunStore

_FACT = "workers"
"""Name of the fact in the run's database."""


@dataclass(slots=True)
class WorkerRecord:
    """What a worker has done so far."""

    games: int = 0
    seconds: float = 0.0
    """While it had an errand."""
    losses: int = 0
    """How often it ended or failed, and was replaced."""
    refused: int = 0
    """Invalid games that it delivered."""

    @property
    def games_per_second(self) -> float:
        """While it had an errand."""
        return self.games / self.seconds if self.seconds else 0.0


@dataclass(slots=True)
class CrewRecord:
    """All workers, and what had to be done again."""

    workers: dict[str, WorkerRecord] = field(default_factory=dict)
    reissued: int = 0
    """Chunks of games that were given out again."""

    def of(self, worker: str) -> WorkerRecord:
        """The record of one worker."""
        return self.workers.setdefault(worker, WorkerRecord())

    @property
    def lost(self) -> int:
        """How often a worker had to be replaced."""
        return sum(worker.losses for worker in list(self.workers.values()))

    @property
    def refused(self) -> int:
        """Invalid games of all workers."""
        return sum(worker.refused for worker in list(self.workers.values()))

    @property
    def games_per_second(self) -> float:
        """Of all workers together, while they had errands."""
        return sum(worker.games_per_second for worker in list(self.workers.values()))

    def __str__(self) -> str:
        return (
            f"workers: {len(self.workers)}, {self.games_per_second:.3g} games/s; given out again: "
            f"{self.reissued}; replaced: {self.lost}; games refused: {self.refused}"
        )

    def metrics(self) -> dict[str, float]:
        """The numbers that become curves."""
        return {
            "workers/count": float(len(self.workers)),
            "workers/games_per_second": self.games_per_second,
            "workers/reissued": float(self.reissued),
            "workers/lost": float(self.lost),
        }


def note_crew(store: RunStore, crew: CrewRecord | None) -> None:
    """Keeps the record with the run, for `tengen runs` and the studio."""
    if crew is not None:
        store.set_fact(_FACT, json.dumps(asdict(crew)))


def read_crew(store: RunStore) -> CrewRecord | None:
    """The record of a run's last session with workers; None if it had none."""
    text = store.facts().get(_FACT)
    if text is None:
        return None
    try:
        facts = json.loads(text)
        workers = {name: WorkerRecord(**record) for name, record in facts["workers"].items()}
        return CrewRecord(workers, int(facts["reissued"]))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise DamagedStoreError(store.path, "its record of workers cannot be read") from None
