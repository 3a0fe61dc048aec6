"""What a cluster of any size would do: the run's own dispatcher on simulated workers.

    python benchmarks/cluster_model.py --games-per-second 3.2 --game-bytes 900 --net-bytes 900000

Workers, network and driver take the times given; which games go where, in which chunks, and what is
doubled is decided by the code that decides it in a run. The defaults are rough figures of a
net of Connect Four on one core; `benchmarks/scaling.py` measures those of self-play.
"""

import argparse
import heapq
import random
from dataclasses import dataclass, replace

from rich.console import Console
from rich.table import Table

from tengen.nets import Checkpoint
from tengen.runs.crew import Answer
from tengen.runs.dispatch import Dispatcher
from tengen.runs.errands import Done, Errand, PlayErrand, pack
from tengen.search import SearchConfig
from tengen.selfplay import Games, PlaySettings, SelfPlayConfig

SIZES = (1, 2, 10, 100, 1000, 10_000)


@dataclass(frozen=True, slots=True)
class Costs:
    """Measured times and sizes. Seconds and bytes."""

    chunk_seconds: float = 0.12
    """Of a chunk, whatever its size: starting, and ending with few games left."""
    game_seconds: float = 0.055
    """Of one game on one core."""
    game_bytes: float = 900.0
    net_bytes: float = 920_000.0
    bytes_per_second: float = 50e6
    """Between the driver and all workers together."""
    latency: float = 0.002
    """Of one message."""
    driver_seconds: float = 0.0004
    """To validate and store one game."""
    learn_seconds: float = 0.07
    """To learn from one game, with the preset's samples per position."""
    spread: float = 0.1
    """Standard deviation of a chunk's time, as a share of it."""


class SimulatedCrew:
    """Workers that take time without doing anything."""

    def __init__(self, workers: int, costs: Costs, seed: int = 1) -> None:
        self.now = 0.0
        self._names = [f"worker {number}" for number in range(workers)]
        self._costs, self._random = costs, random.Random(seed)
        self._events: list[tuple[float, str, bytes]] = []
        self._line_free = 0.0
        """When the driver's network has sent everything."""
        self._has_net: set[str] = set()

    def workers(self) -> list[str]:
        """All."""
        return self._names

    def publish(self, net: Checkpoint) -> None:
        """Every worker needs the new one."""
        self._has_net.clear()

    def send(self, worker: str, errand: Errand) -> None:
        """The net first, where it is new; then the games."""
        assert isinstance(errand, PlayErrand)
        costs, games = self._costs, len(errand.games.numbers)
        if worker not in self._has_net:
            self._has_net.add(worker)
            self._line_free = max(self.now, self._line_free) + (
                costs.net_bytes / costs.bytes_per_second
            )
        started = max(self.now, self._line_free) + costs.latency
        usual = costs.chunk_seconds + games * costs.game_seconds
        playing = usual * max(0.2, self._random.gauss(1.0, costs.spread))
        sent = games * costs.game_bytes / costs.bytes_per_second + costs.latency
        answer = pack(Done(errand.number, records=(b"",) * games))
        heapq.heappush(self._events, (started + playing + sent, worker, answer))

    def answers(self, seconds: float) -> list[Answer]:
        """Time passes until something has happened; the driver works on what comes back."""
        if not self._events or self._events[0][0] > self.now + seconds:
            self.now += seconds
            return []
        self.now = max(self.now, self._events[0][0])
        found = []
        while self._events and self._events[0][0] <= self.now:
            _, worker, data = heapq.heappop(self._events)
            found.append(Answer(worker, data))
        return found

    def replace(self, worker: str) -> None:
        """Nobody is ever lost here."""

    def close(self) -> None:
        """Nothing to end."""


class _Weights:
    weights_sha256 = "simulated"


def generation_seconds(workers: int, games: int, costs: Costs, *, warm: bool = True) -> float:
    """Self-play of one generation; `warm`: speeds are known from the one before."""
    crew = SimulatedCrew(workers, costs)
    dispatcher = Dispatcher(crew, lambda: crew.now)
    settings = PlaySettings(game="", search=SearchConfig(), selfplay=SelfPlayConfig())
    seconds = 0.0
    for generation in range(2 if warm else 1):
        before = crew.now
        net = _Weights()
        dispatcher.play(net, settings, Games(1, generation, range(games)))  # type: ignore[arg-type]
        while not dispatcher.is_done:
            for _, done in dispatcher.answers():
                crew.now += len(done.records) * costs.driver_seconds
        seconds = crew.now - before
    return seconds


def main() -> None:
    """Prints throughput by the number of workers, for both modes."""
    defaults = Costs()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games-per-second", type=float, help="of one core")
    parser.add_argument("--game-bytes", type=float, default=defaults.game_bytes)
    parser.add_argument("--net-bytes", type=float, default=defaults.net_bytes)
    parser.add_argument("--bytes-per-second", type=float, default=defaults.bytes_per_second)
    parser.add_argument("--learn-seconds", type=float, default=defaults.learn_seconds)
    parser.add_argument("--games", type=int, default=200, help="per generation and worker")
    options = parser.parse_args()
    costs = replace(
        defaults,
        game_bytes=options.game_bytes,
        net_bytes=options.net_bytes,
        bytes_per_second=options.bytes_per_second,
        learn_seconds=options.learn_seconds,
    )
    if options.games_per_second:
        costs = replace(costs, game_seconds=1 / options.games_per_second)
    table = Table("workers", "games per generation", title="A generation, simulated")
    for heading in ("self-play", "games/s", "of ideal", "learning", "in turn", "at once"):
        table.add_column(heading, justify="right")
    for workers in SIZES:
        games = options.games * workers
        playing = generation_seconds(workers, games, costs)
        learning = games * costs.learn_seconds
        ideal = workers / costs.game_seconds
        table.add_row(
            f"{workers:,}",
            f"{games:,}",
            f"{playing:.1f} s",
            f"{games / playing:,.0f}",
            f"{games / playing / ideal:.0%}",
            f"{learning:,.0f} s",
            f"{games / (playing + learning):,.0f} games/s",
            f"{games / max(playing, learning):,.0f} games/s",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
