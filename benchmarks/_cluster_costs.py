"""What the model of a cluster needs to know of this machine: times of worker, driver, learner."""

import statistics
import tempfile
import time
from contextlib import closing
from pathlib import Path

from cluster_model import Costs

from tengen.nets import Checkpoint
from tengen.replay.stage import store
from tengen.replay.store import RunStore
from tengen.replay.validation import read_record
from tengen.rules.registry import load_game
from tengen.runs.config import RunConfig
from tengen.runs.errands import PlayErrand, unpack
from tengen.runs.estimate import estimate
from tengen.runs.process_crew import ProcessCrew
from tengen.runs.stages import play_settings
from tengen.selfplay import Games

SMALL, LARGE = 8, 72
"""Sizes of chunks whose times tell a chunk's own cost from that of its games."""
REPEATS = 4
LEARNING_SECONDS = 20.0
_GENERATION = 99


def measured_costs(net: Checkpoint, config: RunConfig) -> tuple[Costs, float]:
    """The costs, and the memory of one worker in bytes. The worker is measured alone."""
    with closing(ProcessCrew(1)) as crew:
        chunk_seconds(crew, net, config, 0, SMALL)  # starts the process
        chunks = [chunk_seconds(crew, net, config, turn, SMALL) for turn in range(REPEATS)]
        larger = [chunk_seconds(crew, net, config, turn, LARGE) for turn in range(REPEATS)]
        memory = resident_bytes(crew.pid(crew.workers()[0]) or 0)
    small = statistics.mean(seconds for seconds, _ in chunks)
    large = statistics.mean(seconds for seconds, _ in larger)
    game = (large - small) / (LARGE - SMALL)
    records = [record for _, chunk in larger for record in chunk]
    costs = Costs(
        chunk_seconds=max(0.0, small - SMALL * game),
        game_seconds=game,
        spread=statistics.stdev(seconds for seconds, _ in larger) / large,
        game_bytes=statistics.mean(map(len, records)),
        net_bytes=len(net.to_bytes()),
        driver_seconds=storing_seconds(config, larger[0][1]),
        learn_seconds=learning_seconds(config, records),
    )
    return costs, memory


def chunk_seconds(
    crew: ProcessCrew, net: Checkpoint, config: RunConfig, turn: int, games: int
) -> tuple[float, tuple[bytes, ...]]:
    """From sending a chunk until its records are there, and the records."""
    settings = play_settings(config)
    crew.publish(net)
    numbers = range(turn * games, (turn + 1) * games)
    errand = PlayErrand(turn, (net.weights_sha256,), settings, some_games(config, numbers))
    started = time.perf_counter()
    crew.send(crew.workers()[0], errand)
    while not (answers := crew.answers(1.0)):
        pass
    return time.perf_counter() - started, unpack(answers[0].data).records


def some_games(config: RunConfig, numbers: range) -> Games:
    """Games late in a run, when searches are full."""
    return Games(config.run.seed, _GENERATION, numbers, progress=1.0)


def storing_seconds(config: RunConfig, records: tuple[bytes, ...]) -> float:
    """To validate and store one game of a chunk."""
    game, games = load_game(config.run.game), some_games(config, range(LARGE))
    with tempfile.TemporaryDirectory() as folder, RunStore(Path(folder) / "run.db") as into:
        started = time.perf_counter()
        stored = store(into, game, games, records)
        seconds = time.perf_counter() - started
    assert len(stored.records) == len(records)
    return seconds / len(records)


def learning_seconds(config: RunConfig, records: list[bytes]) -> float:
    """To learn from one game as often as the preset says, with all cores."""
    positions = statistics.mean(len(read_record(record).moves) for record in records)
    samples = positions * config.learner.samples_per_position
    return samples / estimate(config, LEARNING_SECONDS).samples_per_second


def resident_bytes(pid: int) -> float:
    """Memory of a process that is its own or shared, as Linux counts it."""
    for line in Path(f"/proc/{pid}/status").read_text("ascii").splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1]) * 1024
    raise LookupError(pid)
