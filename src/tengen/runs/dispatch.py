"""Shares the games of a generation, or of a match, among the workers of a crew.

Workers take chunks of games that last about ten seconds, smaller ones towards the end. What a lost
worker had is given out again; so is, once nothing else is left, what takes much longer elsewhere.
Whoever answers first counts. Which worker plays a game does not change the game. Games that workers
answer for, but never deliver, are left to the driver.
"""

import itertools
import math
import statistics
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from tengen.errors import RecordError, RunError
from tengen.nets import Checkpoint
from tengen.runs.crew import Answer, Crew
from tengen.runs.crew_record import CrewRecord
from tengen.runs.errands import Done, Errand, MatchErrand, PlayErrand, unpack
from tengen.runs.matches import MatchSettings
from tengen.runs.pieces import Piece
from tengen.selfplay import Games, PlaySettings

CHUNK_SECONDS = 10.0
"""How long a chunk of games should take."""
_SHORTEST_SECONDS, FEWEST_GAMES = 1.0, 4
"""Smaller chunks would leave the nets' batches empty."""
_SHARE = 0.9
"""Of a worker's share of the games that are left: the rest makes up for unequal speeds."""
_UNKNOWN_SECONDS = 30.0
"""How long an errand is expected to take where no speed is known."""
_STRAGGLING = 2.0
"""A worker that takes this many times as long as expected is doubled."""
_MOST_COPIES = 3
_WHOLE_SECONDS = 4 * CHUNK_SECONDS
"""What would take somebody else longer is shared out instead, if it can be."""
_STUCK_TIMES = 20.0
"""A worker that takes so many times as long as expected is replaced, but not before:"""
_STUCK_SECONDS = 3600.0
"""if its games are wanted: twice that after each loss, as they may only be slow;"""
_HANGING_SECONDS = 60.0
"""if they are not, counted from when somebody else had played them."""
_TRIALS = 5
"""Workers lost with the same games before the run ends: it is the games that kill them. As many
useless answers leave the games to the driver."""
_POLL_SECONDS = 0.1
_ALONE_SECONDS = 15.0
"""A replacement may take some of them to start."""
_LOOK_SECONDS = 1.0


@dataclass(slots=True)
class _Outstanding:
    worker: str
    errand: Errand
    size: int
    started: float
    deaths: int = 0
    failures: int = 0
    unwanted_since: float | None = None
    """When somebody else had done it, or it was given up."""


