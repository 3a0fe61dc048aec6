"""Who may search now: at most one search for each core, all others in a queue.

Moves in a game go before hints, and these before analysis and review. An unlimited analysis looks
at `is_wanted` now and then, and gives its place to whoever waits.
"""

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import IntEnum


class Priority(IntEnum):
    """The lower number goes first."""

    MOVE = 0
    HINT = 1
    ANALYSIS = 2


class SearchSlots:
    """Belongs to one event loop."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.busy = 0
        self.most_busy = 0
        """The most at any one time since the start."""
        self._order = itertools.count()
        self._queue: list[tuple[int, int, asyncio.Future[None]]] = []

    @property
    def is_wanted(self) -> bool:
        """Whether somebody waits."""
        return any(not future.done() for *_, future in self._queue)

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(not future.done() for *_, future in self._queue)

    @asynccontextmanager
    async def hold(
        self, priority: Priority, on_wait: Callable[[], None] = lambda: None
    ) -> AsyncIterator[None]:
        """A place for one search; `on_wait` is called if it is not free at once."""
        await self._take(priority, on_wait)
        try:
            yield
        finally:
            self._release()

    async def _take(self, priority: Priority, on_wait: Callable[[], None]) -> None:
        if self.busy < self.count and not self.is_wanted:
            self._count_in()
            return
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._queue, (priority, next(self._order), turn))
        on_wait()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release()  # the place was given in the same moment
            turn.cancel()
            raise

    def _count_in(self) -> None:
        self.busy += 1
        self.most_busy = max(self.most_busy, self.busy)

    def _release(self) -> None:
        self.busy -= 1
        while self._queue and self.busy < self.count:
            *_, turn = heapq.heappop(self._queue)
            if not turn.done():
                self._count_in()
                turn.set_result(None)
