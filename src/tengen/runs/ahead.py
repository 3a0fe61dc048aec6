"""Asynchronous self-play: workers play the generations to come while the learner is at work.

Generation k is played by net k - `run.net_age`, so its games can begin before net k exists. Which
net plays which game does not depend on who is faster: an asynchronous run is as repeatable as any
other, and no net is older than the setting says.
"""

import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

from tengen.runs.absence import Absence
from tengen.runs.crew_record import CrewNotes
from tengen.runs.events import Learning, NoWorkers, Observers
from tengen.runs.executor import CrewExecutor, Executor
from tengen.runs.playing import Played, store_delivery
from tengen.runs.run import Run
from tengen.runs.stages import games_of, play_settings
from tengen.runs.stop import Stop
from tengen.selfplay import Games
from tengen.selfplay.games import in_order

Result = TypeVar("Result")

_IDLE_SECONDS = 0.05


class _Told:
    """Progress that one thread tells another."""

    def __init__(self) -> None:
        self.is_wanted = True
        """Whether anybody waits for the work; it ends at its next step if not."""
        self._newest: Learning | None = None

    def take(self, progress: Learning) -> None:
        """Called by the thread that works."""
        if not self.is_wanted:
            raise CancelledError
        self._newest = progress

    def newest(self) -> Learning | None:
        """What has not been told yet."""
        newest, self._newest = self._newest, None
        return newest


class Ahead:
    """What has been played of later generations."""

    def __init__(self, run: Run, executor: Executor, observers: Observers) -> None:
        self._run, self._observers = run, observers
        self._crew = executor if isinstance(executor, CrewExecutor) else None
        self._notes = CrewNotes(run.store)
        self._played: dict[int, Played] = {}
        self._begun: set[int] = set()
        """Generations that were begun or found complete: each is begun ahead only once."""
        self._games: Games | None = None
        """Those that workers play now."""
        self._began, self._spent = 0.0, 0.0
        """When they were begun, and the seconds that their generation had taken before."""

    def of(self, generation: int) -> Played:
        """What was played of a generation before its turn came."""
        played = self._played.pop(generation, None) or Played()
        if self._games is not None and self._games.generation == generation:
            self._games = None
        return played

    def during(self, work: Callable[[Callable[[Learning], None]], Result]) -> Result:
        """Does the learner's work; workers play meanwhile, where the run allows it.

        `work` gets the function that takes its progress.
        """
        crew, observers = self._crew, self._observers
        if crew is None or self._run.config.run.net_age == 0:
            return work(observers.observe)
        told = _Told()
        with ThreadPoolExecutor(1) as thread:
            learning: Future[Result] = thread.submit(work, told.take)
            try:
                while not learning.done():
                    self._play_some(crew)
                    if (progress := told.newest()) is not None:
                        observers.observe(progress)
            except BaseException:
                told.is_wanted = False
                raise
            return learning.result()

    def settle(self, stop: Stop) -> None:
        """Waits for the games that workers have, before they are needed for something else."""
        if self._crew is None or self._games is None:
            return
        absence = Absence(lambda: self._observers.observe(NoWorkers(self._run.generation)))
        self._crew.dispatcher.give_out_no_more()
        while not self._crew.dispatcher.is_done and not stop.token.requested:
            self._take_in(self._crew, self._games)
            absence.look(self._crew.is_waiting)
            stop.look_at_clock()
        self._begun.discard(self._games.generation)  # the rest may still be begun ahead
        self._games = None

    def _play_some(self, crew: CrewExecutor) -> None:
        if crew.dispatcher.is_done:
            self._games = None
            if not self._begin_next(crew):
                time.sleep(_IDLE_SECONDS)
        if self._games is not None:
            self._take_in(crew, self._games)

    def _take_in(self, crew: CrewExecutor, games: Games) -> None:
        run, played = self._run, self._played.setdefault(games.generation, Played())
        for worker, done in crew.dispatcher.answers():
            delivery = crew.delivery(worker, done)
            stored = store_delivery(run, games, delivery, played, self._observers, crew)
            for record in stored:
                if games.generation == run.generation:  # its turn has come meanwhile
                    run.window.add(record)
                else:
                    run.window.add_early(games.generation, record)
        played.seconds = self._spent + time.monotonic() - self._began
        self._notes.look(crew.record)

    def _begin_next(self, crew: CrewExecutor) -> bool:
        """Begins the first later generation that lacks games and whose net exists."""
        run, loop = self._run, self._run.config.run
        last = min(run.generation + loop.net_age, loop.generations - 1)
        for generation in range(run.generation + 1, last + 1):
            if generation in self._begun:
                continue
            self._begun.add(generation)
            games = games_of(run.config, generation, range(loop.games_per_generation))
            stored = {row.record.index for row in run.store.games_of(generation)}
            missing = in_order(number for number in games.numbers if number not in stored)
            if missing:
                self._games, self._began = replace(games, numbers=missing), time.monotonic()
                self._spent = self._played.get(generation, Played()).seconds
                crew.begin(run.net(games.net), play_settings(run.config), self._games)
                return True
        return False
