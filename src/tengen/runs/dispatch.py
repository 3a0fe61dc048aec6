"""Shares the games of a generation, or of a match, among the workers of a crew.

Workers take chunks of games that last about ten seconds, smaller ones towards the end. What a lost
worker had is given out again; so is, once nothing else is left, what takes much longer elsewhere.
Whoever answers first counts. Which worker plays a game does not change the game. Games that workers
answer for, but never deliver, are left to the driver.
"""

import itertools
import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tengen.errors import RecordError, RunError
from tengen.nets import Checkpoint
from tengen.runs.crew import Answer, Crew
from tengen.runs.crew_record import CrewRecord
from tengen.runs.errands import Done, Errand, MatchErrand, PlayErrand, unpack
from tengen.runs.matches import MatchSettings
from tengen.runs.pieces import Piece
from tengen.runs.speeds import Speeds
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
_AT_ONCE_SECONDS = 1.0
"""A worker that is lost sooner may have been dead already: each one can be so only once."""
_POLL_SECONDS = 0.1
_ALONE_SECONDS = 15.0
"""A replacement may take some of them to start."""
_LOOK_SECONDS = 1.0


@dataclass(slots=True)
class _Open:
    """An errand that is wanted, or was when it was given out."""

    errand: Errand
    size: int
    deaths: int = 0
    """Workers that were lost with it, or with the piece that it was cut from."""
    failures: int = 0
    """Useless answers, counted in the same way."""
    early_deaths: int = 0
    """Workers that were lost as soon as they got it."""
    workers: list[str] = field(default_factory=list)
    """Who does it; the last one began last."""
    given_out: float = 0.0
    """When the last one got it."""
    closed: float | None = None
    """When it was done, or given up."""


@dataclass(slots=True)
class _Busy:
    """What a worker does; it may no longer be wanted."""

    job: _Open
    started: float


