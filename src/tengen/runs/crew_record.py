"""What workers have done: counted by the driver, shown while a run trains and kept with it."""

import copy
import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tengen.replay.database import DamagedStoreError
from tengen.replay.store import RunStore

_FACT = "workers"
"""Name of the fact in the run's database."""
NOTE_SECONDS = 5.0
"""How old the record in the database may become."""
_MOST_NAMED = 4
"""Workers whose rates stand in one line."""


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
    instructions: str = ""
    """The instruction set of its machine, as far as known."""
    is_present: bool = True

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
    trouble: str = ""
    """Why a worker was replaced last, if that has not been told yet."""
    told: str = ""
    """The last trouble that has been told."""

    def of(self, worker: str) -> WorkerRecord:
        """The record of one worker."""
        return self.workers.setdefault(worker, WorkerRecord())

    def note_present(self, names: Sequence[str]) -> None:
        """Those that there are now; the others have gone, for good or until they return."""
        present = set(names)
        for name in names:
            self.of(name)
        for name, worker in self.workers.items():
            worker.is_present = name in present

    @property
    def present(self) -> int:
        """How many workers there are."""
        return sum(worker.is_present for worker in list(self.workers.values()))

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
        """Of all that are present together, while they had errands."""
        workers = list(self.workers.values())
        return sum(worker.games_per_second for worker in workers if worker.is_present)

    @property
    def instruction_sets(self) -> list[str]:
        """Those of the workers' machines. With several, games differ in the last bits from those of
        one machine."""
        return sorted({each.instructions for each in list(self.workers.values())} - {""})

    def __str__(self) -> str:
        """Whole sentences, because each has its Chinese."""
        again, lost, refused = self.reissued, self.lost, self.refused
        if not (present := self.present):
            return (
                f"workers: 0; given out again: {again}; replaced: {lost}; games refused: {refused}"
            )
        rates, speed = self._rates(), rate_text(self.games_per_second)
        if len(sets := self.instruction_sets) > 1:
            return (
                f"workers: {present} ({rates}), {speed} games/s; given out again: {again}; "
                f"replaced: {lost}; games refused: {refused}; instruction sets: {', '.join(sets)}"
            )
        return (
            f"workers: {present} ({rates}), {speed} games/s; given out again: {again}; "
            f"replaced: {lost}; games refused: {refused}"
        )

    def _rates(self) -> str:
        """Of each worker that is present, or the slowest and the fastest of many."""
        rates = {
            name: each.games_per_second
            for name, each in list(self.workers.items())
            if each.is_present
        }
        if len(rates) <= _MOST_NAMED:
            return ", ".join(f"{name}: {rate_text(rate)}" for name, rate in rates.items())
        return f"{rate_text(min(rates.values()))} to {rate_text(max(rates.values()))} each"

    def taken(self) -> "CrewRecord":
        """A copy for those who watch; what went wrong is told once."""
        copied = copy.deepcopy(self)
        self.trouble, self.told = "", self.trouble or self.told
        return copied

    def metrics(self) -> dict[str, float]:
        """The numbers that become curves."""
        return {
            "workers/count": float(self.present),
            "workers/games_per_second": self.games_per_second,
            "workers/reissued": float(self.reissued),
            "workers/lost": float(self.lost),
        }


def rate_text(rate: float) -> str:
    """A number of games per second for people."""
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"


def note_crew(store: RunStore, crew: CrewRecord | None) -> None:
    """Keeps the record with the run, for `tengen runs` and the studio."""
    if crew is not None:
        known = asdict(crew) | {"trouble": crew.trouble or crew.told}
        store.set_fact(_FACT, json.dumps(known))


class CrewNotes:
    """Keeps the record every few seconds, so that others see what happens now."""

    def __init__(self, store: RunStore) -> None:
        self._store, self._noted = store, time.monotonic()

    def look(self, crew: CrewRecord | None) -> None:
        """To be called often."""
        if time.monotonic() - self._noted >= NOTE_SECONDS:
            note_crew(self._store, crew)
            self._noted = time.monotonic()


def read_crew(store: RunStore) -> CrewRecord | None:
    """The record of a run's last session with workers; None if it had none."""
    text = store.facts().get(_FACT)
    if text is None:
        return None
    try:
        facts = json.loads(text)
        workers = {str(name): _worker(record) for name, record in facts["workers"].items()}
        return CrewRecord(workers, int(facts["reissued"]), str(facts.get("trouble", "")))
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        raise DamagedStoreError(store.path, "its record of workers cannot be read") from None


def _worker(record: Mapping[str, Any]) -> WorkerRecord:
    """Every value as its own kind; raises what a value of another kind raises."""
    worker = WorkerRecord(**record)
    if not 0 <= float(worker.seconds) < math.inf:
        raise ValueError(worker.seconds)
    return WorkerRecord(
        int(worker.games),
        float(worker.seconds),
        int(worker.losses),
        int(worker.refused),
        str(worker.instructions),
        bool(worker.is_present),
    )
