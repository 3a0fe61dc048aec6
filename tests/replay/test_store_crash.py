"""kill -9 at any moment: what was reported as stored is there, and nothing is half there."""

import random
import signal
import subprocess
import sys
import time

import pytest

from tengen.replay.store import RunStore
from tests.replay.made_games import made_games

WRITER = """
import pathlib, sys
from tengen._core import GameRecord
from tengen.replay.store import RunStore
database, folder, first = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
games = [GameRecord.from_bytes(path.read_bytes()) for path in sorted(folder.iterdir())]
store = RunStore(database)
for generation in range(first, first + 100_000):
    store.add_games(games, generation, "net")
    print(generation, flush=True)
"""


def write_until_killed(database, games, first, seconds):
    """The generations the writer reported as stored before it was killed."""
    command = [sys.executable, "-c", WRITER, str(database), str(games), str(first)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        reported = [int(writer.stdout.readline())]
        time.sleep(seconds)
        writer.send_signal(signal.SIGKILL)
        reported += [int(line) for line in writer.stdout if line.endswith("\n")]
    return reported


def check_run(database, games, rounds):
    count = len(list(games.iterdir()))
    with RunStore(database) as store:  # the dead writer's lock is gone
        store.check()
        stored = [(row.generation, row.game_index) for row in store.newest_games(10**9)]
        assert len(stored) == store.counts().games
        reported = (rounds[-1] + 1) * count
        whole = [(g, i) for g in range(rounds[-1] + 1) for i in range(count)]
        assert stored[:reported] == whole
        beyond = stored[reported:]  # may be stored and not yet reported
        assert beyond in ([], [(rounds[-1] + 1, i) for i in range(count)])
        return rounds[-1] + 1 + bool(beyond)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_nothing_stored_is_lost_when_the_writer_is_killed(tmp_path):
    games, database, rng = tmp_path / "games", tmp_path / "run.db", random.Random(7)
    games.mkdir()
    for game in made_games(8):
        (games / f"{game.index:03d}").write_bytes(game.to_bytes())
    first = 0
    for _ in range(5):
        reported = write_until_killed(database, games, first, rng.uniform(0, 0.2))
        first = check_run(database, games, reported)
    with RunStore(database) as store:
        assert store.counts().games == 8 * first
