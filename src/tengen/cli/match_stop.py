"""Ctrl-C in a match: the first stops it and shows results so far, the second quits."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tengen.cli.arena_options import INTERRUPTED
from tengen.search import StopToken

_SHOW_CURSOR = "\x1b[?25h\n"
# A closed terminal sends SIGHUP; Windows has none.
_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class MatchStop:
    """Whether Ctrl-C was pressed or the system asked the program to end."""

    def __init__(self) -> None:
        self.token = StopToken()

    @property
    def signalled(self) -> bool:
        """Whether a signal has arrived."""
        return self.token.requested

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Takes the first signal as a request; the second ends the process at once.

        Signals that were ignored before, as under `nohup`, stay ignored.
        """
        earlier = {number: signal.getsignal(number) for number in _SIGNALS}
        heard = [number for number, handler in earlier.items() if handler != signal.SIG_IGN]
        for number in heard:
            signal.signal(number, self._hear)
        try:
            yield
        finally:
            for number in heard:
                signal.signal(number, earlier[number])

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self.signalled:
            _end_at_once()
        self.token.request()


def _end_at_once() -> None:
    """Exits without waiting for search threads; engines end with the process."""
    if sys.stdout.isatty():
        os.write(sys.stdout.fileno(), _SHOW_CURSOR.encode())
    os._exit(INTERRUPTED)
