"""When a run should stop: on a signal, or when its time limit is reached."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tengen.search import StopToken


class Stop:
    """Checked between steps: a signal or the time limit stops the run."""

    def __init__(self, minutes: float | None = None) -> None:
        self._end = None if minutes is None else time.monotonic() + 60.0 * minutes
        self._signalled = False
        self.token = StopToken()
        """Interrupts a resumable step in progress: at once after a signal, and at the time limit
        when the clock is checked."""

    @property
    def signalled(self) -> bool:
        """Whether Ctrl-C or SIGTERM was received: finish the current step and stop."""
        return self._signalled

    @property
    def seconds_left(self) -> float | None:
        """Time left; None without a limit."""
        return None if self._end is None else self._end - time.monotonic()

    def look_at_clock(self) -> None:
        """Requests the token once the time limit is reached."""
        left = self.seconds_left
        if left is not None and left <= 0:
            self.token.request()

    def reason_before(self, seconds_needed: float) -> str | None:
        """Why a step of this length should not be started any more; None if it may."""
        if self._signalled:
            return "interrupted by the user"
        left = self.seconds_left
        if left is not None and left < seconds_needed:
            return "time limit reached"
        return None

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Turns the first Ctrl-C or SIGTERM into a request; a second one ends the program."""
        signals = (signal.SIGINT, signal.SIGTERM)
        earlier = {number: signal.getsignal(number) for number in signals}

        def ask(number: int, _frame: FrameType | None) -> None:
            self._signalled = True
            self.token.request()
            signal.signal(number, earlier[signal.Signals(number)])

        for number in signals:
            signal.signal(number, ask)
        try:
            yield
        finally:
            for number, handler in earlier.items():
                signal.signal(number, handler)
