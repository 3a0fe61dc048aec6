import errno
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tengen._core import GameRecord
from tengen.errors import StoreError
from tengen.replay.database import DamagedStoreError, explaining
from tengen.replay.schema import CheckpointRow, MatchRow, game_id
from tengen.replay.store import RunStore
from tests.replay.made_games import made_games

GAMES = made_games(12)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.db"


@pytest.fixture
def store(path):
    with RunStore(path) as opened:
        yield opened


def positions_of(games):
    return sum(len(game.moves) for game in games)


def test_games_come_back_as_they_were(store):
    assert store.add_games(GAMES, 3, "net-3") == GAMES
    rows = list(store.newest_games(10**6))
    assert [row.record for row in rows] == [GameRecord.from_bytes(g.to_bytes()) for g in GAMES]
    for row, game in zip(rows, GAMES, strict=True):
        assert row.id == f"g00003-{game.index:06d}"
        assert (row.generation, row.game_index, row.checkpoint) == (3, game.index, "net-3")
        assert (row.seed, row.winner, row.end) == (game.seed, game.winner, game.end)
        assert row.plies == len(game.opening) + len(game.moves)
        assert row.positions == len(game.moves)
    assert list(store.games_of(3)) == rows
    assert list(store.games_of(4)) == []


def test_storing_a_game_twice_is_harmless(store):
    assert store.add_games(GAMES[:8], 0, "first") == GAMES[:8]
    assert store.add_games(GAMES, 0, "second") == GAMES[8:]
    assert store.counts().games == 12
    rows = list(store.games_of(0))
    assert [row.game_index for row in rows] == list(range(12))
    assert [row.checkpoint for row in rows] == ["first"] * 8 + ["second"] * 4


def test_the_newest_games_by_age_not_by_arrival(store):
    store.add_games(GAMES[6:], 1, "net")
    store.add_games(GAMES[:6], 1, "net")
    store.add_games(GAMES[:3], 0, "net")
    wanted = positions_of(GAMES[8:])
    assert [row.id for row in store.newest_games(wanted)] == [game_id(1, i) for i in range(8, 12)]
    assert [row.id for row in store.newest_games(wanted - 1)] == [
        game_id(1, i) for i in range(9, 12)
    ]
    everything = [row.id for row in store.newest_games(10**6)]
    assert everything == [game_id(0, i) for i in range(3)] + [game_id(1, i) for i in range(12)]


def test_later_generations_can_be_left_out(store):
    for generation in range(3):
        store.add_games(GAMES, generation, "net")
    assert {row.generation for row in store.newest_games(10**6, until=1)} == {0, 1}
    newest = list(store.newest_games(positions_of(GAMES[10:]), until=1))
    assert [row.id for row in newest] == [game_id(1, 10), game_id(1, 11)]
    assert store.positions(until=1) == 2 * positions_of(GAMES)
    assert store.positions() == 3 * positions_of(GAMES)
    assert [row.id for row in store.games_of(1)] == [game_id(1, i) for i in range(12)]


def test_one_game_is_always_given(store):
    assert list(store.newest_games(5)) == []
    store.add_games(GAMES, 0, "net")
    assert [row.game_index for row in store.newest_games(0)] == [11]


def test_other_rows_come_back_and_replace_each_other(store):
    old = CheckpointRow("c1", 1, 100, "checkpoints/c1", "aa", "2026-01-01T00:00:00Z")
    new = CheckpointRow("c1", 1, 120, "checkpoints/c1", "bb", "2026-01-02T00:00:00Z")
    store.add_checkpoint(old)
    store.add_checkpoint(new)
    assert store.checkpoints() == [new]
    match = MatchRow("m1", 1, "c1", "pure mcts 1000", 6, 2, 2)
    store.add_match(match)
    (found,) = store.matches()
    assert (found.opponent, found.wins, found.draws) == ("pure mcts 1000", 6, 2)
    assert found.created.endswith("Z")
    store.add_metrics(1, 100, {"loss/policy": 2.0, "kl": float("nan")})
    store.add_metrics(1, 100, {"loss/policy": 1.5})
    store.add_metrics(2, 200, {"loss/policy": 1.0})
    assert [(m.step, m.value) for m in store.metrics("loss/policy")] == [(100, 1.5), (200, 1.0)]
    assert store.metrics("kl")[0].value is None
    store.set_fact("preset", "connect4")
    facts = store.facts()
    assert (facts["preset"], facts["schema_version"]) == ("connect4", "1")
    assert len(facts["run_id"]) == 16


def test_counts_and_space(store):
    store.add_games(GAMES, 0, "net")
    counts, space = store.counts(), store.space()
    assert (counts.games, counts.positions) == (12, positions_of(GAMES))
    assert space.positions == counts.positions
    assert 0 < space.record_bytes_per_position < space.file_bytes_per_position


def test_a_position_takes_few_bytes(store):
    games = made_games(50, game="connect4", simulations=50)
    for generation in range(20):
        store.add_games(games, generation, "net")
    assert store.space().file_bytes_per_position < 40


def test_a_transaction_is_all_or_nothing(store):
    def interrupted():
        with store.transaction():
            store.add_games(GAMES, 0, "net")
            store.add_metrics(0, 1, {"kl": 0.1})
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert store.counts().games == 0
    assert store.metrics("kl") == []


def test_a_full_disk_loses_nothing_that_was_stored(store):
    store.add_games(GAMES, 0, "net")
    pages = store._one("PRAGMA page_count")[0]
    store._one(f"PRAGMA max_page_count = {pages + 2}")
    generations = iter(range(1, 200))

    def fill():
        for generation in generations:
            store.add_games(GAMES, generation, "net")

    with pytest.raises(StoreError, match=r"disk with .*run\.db is full: .*Free some .*--resume"):
        fill()
    refused = next(generations) - 1
    assert store.counts().games == 12 * refused  # whole batches only, the first one included
    store.check()
    store._one("PRAGMA max_page_count = 1000000")
    assert len(store.add_games(GAMES, refused, "net")) == 12