class Dispatcher:
    """Keeps the workers of a crew busy with one job after the other."""

    def __init__(self, crew: Crew, clock: Callable[[], float] = time.monotonic) -> None:
        self.crew = crew
        self.record = CrewRecord()
        self.given_up: list[range] = []
        """Games of the match that workers have failed at: the driver plays them itself."""
        self._clock = clock
        self._numbers = itertools.count()
        self._busy: dict[str, _Outstanding] = {}
        """What each worker does; it may be something that is no longer wanted."""
        self._open: dict[int, _Outstanding] = {}
        """Errands without an answer, by number."""
        self._pieces: deque[Piece] = deque()
        """Games that have not been given out, or were lost."""
        self._idle: list[str] = []
        """Workers without an errand, as far as known."""
        self._looked = -math.inf
        """When the crew was last asked who there is: with thousands of workers, seldom."""
        self._seen = clock()
        """When a worker was last seen."""
        self._checked = -math.inf
        """When it was last checked who hangs."""
        self._size, self._speed, self._whole_speed = 0, 0.0, 0.0
        """Number of workers, and games per second of a usual one and of all, at that time."""

    def play(self, net: Checkpoint, settings: PlaySettings, games: Games) -> None:
        """Begins some games of a generation; `answers` has what became of them."""
        self._begin(PlayErrand(0, self._publish([net]), settings, games))

    def match(self, nets: Sequence[Checkpoint], settings: MatchSettings, games: int) -> None:
        """Begins a match."""
        self._begin(MatchErrand(0, self._publish(nets), settings, range(games)))

    @property
    def is_done(self) -> bool:
        """Whether every game of the job has been answered, or given up."""
        return not self._pieces and not self._open

    @property
    def is_alone(self) -> bool:
        """Whether there has been no worker for a while."""
        return self._clock() - self._seen > _ALONE_SECONDS

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
        for number in list(self._open):
            self._close(number)
        self._pieces.clear()

    def give_out_no_more(self) -> None:
        """The job is done when what has been given out is answered."""
        self._pieces.clear()

    def distrust(self, worker: str, refused: int) -> None:
        """Replaces a worker that has delivered invalid games."""
        self.record.of(worker).refused += refused
        self._note_loss(worker, "it delivered invalid games")
        self.crew.replace(worker)

    def _publish(self, nets: Sequence[Checkpoint]) -> tuple[str, ...]:
        self.crew.publish(*nets)
        return tuple(net.weights_sha256 for net in nets)

    def _begin(self, whole: Errand) -> None:
        self.abandon()
        self.given_up.clear()
        self._seen = self._clock()  # nobody has looked while there was nothing to do
        piece = Piece.of(whole)
        if piece.size:
            self._pieces.append(piece)

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
        self.record.note_present(workers)
        speeds = [each.games_per_second for each in self.record.workers.values() if each.games]
        self._size = max(1, len(workers))
        self._seen = now if workers else self._seen
        self._speed = statistics.median(speeds) if speeds else 0.0
        self._whole_speed = sum(map(self._speed_of, workers))

    def _speed_of(self, worker: str) -> float:
        """Games per second; of a worker that has played none, the usual ones."""
        return self.record.of(worker).games_per_second or self._speed

    def _next_for(self, worker: str) -> _Outstanding | None:
        if not self._pieces:
            return self._straggler(worker)
        piece, left = self._pieces[0], sum(piece.size for piece in self._pieces)
        wanted = self._chunk(worker, left)
        if piece.deaths:  # fewer with every loss: one of them may be the cause, or they are slow
            wanted = min(wanted, max(1, FEWEST_GAMES >> (piece.deaths - 1)))
        errand, size = piece.cut(wanted, next(self._numbers))
        if piece.size == 0:
            self._pieces.popleft()
        return _Outstanding(worker, errand, size, self._clock(), piece.deaths, piece.failures)

    def _expected(self, outstanding: _Outstanding) -> float:
        """Seconds; the games of matches take other times than those of self-play."""
        is_play = isinstance(outstanding.errand, PlayErrand)
        speed = self._speed_of(outstanding.worker) if is_play else 0.0
        return outstanding.size / speed if speed else _UNKNOWN_SECONDS

    def _is_late(self, outstanding: _Outstanding) -> bool:
        limit = max(CHUNK_SECONDS, _STRAGGLING * self._expected(outstanding))
        return self._clock() - outstanding.started > limit

    def _chunk(self, worker: str, left: int) -> int:
        """Games for one errand, of those that are left: about ten seconds, and less than its share,
        but not so few that starting and ending with empty batches counts."""
        speed = self._speed_of(worker)
        if not speed:
            return FEWEST_GAMES
        part = speed / (self._whole_speed or speed * self._size)
        share = left * part
        wanted = min(_SHARE * share, speed * CHUNK_SECONDS)
        fewest = min(share, speed * _SHORTEST_SECONDS)
        return max(FEWEST_GAMES, math.ceil(max(wanted, fewest)))

    def _straggler(self, worker: str) -> _Outstanding | None:
        """The oldest errand that takes long elsewhere, for this worker to do too."""
        late = filter(self._is_late, self._open.values())
        for oldest in sorted(late, key=lambda each: each.started):
            if self._doing(oldest.errand.number) >= _MOST_COPIES:
                continue
            self.record.reissued += 1
            copy = replace(oldest, worker=worker, started=self._clock())
            is_divisible = self._chunk(worker, oldest.size) < oldest.size
            if self._expected(copy) <= _WHOLE_SECONDS or not is_divisible:
                return copy
            self._take_back(oldest)
            return self._next_for(worker)
        return None

    def _take_back(self, outstanding: _Outstanding) -> None:
        """Its games are to be given out again."""
        self._close(outstanding.errand.number)
        piece = Piece.of(outstanding.errand)
        piece.deaths, piece.failures = outstanding.deaths, outstanding.failures
        self._pieces.appendleft(piece)

    def _close(self, number: int) -> bool:
        """An errand is no longer wanted; whether it was."""
        for each in self._busy.values():
            if each.errand.number == number:
                each.unwanted_since = self._clock()
        return self._open.pop(number, None) is not None

    def _doing(self, number: int) -> int:
        """How many workers do an errand."""
        return sum(each.errand.number == number for each in self._busy.values())

    def _taken(self, answer: Answer) -> Done | None:
        """The answer to an errand that is still wanted."""
        if answer.trouble:
            self._lose(answer.worker, answer.trouble)
            return None
        outstanding = self._busy.get(answer.worker)
        if outstanding is None:
            return None
        try:
            done = unpack(answer.data)
            trouble = done.trouble or _shortfall(done, outstanding)
        except RecordError as error:
            trouble = str(error)
        if trouble:
            self._fail(answer.worker, trouble)
            return None
        del self._busy[answer.worker]
        self._idle.append(answer.worker)
        self._note_work(answer.worker, outstanding, done)
        return done if self._close(done.number) else None

    def _note_work(self, worker: str, outstanding: _Outstanding, done: Done) -> None:
        record = self.record.of(worker)
        record.instructions = done.instructions
        if isinstance(outstanding.errand, PlayErrand):  # matches take other times
            # The answer may have waited for the driver; a worker's own clock is not trusted above.
            passed, before = self._clock() - outstanding.started, self._speed_of(worker)
            record.games += outstanding.size
            record.seconds += min(done.seconds or passed, passed)
            if self._whole_speed:  # without a look at all the others
                self._whole_speed += self._speed_of(worker) - before

    def _lose(self, worker: str, trouble: str) -> None:
        """A worker is gone; its errand is given out again, unless somebody else has it too."""
        self._note_loss(worker, trouble)
        outstanding = self._orphaned(worker)
        if outstanding is None:
            return
        outstanding.deaths += 1
        if outstanding.deaths >= _TRIALS:
            raise RunError(
                f"{_TRIALS} workers in turn were lost with the same games: {trouble}. All finished "
                "games are stored: add --resume to continue"
            )
        self.record.reissued += 1
        self._take_back(outstanding)

    def _fail(self, worker: str, trouble: str) -> None:
        """A worker has answered, but not with what was wanted: another one takes its place."""
        self._note_loss(worker, trouble)
        outstanding = self._orphaned(worker)
        self.crew.replace(worker)
        if outstanding is None:
            return
        outstanding.failures += 1
        if outstanding.failures >= _TRIALS:
            self._close(outstanding.errand.number)
            if isinstance(outstanding.errand, MatchErrand):
                self.given_up.append(outstanding.errand.games)
            return
        self.record.reissued += 1
        self._take_back(outstanding)

    def _orphaned(self, worker: str) -> _Outstanding | None:
        """What a worker was doing, if it is wanted and nobody else does it."""
        outstanding = self._busy.pop(worker, None)
        if outstanding is None or outstanding.errand.number not in self._open:
            return None
        return None if self._doing(outstanding.errand.number) else outstanding

    def _note_loss(self, worker: str, trouble: str) -> None:
        self._looked = -math.inf  # its replacement may need a while
        self.record.of(worker).losses += 1
        self.record.trouble = f"{worker}: {trouble}"

    def _replace_hanging(self) -> None:
        """Workers that are far too long at something, sooner if it is done already."""
        now = self._clock()
        if now - self._checked < _LOOK_SECONDS:
            return
        self._checked = now
        for worker, outstanding in list(self._busy.items()):
            since, least = outstanding.unwanted_since, _HANGING_SECONDS
            if since is None:
                since, least = outstanding.started, _STUCK_SECONDS * 2**outstanding.deaths
            if now - since > max(least, _STUCK_TIMES * self._expected(outstanding)):
                self._lose(worker, "it did not answer")
                self.crew.replace(worker)


def _shortfall(done: Done, outstanding: _Outstanding) -> str:
    """What is missing from an answer; empty if nothing is."""
    if done.number != outstanding.errand.number:
        return f"it answered errand {done.number} instead of {outstanding.errand.number}"
    is_play = isinstance(outstanding.errand, PlayErrand)
    delivered = len(done.records) if is_play else done.wins + done.draws + done.losses
    if delivered == outstanding.size:
        return ""
    return f"{delivered} of {outstanding.size} games came back"
