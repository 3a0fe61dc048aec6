"""An engine on standard input and output."""

import argparse
import os
import queue
import select
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO

from tengen.engines.engine import Engine, EngineOptions
from tengen.engines.protocol import LineSplitter, parse_command
from tengen.engines.thinking import clock
from tengen.errors import TengenError
from tengen.nets.shipped import find_net
from tengen.play.searching import playing_threads
from tengen.search.running import StopToken

_STOP_WORDS = ("STOP", "YXSTOP", "END")
_READ_BYTES = 65536
# More than a manager ever sends ahead: a full 20x20 board and all settings.
MOST_WAITING_LINES = 1000
# How often a waiting thread checks that the manager is still there.
_LOOK_SECONDS = 0.1
# A live manager reads at once.
_STUCK_SECONDS = 0.3


@dataclass(frozen=True, slots=True)
class _Line:
    """A line, when it came, and the way to end its searches."""

    text: str
    arrived: float
    stop: StopToken


class _Outbox:
    """Answers on their way to the manager."""

    def __init__(self, target: BinaryIO) -> None:
        self._target = target
        self._begun: float | None = None

    def write(self, answer: str) -> None:
        """Writes a line; waits while the manager does not read."""
        self._begun = clock()
        self._target.write(answer.encode("utf-8", "replace") + b"\n")
        self._target.flush()
        self._begun = None

    @property
    def is_stuck(self) -> bool:
        """Whether a line has been waiting for a reader; callable from any thread."""
        begun = self._begun
        return begun is not None and clock() - begun > _STUCK_SECONDS


class _Inbox:
    """Lines as they come, read by a thread so that a stop is seen while thinking.

    No more than `MOST_WAITING_LINES` wait here; then the manager has to wait. The end of the input
    ends the engine, whatever it is doing.
    """

    def __init__(self, source: BinaryIO, engine: Engine, outbox: _Outbox) -> None:
        self._source = source
        self._engine = engine
        self._outbox = outbox
        self._lines: queue.Queue[_Line | None] = queue.Queue(MOST_WAITING_LINES)
        self._unanswered: deque[_Line] = deque()
        threading.Thread(target=self._fill, daemon=True).start()

    def take(self) -> _Line | None:
        """The next line, or None at the end of the input."""
        return self._lines.get()

    def answered(self) -> None:
        """The line taken last has been dealt with."""
        self._unanswered.popleft()

    def stop_all(self) -> None:
        """Ends the searches of all lines that came so far, also of those not begun yet."""
        for line in list(self._unanswered):
            line.stop.request()

    def _fill(self) -> None:
        splitter = LineSplitter()
        while data := self._read():
            for text in splitter.feed(data):
                self._add(text)
        for text in splitter.finish():
            self._add(text)
        self._engine.leave()
        self._put(None)
        while True:
            time.sleep(_LOOK_SECONDS)
            self._end_when_stuck()

    def _read(self) -> bytes:
        try:
            return os.read(self._source.fileno(), _READ_BYTES)
        except OSError:
            return b""

    def _add(self, text: str) -> None:
        word = parse_command(text).word
        if word in _STOP_WORDS:
            self.stop_all()
        if word == "END":
            self._engine.leave()
        line = _Line(text, clock(), StopToken())
        self._unanswered.append(line)
        self._put(line)

    def _put(self, line: _Line | None) -> None:
        """Waits for room, checking whether the input has ended meanwhile."""
        while not self._has_put(line):
            if _is_hung_up(self._source):
                self._engine.leave()
                self._end_when_stuck()

    def _has_put(self, line: _Line | None) -> bool:
        try:
            self._lines.put(line, timeout=_LOOK_SECONDS)
        except queue.Full:
            return False
        return True

    def _end_when_stuck(self) -> None:
        """A thread that writes to a manager that does not read cannot be woken."""
        if self._outbox.is_stuck:
            os._exit(0)


def _is_hung_up(source: BinaryIO) -> bool:
    """Whether the other end is closed, even if there is more to read; False if unknown."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(source.fileno(), 0)
    return any(events & select.POLLHUP for _, events in poll.poll(0))


def serve(options: EngineOptions) -> None:
    """Answers standard input until END, the end of the input, or Ctrl-C."""
    if sys.stdin is None or sys.stdout is None:  # closed by the parent process
        return
    engine, outbox = Engine(options), _Outbox(sys.stdout.buffer)
    inbox = _Inbox(sys.stdin.buffer, engine, outbox)
    try:
        _answer_all(engine, inbox, outbox)
    except KeyboardInterrupt:
        # It may have interrupted the start of a thread, which the interpreter would then wait
        # for forever. All answers are written, and there is nothing else to clean up.
        os._exit(0)
    except BrokenPipeError:
        # The reader is gone; the interpreter must not try to flush what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    finally:
        inbox.stop_all()


def _answer_all(engine: Engine, inbox: _Inbox, outbox: _Outbox) -> None:
    while not engine.is_over and (line := inbox.take()) is not None:
        try:
            for answer in engine.handle(line.text, line.arrived, line.stop):
                outbox.write(answer)
        finally:
            inbox.answered()


def main(arguments: Sequence[str] | None = None) -> None:
    """`pbrain-tengen`: the engine without the rest of the command line, so that it starts fast."""
    parser = argparse.ArgumentParser("pbrain-tengen", description="A Gomocup engine.")
    parser.add_argument("--net", help="net to use instead of the shipped ones")
    parser.add_argument("--threads", type=int, help="default: all cores")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    try:
        serve(make_options(chosen.net, chosen.threads, chosen.seed))
    except TengenError as error:
        parser.error(str(error))


def make_options(net: str | None, threads: int | None, seed: int) -> EngineOptions:
    """Checks what the command line was given, before the first line is read."""
    if net is not None:
        find_net(net)
    return EngineOptions(net, playing_threads(threads), seed)
