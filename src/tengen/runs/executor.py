"""Who plays the games of a run: this process, or a crew of workers.

Whoever it is, game i of generation k and game i of a match are the same.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from tengen.nets import Checkpoint
from tengen.rules.game import Game
from tengen.rules.registry import absolute_name
from tengen.runs.absence import Absence
from tengen.runs.crew import Crew
from tengen.runs.crew_record import CrewRecord
from tengen.runs.dispatch import Dispatcher
from tengen.runs.errands import Done
from tengen.runs.matches import MatchSettings, OnFinished, Score, play_match
from tengen.search import StopToken
from tengen.selfplay import Games, PlaySettings, play


@dataclass(frozen=True, slots=True)
class Delivery:
    """Games that have been finished."""

    worker: str = ""
    records: tuple[bytes, ...] = ()
    evaluations: int = 0
    cache_hits: float | None = None


@dataclass(frozen=True, slots=True)
class WantedGames:
    """Games of a generation that somebody should play."""

    net: Checkpoint
    settings: PlaySettings
    games: Games
    rules: Game[Any]
    stop: StopToken


@dataclass(frozen=True, slots=True)
class WantedMatch:
    """A match that somebody should play."""

    nets: Sequence[Checkpoint]
    settings: MatchSettings
    games: int
    rules: Game[Any]
    on_finished: OnFinished
    is_stopped: Callable[[], bool]
    on_waiting: Callable[[], None]
    """Called when all workers have gone."""


class Executor(Protocol):
    """Plays games somewhere."""

    record: CrewRecord | None
    """What its workers have done; None without workers."""

    @property
    def is_waiting(self) -> bool:
        """Whether all its workers have been gone for a while."""

    def play(self, wanted: WantedGames) -> Iterator[Delivery]:
        """Until all games have been delivered, some perhaps invalid, or a stop is requested.

        A delivery may be empty: it is a chance to look at the clock.
        """

    def match(self, wanted: WantedMatch) -> Score | None:
        """A match; None if it was stopped before its end."""

    def distrust(self, worker: str, refused: int) -> None:
        """A worker has delivered so many invalid games."""

    def close(self) -> None:
        """Ends what it has started."""


class Inline:
    """This process, with all its threads."""

    record: CrewRecord | None = None
    is_waiting = False

    def play(self, wanted: WantedGames) -> Iterator[Delivery]:
        """Games as they end."""
        evaluations = 0
        net, settings, games = wanted.net, wanted.settings, wanted.games
        for report in play(net, settings, games, rules=wanted.rules, stop=wanted.stop):
            new, evaluations = report.evaluations - evaluations, report.evaluations
            yield Delivery("", report.records, new, report.cache_hits)

    def match(self, wanted: WantedMatch) -> Score | None:
        """All games at once, to their end."""
        numbers = range(wanted.games)
        return play_match(wanted.settings, wanted.rules, wanted.nets, numbers, wanted.on_finished)

    def distrust(self, worker: str, refused: int) -> None:
        """There is nobody else."""

    def close(self) -> None:
        """Nothing to end."""


class CrewExecutor:
    """Workers, with one or more threads each."""

    def __init__(self, crew: Crew, threads: int = 1) -> None:
        self.dispatcher = Dispatcher(crew)
        self.record: CrewRecord | None = self.dispatcher.record
        self._crew, self._threads = crew, threads
        self._playing: tuple[int, str] | None = None
        """Generation and net of the games that have been begun."""

    @property
    def is_waiting(self) -> bool:
        """It continues by itself when workers come."""
        return self.dispatcher.is_alone

    def play(self, wanted: WantedGames) -> Iterator[Delivery]:
        """Chunks of games as they end; continues what `begin` has begun."""
        has_begun = self._playing == (wanted.games.generation, wanted.games.checkpoint)
        if not has_begun or self.dispatcher.is_done:
            self.begin(wanted.net, wanted.settings, wanted.games)
        while not self.dispatcher.is_done and not wanted.stop.requested:
            for worker, done in self.dispatcher.answers():
                yield self.delivery(worker, done)
            yield Delivery()

    @staticmethod
    def delivery(worker: str, done: Done) -> Delivery:
        """Games that a worker has finished."""
        return Delivery(worker, done.records, done.evaluations, done.cache_hits)

    def begin(self, net: Checkpoint, settings: PlaySettings, games: Games) -> None:
        """Gives games to the workers without waiting for them."""
        self._playing = (games.generation, games.checkpoint)
        self.dispatcher.play(net, replace(settings, **self._changes(settings.game)), games)

    def match(self, wanted: WantedMatch) -> Score | None:
        """Shared among the workers; games that were begun before are given up."""
        self._playing = None
        settings = replace(wanted.settings, **self._changes(wanted.settings.game))
        self.dispatcher.match(wanted.nets, settings, wanted.games)
        score, absence = (0, 0, 0), Absence(wanted.on_waiting)
        while not self.dispatcher.is_done:
            if wanted.is_stopped():
                self.dispatcher.abandon()
                return None
            for _, done in self.dispatcher.answers():
                score = _sum(score, (done.wins, done.draws, done.losses))
                wanted.on_finished(sum(score))
            absence.look(self.is_waiting)
        return self._with_given_up(wanted, score)

    def _changes(self, game: str) -> dict[str, Any]:
        """Of settings for workers, which may have been started in another folder."""
        return {"game": absolute_name(game), "threads": self._threads}

    def _with_given_up(self, wanted: WantedMatch, score: Score) -> Score | None:
        """Plays here what workers have failed at."""
        for numbers in self.dispatcher.given_up:
            if wanted.is_stopped():
                return None
            score = _sum(score, play_match(wanted.settings, wanted.rules, wanted.nets, numbers))
            wanted.on_finished(sum(score))
        return score

    def distrust(self, worker: str, refused: int) -> None:
        """It is replaced by another one."""
        self.dispatcher.distrust(worker, refused)

    def close(self) -> None:
        """Ends the workers."""
        self._crew.close()


def _sum(score: Score, other: Score) -> Score:
    return score[0] + other[0], score[1] + other[1], score[2] + other[2]
