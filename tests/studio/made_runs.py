"""Runs that were never trained: as large as wanted within seconds, or held by another process."""

import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tengen import SearchConfig, UniformEvaluator, load_game
from tengen.replay.schema import CheckpointRow, MatchRow, game_id
from tengen.replay.store import RunStore
from tengen.runs import RunDirectory, load_preset
from tengen.selfplay import Games, SelfPlay, SelfPlayConfig, checkpoint_id

METRICS = {
    "loss/policy": 1.9,
    "loss/value": 0.8,
    "loss/moves_left": 3.0,
    "loss/total": 2.9,
    "learner/entropy": 1.9,
    "learner/kl": 0.03,
    "learner/learning_rate": 0.002,
    "learner/explained_variance_after": 0.5,
    "learner/seconds": 6.0,
    "replay/window": 40_000.0,
    "run/seconds": 20.0,
    "selfplay/seconds": 10.0,
    "selfplay/evaluations_per_second": 20_000.0,
    "selfplay/first_seat_score": 0.55,
    "checks/win_in_one_policy": 0.8,
    "checks/exact_kept": 0.6,
    "checks/exact_positions": 500.0,
}
"""What a generation stores, at the beginning of a run; it falls from there."""
_DIFFERENT_GAMES = 20
_HOLDER = """
import sys, time
from pathlib import Path
from tengen.replay.lock import RunLock
lock = RunLock(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(600)
"""


def made_run(folder: Path, *, generations: int = 12, games: int = 240) -> RunDirectory:
    """A finished run of Connect Four whose nets have no files."""
    directory = RunDirectory(folder)
    folder.mkdir(parents=True)
    directory.save_config(load_preset("connect4", [f"run.generations={generations}"]))
    with RunStore(directory.database) as store, store.transaction():
        for number in range(generations + 1):
            net = CheckpointRow(checkpoint_id(number), number, 100 * number, "", "0" * 64)
            store.add_checkpoint(net)
            if number < generations:
                share = 1 - number / (2 * generations)
                numbers = {name: value * share for name, value in METRICS.items()}
                store.add_metrics(number, 100 * number, numbers)
            if number and number % 5 == 0:
                store.add_match(_match(number))
    _add_games(directory.database, generations, games)
    return directory


def _match(generation: int) -> MatchRow:
    net = checkpoint_id(generation)
    return MatchRow(f"ladder-{net}", generation, net, "mcts@1000", 15, 2, 3)


def _add_games(database: Path, generations: int, games: int) -> None:
    """The same few games again and again, in one transaction."""
    numbers = Games(run_seed=1, generation=0, numbers=range(_DIFFERENT_GAMES))
    search, how = SearchConfig(noise_epsilon=0.25), SelfPlayConfig(simulations=8)
    rules = load_game("connect4")
    records = SelfPlay(rules, UniformEvaluator(), search, how, numbers).all_records()
    stored = [(zlib.compress(record.to_bytes()), record) for record in records]
    each = games // generations
    rows = []
    for number in range(each * generations):
        generation, index = divmod(number, each)
        blob, record = stored[number % len(stored)]
        moves, identity = len(record.moves), game_id(generation, index)
        facts = (checkpoint_id(generation), "1", record.winner, record.end, moves, moves)
        rows.append((identity, generation, index, *facts, "2026-11-15T22:43:43Z", blob))
    connection = sqlite3.connect(database)
    with connection:
        connection.executemany(f"INSERT INTO games VALUES ({', '.join('?' * 11)})", rows)
    connection.close()


@contextmanager
def held(directory: RunDirectory) -> Iterator["subprocess.Popen[str]"]:
    """Another process trains the run, as far as its lock tells."""
    command = [sys.executable, "-c", _HOLDER, str(directory.lock)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()
