"""Shares the games of a generation, or of a match, among the workers of a crew.

Workers take chunks of games that last about ten seconds, smaller ones towards the end. What a lost
worker had is given out again; so is, once nothing else is left, what takes much longer elsewhere.
Whoever answers first counts. Which worker plays a game does not change the game.
"""

import itertools
import math
import statistics
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tengen.errors import RecordError, RunError
from tengen.nets import Checkpoint
from tengen.runs.crew import Answer, Crew
from tengen.runs.crew_record import CrewRecord
from tengen.runs.errands import Done, Errand, MatchErrand, PlayErrand, unpack
from tengen.selfplay import Games, PlaySettings

CHUNK_SECONDS = 10.0
"""How long a chunk of games should take."""
FEWEST_GAMES = 4
"""Smaller chunks would leave the nets' batches empty."""
_FIRST_SHARES, _FIRST_GAMES = 4, 32
"""Before any speed is known: chunks per worker, and their largest size."""
_STRAGGLING = 2.0
"""A worker that takes this many times as long as expected is doubled."""
_MOST_COPIES = 3
_HANGING_SECONDS = 60.0
"""A worker whose errand somebody else has done is replaced after this time."""
_STUCK_SECONDS, _STUCK_TIMES = 1800.0, 20.0
"""A worker that takes longer, and so many times as long as expected, is replaced."""
_TRIALS = 5
"""Losses of the same errand before the run ends: it is the errand that kills workers."""
_POLL_SECONDS = 0.1
_LOOK_SECONDS = 1.0


@dataclass(slots=True)
class _Outstanding:
    errand: Errand
    size: int
    started: float
    trials: int = 0


