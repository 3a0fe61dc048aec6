"""When a run should stop: a signal, or its time is over."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tengen.search import StopToken


class Stop:
    """Asked between steps. `reason` is None as long as the run may go on."""

    def __init__(self, minutes: float | None = None) -> None:
        self._end = None if minutes is None else time.monotonic() + 60.0 * minutes
        self._signalled = False
        self.token = StopToken()
        """Ends a step that has begun, if it can go on another time: after a signal at once, at the
        end of the time when somebody looks at the clock."""

    @property
    def signalled(self) -> bool:
        """Whether Ctrl-C was pressed or SIGTERM came: finish the present step and stop."""
        return self._signalled

    @property
    def seconds_left(self) -> float | None:
        """Time left, or None when there is no limit."""
        return None if self._end is None else self._end - time.monotonic()

    def look_at_clock(self) -> None:
        """Requests the token once the time is over."""
        left = self.seconds_left
        if left is not None and left <= 0:
            self.token.request()

    def reason_before(self, seconds_needed: float) -> str | None:
        """Why a step of this length should not be begun any more, or None when it may."""
        if self._signalled:
            return "stopped by you"
        left = self.seconds_left
        if left is not None and left < seconds_needed:
            return "the time is over"
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
