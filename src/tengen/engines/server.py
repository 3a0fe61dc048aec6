"""An engine on standard input and output."""

import argparse
import os
import queue
import sys
import threading
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


@dataclass(frozen=True, slots=True)
class _Line:
    """A line, when it came, and the way to end its searches."""

    text: str
    arrived: float
    stop: StopToken


class _Inbox:
    """Lines as they come, read by a thread so that a stop is seen while thinking."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._lines: queue.SimpleQueue[_Line | None] = queue.SimpleQueue()
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
        while data := os.read(self._source.fileno(), _READ_BYTES):
            for text in splitter.feed(data):
                self._add(text)
        for text in splitter.finish():
            self._add(text)
        self._lines.put(None)

    def _add(self, text: str) -> None:
        if parse_command(text).word in _STOP_WORDS:
            self.stop_all()
        line = _Line(text, clock(), StopToken())
        self._unanswered.append(line)
        self._lines.put(line)


def serve(options: EngineOptions) -> None:
    """Answers standard input until END, the end of the input, or Ctrl-C."""
    inbox = _Inbox(sys.stdin.buffer)
    try:
        _answer_all(Engine(options), inbox, sys.stdout.buffer)
    except KeyboardInterrupt:
        # It may have hit a thread in the moment of its start, which the interpreter would then
        # wait for without end. All answers are written, and there is nothing else to tidy up.
        os._exit(0)
    except BrokenPipeError:
        # Nobody listens any more; the interpreter must not try to flush what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    finally:
        inbox.stop_all()


def _answer_all(engine: Engine, inbox: _Inbox, out: BinaryIO) -> None:
    while not engine.is_over and (line := inbox.take()) is not None:
        try:
            for answer in engine.handle(line.text, line.arrived, line.stop):
                out.write(answer.encode("utf-8", "replace") + b"\n")
                out.flush()
        finally:
            inbox.answered()


def main(arguments: Sequence[str] | None = None) -> None:
    """`pbrain-tengen`: the engine without the rest of the command line, so that it starts fast."""
    parser = argparse.ArgumentParser("pbrain-tengen", description="A Gomocup engine.")
    parser.add_argument("--net", help="net to play with instead of the shipped ones")
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