def test_reading_while_a_run_writes(path, store):
    store.add_games(GAMES[:5], 0, "net")
    with RunStore(path, read_only=True) as reader:
        assert reader.counts().games == 5
        store.add_games(GAMES[5:], 0, "net")
        assert reader.counts().games == 12
        with pytest.raises(StoreError, match="attempt to write a readonly database"):
            reader.set_fact("a", "b")


def test_a_closed_run_can_be_read(path):
    with RunStore(path) as store:
        store.add_games(GAMES, 0, "net")
    with RunStore(path, read_only=True) as reader:
        assert len(list(reader.newest_games(10**6))) == 12
    with pytest.raises(StoreError, match="there is no run in"):
        RunStore(path.with_name("other.db"), read_only=True)


def test_two_stores_on_one_run_are_refused(path, store):
    with pytest.raises(StoreError, match=r"is in use by process \d+ on .*one process at a time"):
        RunStore(path)
    store.close()
    RunStore(path).close()


def test_two_processes_on_one_run_are_refused(path, store):
    script = "import sys; from tengen.replay.store import RunStore; RunStore(sys.argv[1])"
    command = [sys.executable, "-c", script, str(path)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode != 0
    assert "StoreError" in answer.stderr
    assert "is in use by process" in answer.stderr


def test_a_newer_database_is_refused_and_left_alone(path):
    RunStore(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE facts SET value = '9' WHERE name = 'schema_version'")
    connection.close()
    content = path.read_bytes()
    with pytest.raises(StoreError, match=r"has schema version 9, .* Tengen reads 1"):
        RunStore(path)
    assert path.read_bytes() == content


def test_another_programs_database_is_refused(path):
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE songs (title)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is not a Tengen database"):
        RunStore(path)
    assert path.read_bytes() == before


def test_a_refused_run_is_not_locked(path):
    path.write_bytes(b"not a database at all" * 100)
    for _ in range(2):
        with pytest.raises(StoreError, match=r"run\.db is damaged \(file is not a database\)"):
            RunStore(path)


@pytest.mark.parametrize("page", range(12))
def test_damaged_pages_are_told_and_never_silent(path, page):
    with RunStore(path) as store:
        for generation in range(60):
            store.add_games(GAMES, generation, "net")
        size = store._one("PRAGMA page_size")[0]
    content = bytearray(path.read_bytes())
    assert len(content) >= 12 * size
    content[page * size : (page + 1) * size] = bytes([0xAB]) * size
    path.write_bytes(content)

    def read_all():
        with RunStore(path, read_only=True) as store:
            store.check()

    with pytest.raises(DamagedStoreError, match=r"run\.db is damaged .*copy the run's folder"):
        read_all()


def change_game_3(path, column, changed):
    """Stores games and puts `changed` of what is in a column there."""
    with RunStore(path) as store:
        store.add_games(GAMES, 0, "net")
    with sqlite3.connect(path) as connection:
        query = f"SELECT {column} FROM games WHERE game_index = 3"
        (data,) = connection.execute(query).fetchone()
        update = f"UPDATE games SET {column} = ? WHERE game_index = 3"
        connection.execute(update, (changed(data),))
    connection.close()


@pytest.mark.parametrize(
    "changed",
    [lambda data: data[:20] + bytes([data[20] ^ 4]) + data[21:], lambda data: data.hex()],
    ids=["a flipped bit", "a text"],
)
def test_a_damaged_record_names_the_game(path, changed):
    change_game_3(path, "record", changed)
    with (
        RunStore(path) as store,
        pytest.raises(DamagedStoreError, match=r"is damaged \(game g00000-000003:"),
    ):
        list(store.newest_games(10**6))


def test_a_text_that_is_none_is_damage(path):
    change_game_3(path, "checkpoint", lambda name: name)
    content = path.read_bytes()
    assert content.count(b"g00000-000003") == 2  # in the table, and in the index of ids
    path.write_bytes(content.replace(b"g00000-000003", b"g00000-00000\xb3"))
    with RunStore(path) as store, pytest.raises(DamagedStoreError, match="Could not decode"):
        list(store.newest_games(10**6))


def failure(name, text):
    error = sqlite3.OperationalError(text)
    error.sqlite_errorname = name
    return error


def told(error, path):
    """What a user reads when SQLite raises this."""
    with pytest.raises(StoreError) as caught, explaining(path):
        raise error
    return str(caught.value)


def test_a_disk_that_cannot_be_written_is_told_with_the_file_and_what_to_do(path):
    text = told(failure("SQLITE_IOERR_SHMSIZE", "disk I/O error"), path)
    assert text.startswith(f"{path} cannot be read or written (disk I/O error)")
    assert "Free some space and add --resume" in text


def test_a_lock_that_cannot_be_made_is_told_with_the_file_and_what_to_do(path, monkeypatch):
    def refuse(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(StoreError, match=r"run\.lock cannot be opened \(No space.*: free some"):
        RunStore(path)


LOCK_ON_A_FULL_DISK = """
import pathlib, resource, sys
from tengen.replay.lock import RunLock
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
RunLock(pathlib.Path(sys.argv[1])).release()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits for files")
def test_a_full_disk_costs_the_name_of_the_locks_holder_and_nothing_else(tmp_path):
    command = [sys.executable, "-c", LOCK_ON_A_FULL_DISK, str(tmp_path / "run.lock")]
    subprocess.run(command, check=True)
