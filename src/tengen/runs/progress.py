"""The state an observer keeps: the latest event of each kind, and how long things take."""

import time
from collections import deque

from tengen.runs.crew_record import CrewRecord
from tengen.runs.events import (
    Began,
    Ended,
    Event,
    FinalPlaying,
    FinalWon,
    GamesRefused,
    GenerationDone,
    LadderMatchDone,
    LadderMatchPlaying,
    Learning,
    NetChecked,
    NoWorkers,
    Planned,
    Playing,
)
from tengen.runs.stop import Stop

Stage = Playing | Learning | LadderMatchPlaying | FinalPlaying

_GENERATIONS_COUNTED = 8
_LOSSES_SHOWN = 24


class TrainingProgress:
    """Keeps track of events for any kind of display."""

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        self.began: Began | None = None
        self.stage: Stage | None = None
        self.playing: Playing | None = None
        self.refused: GamesRefused | None = None
        self.is_waiting = False
        """Whether all workers are gone."""
        self.done: GenerationDone | None = None
        self.checked: NetChecked | None = None
        self.last_match: LadderMatchDone | None = None
        self.planned: Planned | None = None
        self.final: FinalWon | None = None
        self.ended: Ended | None = None
        self.policy_losses: deque[float] = deque(maxlen=_LOSSES_SHOWN)
        self._started = time.monotonic()
        self._generation_started = self._started
        self._durations: deque[float] = deque(maxlen=_GENERATIONS_COUNTED)

    def observe(self, event: Event) -> None:
        """Records the event."""
        self.is_waiting = isinstance(event, NoWorkers)
        match event:
            case Began():
                self._begin(event)
            case Playing() | Learning() | LadderMatchPlaying() | FinalPlaying():
                self.stage = event
                self.playing = event if isinstance(event, Playing) else self.playing
            case GamesRefused():
                self.refused = event
            case GenerationDone():
                self._finish_generation(event)
            case NetChecked():
                self.checked = event
            case LadderMatchDone():
                self.last_match = event
            case Planned():
                self.planned = event
            case FinalWon():
                self.final = event
            case Ended():
                self.ended = event

    @property
    def elapsed(self) -> float:
        """Seconds since this session began."""
        return time.monotonic() - self._started

    @property
    def crew(self) -> CrewRecord | None:
        """What the workers have done so far; None without workers."""
        told = self.playing or self.done
        return None if told is None else told.crew

    @property
    def generation(self) -> int:
        """The current generation, counted from 0; equals the number finished."""
        if self.done is not None:
            return self.done.generation + 1
        return 0 if self.began is None else self.began.generation

    @property
    def generations(self) -> int:
        """Total number of generations, as planned so far."""
        if self.planned is not None:
            return self.planned.generations
        return 0 if self.began is None else self.began.generations

    @property
    def is_timed(self) -> bool:
        """Whether the run is planned for a time; its number of generations may then change."""
        return self.began is not None and self.began.plan_seconds_left is not None

    @property
    def is_planned(self) -> bool:
        """Whether the number of generations is known: a timed run must measure its speed first."""
        is_resumed = self.began is not None and self.began.generation > 0
        return self.planned is not None or not self.is_timed or is_resumed

    @property
    def generations_left(self) -> int:
        """Generations left, including the current one."""
        return self.generations - self.generation

    @property
    def metrics(self) -> dict[str, float]:
        """Metrics of the last generation and its net, possibly from an earlier session."""
        checks = {} if self.checked is None else self.checked.checks
        if self.done is not None:
            return self.done.metrics() | checks
        return checks if self.began is None else self.began.metrics | checks

    @property
    def seconds_left(self) -> float | None:
        """Estimated time until the last generation ends; None before the first is finished.

        A timed run ends when its time does.
        """
        if self.began is not None and self.began.plan_seconds_left is not None:
            return max(0.0, self.began.plan_seconds_left - self.elapsed)
        if self._durations:
            return self.generations_left * sum(self._durations) / len(self._durations)
        earlier = [self.metrics.get(f"{stage}/seconds", 0.0) for stage in ("selfplay", "learner")]
        return self.generations_left * sum(earlier) if any(earlier) else None

    def games_per_second(self, event: Playing | GenerationDone) -> float | None:
        """Rate of games finished in this session; games stored earlier do not count."""
        if isinstance(event, Playing):
            played, seconds = event.games - self._stored_before(event), event.seconds
        else:
            played, seconds = event.new_games, event.play_seconds
        return played / seconds if played > 0 and seconds > 0 else None

    def _stored_before(self, event: Playing) -> int:
        """Games of this generation that an earlier session stored."""
        games, wanted = 0 if self.began is None else self.began.games, event.games_wanted
        return min(wanted, max(0, games - event.generation * wanted))

    def _begin(self, event: Began) -> None:
        self.began = event
        self.last_match = event.last_match
        self._generation_started = time.monotonic()
        self._remember_loss(event.metrics)

    def _finish_generation(self, event: GenerationDone) -> None:
        now = time.monotonic()
        self._durations.append(now - self._generation_started)
        self._generation_started = now
        self.done = event
        self._remember_loss(event.metrics())

    def _remember_loss(self, metrics: dict[str, float]) -> None:
        if "loss/policy" in metrics:
            self.policy_losses.append(metrics["loss/policy"])
