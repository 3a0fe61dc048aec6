"""What the model of a cluster needs to know of this machine: times of worker, driver, learner."""

import statistics
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, replace
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
from tengen.runs.stages import games_of, play_settings
from tengen.selfplay import Games

SMALL, LARGE = 8, 40
"""Sizes of chunks whose times for the same games tell a chunk's own cost from that of its games."""
LEARNING_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk as a worker played it."""

    seconds: float
    """From sending it until its records are there."""
    records: tuple[bytes, ...]


def play_chunks(
    crew: ProcessCrew, net: Checkpoint, config: RunConfig, games: Games, size: int = LARGE
) -> list[Chunk]:
    """Plays games with all workers at once, in chunks that nobody chooses cleverly."""
    crew.publish(net)
    workers, numbers, settings = crew.workers(), list(games.numbers), play_settings(config)
    chunks = [numbers[start : start + size] for start in range(0, len(numbers), size)]
    played: list[Chunk] = []
    while chunks:
        started, sent = time.perf_counter(), 0
        for worker in workers[: len(chunks)]:
            some = replace(games, numbers=chunks.pop(0))
            crew.send(worker, PlayErrand(sent, (net.weights_sha256,), settings, some))
            sent += 1
        while sent:
            for answer in crew.answers(1.0):
                seconds = time.perf_counter() - started
                played.append(Chunk(seconds, unpack(answer.data).records))
                sent -= 1
    return played


def measured_costs(net: Checkpoint, config: RunConfig, chunks: list[Chunk]) -> tuple[Costs, float]:
    """The costs in the chunks that were played, and the memory of one worker in bytes."""
    games = some_games(config, 1, range(LARGE))
    with closing(ProcessCrew(1)) as crew:
        play_chunks(crew, net, config, games, LARGE)  # starts the process
        large = play_chunks(crew, net, config, games, LARGE)
        small = play_chunks(crew, net, config, games, SMALL)
        memory = resident_bytes(crew.pid(crew.workers()[0]) or 0)
    more = sum(each.seconds for each in small) - sum(each.seconds for each in large)
    chunk_seconds = max(0.0, more / (len(small) - len(large)))
    times = [each.seconds for each in chunks]
    records = [record for each in chunks for record in each.records]
    costs = Costs(
        chunk_seconds=chunk_seconds,
        game_seconds=game_seconds(chunks, chunk_seconds),
        spread=statistics.stdev(times) / statistics.mean(times),
        game_bytes=statistics.mean(map(len, records)),
        net_bytes=len(net.to_bytes()),
        driver_seconds=storing_seconds(config, games, large[0].records),
        learn_seconds=learning_seconds(config, records),
    )
    return costs, memory


def game_seconds(chunks: list[Chunk], chunk_seconds: float) -> float:
    """Of one game, without what its chunk costs."""
    playing = sum(each.seconds - chunk_seconds for each in chunks)
    return playing / sum(len(each.records) for each in chunks)


def some_games(config: RunConfig, generation: int, numbers: range) -> Games:
    """Games as late in a run, when searches are full."""
    return replace(games_of(config, generation, numbers), progress=1.0)


def storing_seconds(config: RunConfig, games: Games, records: tuple[bytes, ...]) -> float:
    """To validate and store one game of a chunk."""
    game = load_game(config.run.game)
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
