"""Who plays the games of a run: this process, or a crew of workers.

Whoever it is, game i of generation k and game i of a match are the same.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol

from tengen.nets import Checkpoint
from tengen.rules.game import Game
from tengen.runs.crew import Crew
from tengen.runs.crew_record import CrewRecord
from tengen.runs.dispatch import Dispatcher
from tengen.runs.errands import Done, MatchErrand
from tengen.runs.ladder import LadderMatch, play_ladder_match
from tengen.search import StopToken
from tengen.selfplay import Games, PlaySettings, play
from tengen.selfplay.evaluators import make_evaluator


@dataclass(frozen=True, slots=True)
class Delivery:
    """Games that have been finished."""

    worker: str
    records: tuple[bytes, ...]
    evaluations: int
    cache_hits: float | None


OnFinished = Callable[[int], None]
"""Called with the number of finished games."""


class Executor(Protocol):
    """Plays games somewhere."""

    record: CrewRecord | None
    """What its workers have done; None without workers."""

    def play(
        self,
        net: Checkpoint,
        settings: PlaySettings,
        games: Games,
        rules: Game[Any],
        stop: StopToken,
    ) -> Iterator[Delivery]:
        """Until all games have been delivered, some perhaps invalid, or a stop is requested."""

    def match(
        self, net: Checkpoint, errand: MatchErrand, rules: Game[Any], on_finished: OnFinished
    ) -> LadderMatch:
        """A match against pure MCTS."""

    def distrust(self, worker: str, refused: int) -> None:
        """A worker has delivered so many invalid games."""

    def close(self) -> None:
        """Ends what it has started."""


class Inline:
    """This process, with all its threads."""

    record: CrewRecord | None = None

    def play(
        self,
        net: Checkpoint,
        settings: PlaySettings,
        games: Games,
        rules: Game[Any],
        stop: StopToken,
    ) -> Iterator[Delivery]:
        """Games as they end."""
        evaluations = 0
        for report in play(net, settings, games, rules=rules, stop=stop):
            new, evaluations = report.evaluations - evaluations, report.evaluations
            yield Delivery("", report.records, new, report.cache_hits)

    def match(
        self, net: Checkpoint, errand: MatchErrand, rules: Game[Any], on_finished: OnFinished
    ) -> LadderMatch:
        """All games at once."""
        return play_ladder_match(
            rules,
            make_evaluator(errand.backend, net),
            errand.search,
            errand.ladder,
            errand.opponent,
            seed=errand.seed,
            threads=errand.threads,
            on_finished=on_finished,
        )

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

    def play(
        self,
        net: Checkpoint,
        settings: PlaySettings,
        games: Games,
        rules: Game[Any],
        stop: StopToken,
    ) -> Iterator[Delivery]:
        """Chunks of games as they end; continues what `begin` has begun."""
        has_begun = self._playing == (games.generation, games.checkpoint)
        if not has_begun or self.dispatcher.is_done:
            self.begin(net, settings, games)
        while not self.dispatcher.is_done and not stop.requested:
            for worker, done in self.dispatcher.answers():
                yield self.delivery(worker, done)

    @staticmethod
    def delivery(worker: str, done: Done) -> Delivery:
        """Games that a worker has finished."""
        return Delivery(worker, done.records, done.evaluations, done.cache_hits)

    def begin(self, net: Checkpoint, settings: PlaySettings, games: Games) -> None:
        """Gives games to the workers without waiting for them."""
        self._playing = (games.generation, games.checkpoint)
        self.dispatcher.play(net, replace(settings, threads=self._threads), games)

    def match(
        self, net: Checkpoint, errand: MatchErrand, rules: Game[Any], on_finished: OnFinished
    ) -> LadderMatch:
        """Shared among the workers; games that were begun before are given up."""
        self._playing = None
        self.dispatcher.match(net, replace(errand, threads=self._threads))
        parts: list[Done] = []
        while not self.dispatcher.is_done:
            for _, done in self.dispatcher.answers():
                parts.append(done)
                on_finished(sum(part.wins + part.draws + part.losses for part in parts))
        counted = [sum(getattr(p, name) for p in parts) for name in ("wins", "draws", "losses")]
        return LadderMatch(errand.opponent, *counted)

    def distrust(self, worker: str, refused: int) -> None:
        """It is replaced by another one."""
        self.dispatcher.distrust(worker, refused)

    def close(self) -> None:
        """Ends the workers."""
        self._crew.close()
