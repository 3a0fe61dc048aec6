"""Clocks of a game: time for all moves, and some more after each."""

import time
from collections.abc import Callable


class Clock:
    """Runs for one seat at a time, or for none."""

    def __init__(
        self,
        left: tuple[float, float],
        increment: float,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.increment = increment
        self._left = list(left)
        self._now = now
        self._since = 0.0
        self.running: int | None = None

    @property
    def left(self) -> tuple[float, float]:
        """Seconds left by seat, never below 0."""
        left = list(self._left)
        if self.running is not None:
            left[self.running] -= self._now() - self._since
        return max(0.0, left[0]), max(0.0, left[1])

    def run_for(self, seat: int | None) -> None:
        """Goes on for this seat alone; None: stops."""
        self._left = list(self.left)
        self._since = self._now()
        self.running = seat

    def set_back(self, left: tuple[float, float]) -> None:
        """Stands again at what was left earlier."""
        self.run_for(None)
        self._left = list(left)

    def press(self, seat: int) -> None:
        """The seat has made its move."""
        self.run_for(None)
        self._left[seat] += self.increment
