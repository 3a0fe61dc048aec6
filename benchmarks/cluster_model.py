"""What a cluster of any size would do: the run's own dispatcher on simulated workers.

    python benchmarks/scaling.py --costs costs.json
    python benchmarks/cluster_model.py --costs costs.json

Workers, network and driver take the times given; which games go where, in which chunks, and what is
doubled is decided by the code that decides it in a run. `benchmarks/scaling.py` measures the times
of workers, driver and learner on this machine, and how far the model is off for one worker and two;
the network is assumed. The defaults are what it measured for Connect Four (docs/cluster.md).
"""

import argparse
import heapq
import json
import random
import statistics
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tengen.nets import Checkpoint
from tengen.runs.crew import Answer
from tengen.runs.dispatch import Dispatcher
from tengen.runs.errands import Done, Errand, PlayErrand, pack
from tengen.search import SearchConfig
from tengen.selfplay import Games, PlaySettings, SelfPlayConfig

SIZES = (1, 2, 10, 100, 1000, 10_000)
FEW_WORKERS = 50
HEADINGS = ("workers", "self-play", "games/s", "of ideal", "learning", "in turn", "at once")


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """Seconds and bytes. The last three are assumed: a usual local network."""

    chunk_seconds: float = 0.0
    """Of a chunk, whatever its size: sending it, starting, and ending with few games left."""
    game_seconds: float = 0.099
    """Of one game on one core, while the other cores play too."""
    spread: float = 0.083
    """Standard deviation of a chunk's time, as a share of it."""
    game_bytes: float = 239.0
    net_bytes: float = 913_460.0
    driver_seconds: float = 0.000052
    """To read, validate and store one game."""
    learn_seconds: float = 0.028
    """To learn from one game, with the preset's samples per position."""
    bytes_per_second: float = 125e6
    latency: float = 0.001
    """Of one message."""
    cores_per_machine: int = 16
    """A net is sent once to each machine."""


class SimulatedCrew:
    """Workers that take time without doing anything."""

    def __init__(self, workers: int, costs: Costs, seed: int = 1) -> None:
        self.now = 0.0
        self._names = [f"worker {number}" for number in range(workers)]
        self._costs, self._random = costs, random.Random(seed)
        self._events: list[tuple[float, str, bytes]] = []
        self._line_free = 0.0
        """When the driver's network has sent everything."""
        self._has_net: set[int] = set()
        """Machines that have the newest one."""

    def workers(self) -> list[str]:
        """All."""
        return self._names

    def publish(self, *nets: Checkpoint) -> None:
        """Every machine needs the new one."""
        self._has_net.clear()

    def send(self, worker: str, errand: Errand) -> None:
        """The net first, where it is new; then the games."""
        assert isinstance(errand, PlayErrand)
        costs, games = self._costs, len(errand.games.numbers)
        machine = int(worker.removeprefix("worker ")) // costs.cores_per_machine
        if machine not in self._has_net:
            self._has_net.add(machine)
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


def generation_seconds(
    workers: int, games: int, costs: Costs, *, warm: bool = True, seed: int = 1
) -> float:
    """Self-play of one generation; `warm`: speeds are known from the one before."""
    crew = SimulatedCrew(workers, costs, seed)
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


def usual_generation_seconds(workers: int, games: int, costs: Costs) -> float:
    """The mean of several simulations; where workers are many, one is a mean by itself."""
    seeds = range(1, 2 + FEW_WORKERS // workers)
    return statistics.mean(generation_seconds(workers, games, costs, seed=seed) for seed in seeds)


def read_costs(path: Path | None) -> Costs:
    """Those that `scaling.py` wrote; the rest, or all without a file, are the defaults."""
    return Costs() if path is None else replace(Costs(), **json.loads(path.read_text("utf-8")))


def main() -> None:
    """Prints throughput by the number of workers, for both modes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--costs", type=Path, help="a file that scaling.py wrote")
    parser.add_argument("--games", type=int, default=200, help="per generation and worker")
    parser.add_argument("--learn-seconds", type=float, help="per game, as with a faster learner")
    parser.add_argument("--simulations", type=float, default=1.0, help="times as many per move")
    options = parser.parse_args()
    costs = read_costs(options.costs)
    costs = replace(costs, game_seconds=costs.game_seconds * options.simulations)
    if options.learn_seconds is not None:
        costs = replace(costs, learn_seconds=options.learn_seconds)
    title = f"Generations of {options.games} games per worker; games/s with learning"
    table = Table(title=title, caption="in turn: workers wait for the learner; at once: --async")
    for heading in HEADINGS:
        table.add_column(heading, justify="right")
    console = Console()
    with console.status("simulating") as status:
        for workers in SIZES:
            status.update(f"simulating {workers:,} workers")
            table.add_row(*row(workers, options.games * workers, costs))
    console.print(table)
    console.print(costs)


def row(workers: int, games: int, costs: Costs) -> list[str]:
    """The cells of one number of workers."""
    playing = usual_generation_seconds(workers, games, costs)
    learning = games * costs.learn_seconds
    ideal = workers / costs.game_seconds
    return [
        f"{workers:,}",
        f"{playing:,.1f} s",
        f"{games / playing:,.0f}",
        f"{games / playing / ideal:.0%}",
        f"{learning:,.0f} s",
        f"{games / (playing + learning):,.1f}",
        f"{games / max(playing, learning):,.1f}",
    ]


if __name__ == "__main__":
    main()
