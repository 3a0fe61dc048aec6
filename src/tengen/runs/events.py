"""What a run tells those who watch it. Stages never print; observers do as they like."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from tengen.learner.report import LearnerReport
from tengen.runs.ladder import LadderMatch, LadderState


@dataclass(frozen=True, slots=True)
class Began:
    """The run begins or goes on."""

    folder: str
    game: str
    parameters: int
    generation: int
    """The one it begins or goes on with, which is how many are done."""
    generations: int
    """How many there will be."""
    games: int
    positions: int
    threads: int
    remarks: tuple[str, ...]
    """What the user should know about the state it goes on from, a sentence each."""
    metrics: dict[str, float]
    """Those of the last generation, empty before the first; and the checks of the newest net."""
    last_match: "LadderMatchDone | None"
    """The last match there was."""


@dataclass(frozen=True, slots=True)
class Playing:
    """Self-play of a generation, about ten times a second."""

    generation: int
    games: int
    games_wanted: int
    evaluations: int
    """Positions evaluated, remembered ones included."""
    seconds: float
    cache_hits: float | None
    """Share of them that were remembered; None without a cache."""


@dataclass(frozen=True, slots=True)
class GamesRefused:
    """Records that are not games of these rules were not stored; the games are played again."""

    generation: int
    games: int
    """Refused so far in this generation."""
    reason: str
    """Why the last one was."""


@dataclass(frozen=True, slots=True)
class Learning:
    """Training of a generation, after every few batches."""

    generation: int
    batches: int
    batches_wanted: int
    seconds: float


@dataclass(frozen=True, slots=True)
class GenerationDone:
    """A generation is played and learned from, and the next net is saved."""

    generation: int
    updates: int
    games: int
    games_refused: int
    """Records that were not games of these rules; the games were played again."""
    positions: int
    total_games: int
    total_positions: int
    window: int
    first_seat_score: float
    """Points of seat 0 per game, a draw counting half."""
    mean_plies: float
    false_resigns: float | None
    """Share of the games played on that were not lost after all; None without such games."""
    play_seconds: float
    evaluations_per_second: float
    """Positions evaluated per second, remembered ones included."""
    cache_hits: float | None
    """Share of them that were remembered; None without a cache."""
    learn_seconds: float
    report: LearnerReport | None
    """None when there was nothing to learn yet."""

    def metrics(self) -> dict[str, float]:
        """The numbers of the generation by name, for the database and for curves."""
        numbers = {
            "selfplay/first_seat_score": self.first_seat_score,
            "selfplay/mean_plies": self.mean_plies,
            "selfplay/evaluations_per_second": self.evaluations_per_second,
            "selfplay/seconds": self.play_seconds,
            "learner/seconds": self.learn_seconds,
            "replay/window": float(self.window),
        }
        if self.games_refused:
            numbers["selfplay/games_refused"] = float(self.games_refused)
        if self.cache_hits is not None:
            numbers["selfplay/cache_hits"] = self.cache_hits
        if self.false_resigns is not None:
            numbers["selfplay/false_resigns"] = self.false_resigns
        return numbers if self.report is None else numbers | self.report.metrics()


@dataclass(frozen=True, slots=True)
class NetChecked:
    """A net was shown the fixed positions: the untrained one, and each that a generation makes."""

    generation: int
    """The one that this net plays."""
    checkpoint: str
    checks: dict[str, float]
    """Raw policy and value on fixed positions."""


@dataclass(frozen=True, slots=True)
class LadderMatchPlaying:
    """A match on the ladder goes on; its games are played side by side."""

    generation: int
    """The one that the net of this match plays."""
    opponent: int
    games: int
    games_wanted: int
    seconds: float


@dataclass(frozen=True, slots=True)
class LadderMatchDone:
    """A match of a net on the ladder."""

    generation: int
    """The one that this net plays."""
    checkpoint: str
    match: LadderMatch
    state: LadderState
    seconds: float


@dataclass(frozen=True, slots=True)
class Ended:
    """The run stops here, for this reason."""

    reason: str
    generations_done: int
    checkpoint: str
    """The newest net."""


Event: TypeAlias = (
    Began
    | Playing
    | GamesRefused
    | Learning
    | GenerationDone
    | NetChecked
    | LadderMatchPlaying
    | LadderMatchDone
    | Ended
)


class Observer(Protocol):
    """Anybody who wants to know."""

    def observe(self, event: Event) -> None:
        """Takes note of an event; must not raise."""


class Observers:
    """Tells everybody."""

    def __init__(self, observers: Iterable[Observer] = ()) -> None:
        self._observers = list(observers)

    def observe(self, event: Event) -> None:
        """Passes the event on."""
        for observer in self._observers:
            observer.observe(event)