class Dispatcher:
    """Keeps the workers of a crew busy with one job after the other."""

    def __init__(self, crew: Crew, clock: Callable[[], float] = time.monotonic) -> None:
        self.crew = crew
        self.record = CrewRecord()
        self.speeds = Speeds()
        self.given_up: list[range] = []
        """Games of the match that workers have failed at: the driver plays them itself."""
        self._clock = clock
        self._numbers = itertools.count()
        self._busy: dict[str, _Busy] = {}
        self._open: dict[int, _Open] = {}
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
        for job in list(self._open.values()):
            self._close(job)
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
            job = self._next_for(self._idle[-1])
            if job is None:
                return
            worker, now = self._idle.pop(), self._clock()
            job.workers.append(worker)
            job.given_out = now
            self._busy[worker] = _Busy(job, now)
            self._open[job.errand.number] = job
            self.crew.send(worker, job.errand)

    def _look_around(self) -> None:
        """Finds workers that have come or gone."""
        now = self._clock()
        if now - self._looked < _LOOK_SECONDS:
            return
        self._looked, workers = now, self.crew.workers()
        self._idle = [worker for worker in workers if worker not in self._busy]
        self._seen = now if workers else self._seen
        self.record.note_present(workers)
        self.speeds.look(workers)

    def _next_for(self, worker: str) -> _Open | None:
        if not self._pieces:
            return self._straggler(worker)
        piece, left = self._pieces[0], sum(piece.size for piece in self._pieces)
        wanted = self._chunk(worker, left)
        if piece.deaths > 1:  # one game may be the cause, or they are slow: fewer with every loss
            wanted = min(wanted, max(1, FEWEST_GAMES >> (piece.deaths - 2)))
        errand, size = piece.cut(wanted, next(self._numbers))
        if piece.size == 0:
            self._pieces.popleft()
        return _Open(errand, size, piece.deaths, piece.failures, piece.early_deaths)

    def _expected(self, worker: str, job: _Open) -> float:
        """Seconds; the games of matches take other times than those of self-play."""
        speed = self.speeds.of(worker) if isinstance(job.errand, PlayErrand) else 0.0
        return job.size / speed if speed else _UNKNOWN_SECONDS

    def _is_late(self, job: _Open) -> bool:
        """Whether even the last one who began it takes long."""
        limit = max(CHUNK_SECONDS, _STRAGGLING * self._expected(job.workers[-1], job))
        return self._clock() - job.given_out > limit

    def _chunk(self, worker: str, left: int) -> int:
        """Games for one errand, of those that are left: about ten seconds, and less than its share,
        but not so few that starting and ending with empty batches counts."""
        speed, share = self.speeds.of(worker), left * self.speeds.share_of(worker)
        if not speed:
            return FEWEST_GAMES
        wanted = min(_SHARE * share, speed * CHUNK_SECONDS)
        fewest = min(share, speed * _SHORTEST_SECONDS)
        return max(FEWEST_GAMES, math.ceil(max(wanted, fewest)))

    def _straggler(self, worker: str) -> _Open | None:
        """The oldest errand that takes long elsewhere, for this worker to do too."""
        late = filter(self._is_late, self._open.values())
        for job in sorted(late, key=lambda each: each.given_out):
            if len(job.workers) >= _MOST_COPIES:
                continue
            self.record.reissued += 1
            is_divisible = self._chunk(worker, job.size) < job.size
            if self._expected(worker, job) <= _WHOLE_SECONDS or not is_divisible:
                return job
            self._take_back(job)
            return self._next_for(worker)
        return None

    def _take_back(self, job: _Open) -> None:
        """Its games are to be given out again."""
        self._close(job)
        piece = Piece.of(job.errand)
        piece.deaths, piece.failures = job.deaths, job.failures
        piece.early_deaths = job.early_deaths
        self._pieces.appendleft(piece)

    def _close(self, job: _Open) -> bool:
        """An errand is no longer wanted; whether it was."""
        was_open = self._open.pop(job.errand.number, None) is not None
        if was_open:
            job.closed = self._clock()
        return was_open

    def _taken(self, answer: Answer) -> Done | None:
        """The answer to an errand that is still wanted."""
        if answer.trouble:
            self._lose(answer.worker, answer.trouble)
            return None
        busy = self._busy.get(answer.worker)
        if busy is None:
            return None
        try:
            done = unpack(answer.data)
            trouble = done.trouble or _shortfall(done, busy.job)
        except RecordError as error:
            trouble = str(error)
        if trouble:
            self._fail(answer.worker, trouble)
            return None
        self._freed(answer.worker)
        self._idle.append(answer.worker)
        self._note_work(answer.worker, busy, done)
        return done if self._close(busy.job) else None

    def _freed(self, worker: str) -> _Busy | None:
        """What a worker has done until now."""
        busy = self._busy.pop(worker, None)
        if busy is not None:
            busy.job.workers.remove(worker)
        return busy

    def _note_work(self, worker: str, busy: _Busy, done: Done) -> None:
        record = self.record.of(worker)
        record.instructions = done.instructions
        if isinstance(busy.job.errand, PlayErrand):  # matches take other times
            # The answer may have waited for the driver; a worker's own clock is not trusted above.
            passed = self._clock() - busy.started
            seconds = min(done.seconds or passed, passed)
            record.games += busy.job.size
            record.seconds += seconds
            self.speeds.note(worker, busy.job.size, seconds)

    def _lose(self, worker: str, trouble: str) -> None:
        """A worker is gone; its errand is given out again, unless somebody else has it too."""
        self._note_loss(worker, trouble)
        busy = self._freed(worker)
        if busy is None or busy.job.closed is not None:
            return
        if self._clock() - busy.started < _AT_ONCE_SECONDS:
            busy.job.early_deaths += 1
        else:
            busy.job.deaths += 1
        self._require_survivors(busy.job, trouble)
        self._give_again(busy.job)

    def _require_survivors(self, job: _Open, trouble: str) -> None:
        """Raises `RunError` where it must be the games that workers are lost with."""
        early = job.early_deaths - len(self.record.workers)
        if max(job.deaths, early) >= _TRIALS:
            raise RunError(
                f"{_TRIALS} workers in turn were lost with the same games: {trouble}. All finished "
                "games are stored: add --resume to continue"
            )

    def _fail(self, worker: str, trouble: str) -> None:
        """A worker has answered, but not with what was wanted: another one takes its place."""
        self._note_loss(worker, trouble)
        busy = self._freed(worker)
        self.crew.replace(worker)
        if busy is None or busy.job.closed is not None:
            return
        busy.job.failures += 1
        if busy.job.failures < _TRIALS:
            self._give_again(busy.job)
            return
        self._close(busy.job)
        if isinstance(busy.job.errand, MatchErrand):
            self.given_up.append(busy.job.errand.games)

    def _give_again(self, job: _Open) -> None:
        if not job.workers:
            self.record.reissued += 1
            self._take_back(job)

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
        for worker, busy in list(self._busy.items()):
            since, least = busy.job.closed, _HANGING_SECONDS
            if since is None:
                since, least = busy.started, _STUCK_SECONDS * 2**busy.job.deaths
            if now - since > max(least, _STUCK_TIMES * self._expected(worker, busy.job)):
                self._lose(worker, "it did not answer")
                self.crew.replace(worker)


def _shortfall(done: Done, job: _Open) -> str:
    """What is missing from an answer; empty if nothing is."""
    if done.number != job.errand.number:
        return f"it answered errand {done.number} instead of {job.errand.number}"
    is_play = isinstance(job.errand, PlayErrand)
    delivered = len(done.records) if is_play else done.wins + done.draws + done.losses
    if delivered == job.size:
        return ""
    return f"{delivered} of {job.size} games came back"
