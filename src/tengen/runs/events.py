"""The events that a run reports to its observers; stages themselves never print."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from tengen.learner.report import LearnerReport
from tengen.runs.crew_record import CrewRecord
from tengen.runs.ladder import LadderMatch, LadderState

GAMES_PER_SECOND = "selfplay/games_per_second"
"""Metric: games finished per second of self-play."""


@dataclass(frozen=True, slots=True)
class Began:
    """The run starts or resumes."""

    folder: str
    game: str
    parameters: int
    generation: int
    """The generation it starts or resumes with, which equals the number finished so far."""
    generations: int
    """Total number of generations, as planned so far."""
    plan_seconds_left: float | None
    """Time left of a timed run's plan; None if the generations are the plan."""
    games: int
    positions: int
    threads: int
    remarks: tuple[str, ...]
    """What the user should know about the state it resumes from, one sentence each."""
    metrics: dict[str, float]
    """Metrics of the last generation, empty before the first, and checks of the newest net."""
    last_match: "LadderMatchDone | None"
    """The most recent match."""


@dataclass(frozen=True, slots=True)
class Playing:
    """Progress of self-play, about ten times a second."""

    generation: int
    games: int
    games_wanted: int
    evaluations: int
    """Positions evaluated, cache hits included."""
    seconds: float
    cache_hits: float | None
    """Cache hit rate; None without a cache."""
    crew: CrewRecord | None = None
    """What the workers have done so far; None without workers."""


@dataclass(frozen=True, slots=True)
class GamesRefused:
    """Invalid records were refused; their games are played again."""

    generation: int
    games: int
    """Number refused so far in this generation."""
    reason: str
    """Why the last one was refused."""


@dataclass(frozen=True, slots=True)
class NoWorkers:
    """All workers are gone, and none has come for a while; the run waits for new ones."""

    generation: int


@dataclass(frozen=True, slots=True)
class Learning:
    """Progress of training, every few batches."""

    generation: int
    batches: int
    batches_wanted: int
    seconds: float


@dataclass(frozen=True, slots=True)
class GenerationDone:
    """A generation was played and learned from, and the next net is saved."""

    generation: int
    updates: int
    games: int
    new_games: int
    """Number played in this session; the others were stored by an earlier one."""
    games_refused: int
    """Number of refused records; their games were played again."""
    positions: int
    total_games: int
    total_positions: int
    window: int
    first_seat_score: float
    """Mean points of seat 0 per game; a draw counts half."""
    mean_plies: float
    false_resigns: float | None
    """Share of would-be resignations that were not lost when played on; None without any."""
    play_seconds: float
    evaluations_per_second: float
    """Positions evaluated per second, cache hits included."""
    cache_hits: float | None
    """Cache hit rate; None without a cache."""
    learn_seconds: float
    report: LearnerReport | None
    """None if there was nothing to learn from yet."""
    net_age: int = 0
    """How many nets older than the newest one the net was that played."""
    crew: CrewRecord | None = None
    """What the workers have done so far; None without workers."""

    def metrics(self) -> dict[str, float]:
        """The generation's metrics by name, for the database and TensorBoard."""
        numbers = {
            "selfplay/first_seat_score": self.first_seat_score,
            "selfplay/mean_plies": self.mean_plies,
            "selfplay/evaluations_per_second": self.evaluations_per_second,
            "selfplay/seconds": self.play_seconds,
            "learner/seconds": self.learn_seconds,
            "replay/window": float(self.window),
        }
        if self.new_games and self.play_seconds > 0:
            numbers[GAMES_PER_SECOND] = self.new_games / self.play_seconds
        if self.games_refused:
            numbers["selfplay/games_refused"] = float(self.games_refused)
        if self.cache_hits is not None:
            numbers["selfplay/cache_hits"] = self.cache_hits
        if self.false_resigns is not None:
            numbers["selfplay/false_resigns"] = self.false_resigns
        if self.net_age:
            numbers["selfplay/net_age"] = float(self.net_age)
        if self.crew is not None:
            numbers |= self.crew.metrics()
        if self.report is not None and self.positions:
            numbers["learner/samples_per_position"] = self.report.samples / self.positions
        return numbers if self.report is None else numbers | self.report.metrics()


@dataclass(frozen=True, slots=True)
class NetChecked:
    """A net, untrained or new in this generation, was evaluated on the fixed positions."""

    generation: int
    """The generation that this net plays."""
    checkpoint: str
    checks: dict[str, float]
    """Metrics of the raw policy and value on fixed positions."""


@dataclass(frozen=True, slots=True)
class LadderMatchPlaying:
    """Progress of a ladder match; its games are played in parallel."""

    generation: int
    """The generation that the net of this match plays."""
    opponent: int
    games: int
    games_wanted: int
    seconds: float


@dataclass(frozen=True, slots=True)
class LadderMatchDone:
    """A ladder match is finished."""

    generation: int
    """The generation that this net plays."""
    checkpoint: str
    match: LadderMatch
    state: LadderState
    seconds: float


@dataclass(frozen=True, slots=True)
class Planned:
    """A timed run has measured its speed and fitted its number of generations to its time."""

    generation: int
    """The number of generations done."""
    generations: int
    """The number that fits into the time."""
    minutes: float
    """The time of the whole run."""


@dataclass(frozen=True, slots=True)
class FinalPlaying:
    """Progress of the final, in which the last nets of a finished run meet."""

    generation: int
    games: int
    games_wanted: int
    seconds: float


@dataclass(frozen=True, slots=True)
class FinalWon:
    """The final is over."""

    generation: int
    checkpoint: str
    """The winner: the net to play."""
    games: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The run has stopped, and why."""

    reason: str
    generations_done: int
    checkpoint: str
    """The newest net."""


Event: TypeAlias = (
    Began
    | Playing
    | GamesRefused
    | NoWorkers
    | Learning
    | GenerationDone
    | NetChecked
    | LadderMatchPlaying
    | LadderMatchDone
    | Planned
    | FinalPlaying
    | FinalWon
    | Ended
)


class Observer(Protocol):
    """Receives the events of a run."""

    def observe(self, event: Event) -> None:
        """Handles an event; must not raise."""


class Observers:
    """Passes events on to several observers."""

    def __init__(self, observers: Iterable[Observer] = ()) -> None:
        self._observers = list(observers)

    def observe(self, event: Event) -> None:
        """Passes the event to every observer."""
        for observer in self._observers:
            observer.observe(event)
