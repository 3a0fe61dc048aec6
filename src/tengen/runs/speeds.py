"""How fast the workers of a crew play, by what they did last: searches grow, machines get busy."""

import statistics
from collections.abc import Sequence

_KEPT = 0.5
"""Weight of everything before the last chunk of games."""


class Speeds:
    """Games per second of each worker, of a usual one and of all together."""

    def __init__(self) -> None:
        self._paces: dict[str, tuple[float, float]] = {}
        """Games and seconds, the older the less."""
        self._usual, self._whole, self._size = 0.0, 0.0, 1
        """As of the last look: with thousands of workers, that is seldom."""

    def note(self, worker: str, games: int, seconds: float) -> None:
        """A worker has played so many games."""
        before, (earlier, spent) = self.of(worker), self._paces.get(worker, (0.0, 0.0))
        self._paces[worker] = (_KEPT * earlier + games, _KEPT * spent + seconds)
        if self._whole:
            self._whole += self.of(worker) - before

    def look(self, workers: Sequence[str]) -> None:
        """Those that there are now."""
        paces = [games / seconds for games, seconds in self._paces.values() if seconds]
        self._size = max(1, len(workers))
        self._usual = statistics.median(paces) if paces else 0.0
        self._whole = sum(map(self.of, workers))

    def of(self, worker: str) -> float:
        """Of a worker that has played nothing, the usual one; 0: nobody knows."""
        games, seconds = self._paces.get(worker, (0.0, 0.0))
        return games / seconds if seconds else self._usual

    def share_of(self, worker: str) -> float:
        """The part of the games that is due to a worker."""
        speed = self.of(worker)
        return speed / (self._whole or speed * self._size) if speed else 1 / self._size