class Dispatcher:
    """Keeps the workers of a crew busy with one job after the other."""

    def __init__(self, crew: Crew, clock: Callable[[], float] = time.monotonic) -> None:
        self.crew = crew
        self.record = CrewRecord()
        self._clock = clock
        self._numbers = itertools.count()
        self._busy: dict[str, _Outstanding] = {}
        """What each worker does; it may be something that is no longer wanted."""
        self._open: dict[int, _Outstanding] = {}
        """Errands without an answer, by number."""
        self._again: deque[_Outstanding] = deque()
        """Errands that were lost."""
        self._split: Callable[[int], tuple[Errand, int] | None] = lambda size: None
        """Makes the next errand, of about so many games; None: nothing is left."""
        self._left = 0
        """Games that have not been given out."""
        self._idle: list[str] = []
        """Workers without an errand, as far as known."""
        self._looked = -math.inf
        """When the crew was last asked who there is: with thousands of workers, seldom."""
        self._checked = -math.inf
        """When it was last checked who hangs."""
        self._size, self._speed = 0, 0.0
        """Number of workers and usual games per second of one, at that time."""

    def play(self, net: Checkpoint, settings: PlaySettings, games: Games) -> None:
        """Begins some games of a generation; `answers` has what became of them."""
        waiting = deque(games.numbers)
        digest = self._begin(net, len(waiting))

        def split(size: int) -> tuple[Errand, int] | None:
            numbers = [waiting.popleft() for _ in range(min(size, len(waiting)))]
            if not numbers:
                return None
            some = replace(games, numbers=numbers)
            return PlayErrand(next(self._numbers), digest, settings, some), len(numbers)

        self._split = split

    def match(self, net: Checkpoint, whole: MatchErrand) -> None:
        """Begins a match; seats alternate, so it is divided after an even number of games."""
        first, digest = whole.first, self._begin(net, whole.games)
        end = whole.first + whole.games

        def split(size: int) -> tuple[Errand, int] | None:
            nonlocal first
            games = min(size + size % 2, end - first)
            if games <= 0:
                return None
            number = next(self._numbers)
            errand = replace(whole, number=number, net=digest, first=first, games=games)
            first += games
            return errand, games

        self._split = split

    @property
    def is_done(self) -> bool:
        """Whether every game of the job has been answered."""
        return self._left == 0 and not self._open and not self._again

    def answers(self, seconds: float = _POLL_SECONDS) -> Iterator[tuple[str, Done]]:
        """Gives out work, waits no longer than this, and returns what has come back."""
        self._give_out()
        for answer in self.crew.answers(seconds):
            found = self._taken(answer)
            if found is not None:
                yield answer.worker, found
        self._replace_hanging()  # last: an answer may have been waiting

    def abandon(self) -> None:
        """Forgets the job; what comes back from it is ignored."""
        self._open.clear()
        self._again.clear()
        self._left, self._split = 0, lambda size: None

    def give_out_no_more(self) -> None:
        """The job is done when what has been given out is answered."""
        self._again.clear()
        self._left, self._split = 0, lambda size: None

    def distrust(self, worker: str, refused: int) -> None:
        """Replaces a worker that has delivered invalid games."""
        self.record.of(worker).refused += refused
        self._lose(worker)
        self.crew.replace(worker)

    def _begin(self, net: Checkpoint, games: int) -> str:
        self.abandon()
        self._left = games
        self.crew.publish(net)
        return net.weights_sha256

    def _give_out(self) -> None:
        self._look_around()
        while self._idle:
            outstanding = self._next_for(self._idle[-1])
            if outstanding is None:
                return
            worker = self._idle.pop()
            self._busy[worker] = outstanding
            self._open[outstanding.errand.number] = outstanding
            self.crew.send(worker, outstanding.errand)

    def _look_around(self) -> None:
        """Finds workers that have come or gone."""
        now = self._clock()
        if now - self._looked < _LOOK_SECONDS:
            return
        self._looked, workers = now, self.crew.workers()
        self._idle = [worker for worker in workers if worker not in self._busy]
        speeds = [each.games_per_second for each in self.record.workers.values() if each.games]
        self._size = max(1, len(workers))
        self._speed = statistics.median(speeds) if speeds else 0.0

    def _next_for(self, worker: str) -> _Outstanding | None:
        if self._again:
            again = self._again.popleft()
            again.started = self._clock()
            return again
        made = self._split(self._chunk(worker)) if self._left else None
        if made is None:
            return self._straggler()
        errand, games = made
        self._left -= games
        return _Outstanding(errand, games, self._clock())

    def _chunk(self, worker: str) -> int:
        """Games for one errand: about ten seconds, and less than is left for each worker."""
        speed = self.record.of(worker).games_per_second or self._speed
        shares = 2 if speed else _FIRST_SHARES
        share = math.ceil(self._left / (shares * self._size))
        by_time = speed * CHUNK_SECONDS if speed else _FIRST_GAMES
        return max(FEWEST_GAMES, min(share, math.ceil(by_time)))

    def _straggler(self) -> _Outstanding | None:
        """The oldest errand that takes long elsewhere, for somebody else to do too."""
        now = self._clock()
        late = [
            each
            for each in self._open.values()
            if self._speed
            and now - each.started > max(CHUNK_SECONDS, _STRAGGLING * each.size / self._speed)
        ]
        for oldest in sorted(late, key=lambda each: each.started):
            if self._doing(oldest.errand.number) < _MOST_COPIES:
                self.record.reissued += 1
                return replace(oldest, started=now)
        return None

    def _doing(self, number: int) -> int:
        """How many workers do an errand."""
        return sum(each.errand.number == number for each in self._busy.values())

    def _taken(self, answer: Answer) -> Done | None:
        """The answer to an errand that is still wanted."""
        outstanding = self._busy.get(answer.worker)
        if outstanding is None:
            return None
        if answer.trouble:
            self._lose(answer.worker, answer.trouble)
            return None
        try:
            done = unpack(answer.data)
        except RecordError as error:
            self._lose(answer.worker, str(error))
            self.crew.replace(answer.worker)
            return None
        trouble = done.trouble or _shortfall(done, outstanding)
        if trouble:
            self._lose(answer.worker, trouble)
            self.crew.replace(answer.worker)
            return None
        del self._busy[answer.worker]
        self._idle.append(answer.worker)
        if done.number != outstanding.errand.number:
            return None  # of an earlier job
        if isinstance(outstanding.errand, PlayErrand):  # matches take other times
            record = self.record.of(answer.worker)
            record.games += outstanding.size
            record.seconds += self._clock() - outstanding.started
        return done if self._open.pop(done.number, None) is not None else None

    def _lose(self, worker: str, trouble: str = "") -> None:
        """A worker is gone; its errand is given out again, unless somebody else has it too."""
        outstanding = self._busy.pop(worker, None)
        self._looked = -math.inf  # its replacement may need a while
        if trouble:
            self.record.of(worker).losses += 1
        if outstanding is None or outstanding.errand.number not in self._open:
            return
        if self._doing(outstanding.errand.number):
            return
        outstanding.trials += 1
        if outstanding.trials >= _TRIALS:
            raise RunError(
                f"{_TRIALS} workers in turn were lost with the same games: {trouble}. All finished "
                "games are stored: add --resume to continue"
            )
        self.record.reissued += 1
        del self._open[outstanding.errand.number]
        self._again.append(outstanding)

    def _replace_hanging(self) -> None:
        """Workers that are long at something done already, or far too long at anything."""
        now = self._clock()
        if now - self._checked < _LOOK_SECONDS:
            return
        self._checked = now
        for worker, outstanding in list(self._busy.items()):
            limit = _HANGING_SECONDS
            if outstanding.errand.number in self._open:
                expected = outstanding.size / self._speed if self._speed else 0.0
                limit = max(_STUCK_SECONDS, _STUCK_TIMES * expected)
            if now - outstanding.started > limit:
                self._lose(worker, "it did not answer")
                self.crew.replace(worker)


def _shortfall(done: Done, outstanding: _Outstanding) -> str:
    """What is missing from the answer to an errand of this number; empty if nothing is."""
    if done.number != outstanding.errand.number:
        return ""
    is_play = isinstance(outstanding.errand, PlayErrand)
    results = (done.wins, done.draws, done.losses)
    delivered = len(done.records) if is_play else sum(results)
    if delivered == outstanding.size and min(results) >= 0:
        return ""
    return f"{delivered} of {outstanding.size} games came back"
