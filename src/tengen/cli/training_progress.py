"""What a watcher of a run remembers: the newest report of every kind, and how long things take."""

import time
from collections import deque

from tengen.runs.events import (
    Began,
    Ended,
    Event,
    GenerationDone,
    Learning,
    Measured,
    Measuring,
    Playing,
)
from tengen.runs.stop import Stop

Stage = Playing | Learning | Measuring

_GENERATIONS_COUNTED = 8
_LOSSES_SHOWN = 24


class TrainingProgress:
    """Takes in events, whatever is then done with them."""

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        self.began: Began | None = None
        self.stage: Stage | None = None
        self.playing: Playing | None = None
        self.done: GenerationDone | None = None
        self.measured: Measured | None = None
        self.ended: Ended | None = None
        self.policy_losses: deque[float] = deque(maxlen=_LOSSES_SHOWN)
        self._started = time.monotonic()
        self._generation_started = self._started
        self._durations: deque[float] = deque(maxlen=_GENERATIONS_COUNTED)

    def observe(self, event: Event) -> None:
        """Remembers the event."""
        match event:
            case Began():
                self.began = event
                self._generation_started = time.monotonic()
            case Playing() | Learning() | Measuring():
                self.stage = event
                self.playing = event if isinstance(event, Playing) else self.playing
            case GenerationDone():
                self._finish_generation(event)
            case Measured():
                self.measured = event
            case Ended():
                self.ended = event

    @property
    def elapsed(self) -> float:
        """Seconds since this session began."""
        return time.monotonic() - self._started

    @property
    def generations_left(self) -> int:
        """Generations still to do, the present one included."""
        if self.began is None:
            return 0
        finished = self.began.generation if self.done is None else self.done.generation + 1
        return self.began.generations - finished

    @property
    def seconds_left(self) -> float | None:
        """Time to the last generation, from the newest finished ones; None before the first."""
        if not self._durations:
            return None
        mean = sum(self._durations) / len(self._durations)
        return mean * self.generations_left

    def _finish_generation(self, event: GenerationDone) -> None:
        now = time.monotonic()
        self._durations.append(now - self._generation_started)
        self._generation_started = now
        self.done = event
        if event.report is not None and "policy" in event.report.losses:
            self.policy_losses.append(event.report.losses["policy"])
