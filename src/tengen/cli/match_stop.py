"""Ctrl-C in a match: the first stops it and shows what there is, the second ends the program."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tengen.cli.arena_options import INTERRUPTED
from tengen.search import StopToken

_SHOW_CURSOR = "\x1b[?25h\n"
# A closed terminal sends a hangup; Windows knows none.
_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class MatchStop:
    """Whether Ctrl-C was pressed, or the system asked for an end."""

    def __init__(self) -> None:
        self.token = StopToken()

    @property
    def signalled(self) -> bool:
        """Whether a signal has come."""
        return self.token.requested

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Takes the first signal as a request; the second ends the process at once.

        Signals that were to be ignored, as `nohup` wishes, still are.
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
    """Does not wait for the threads that search; engines end with the process by themselves."""
    if sys.stdout.isatty():
        os.write(sys.stdout.fileno(), _SHOW_CURSOR.encode())
    os._exit(INTERRUPTED)
