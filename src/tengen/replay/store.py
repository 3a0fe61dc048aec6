"""`RunStore`: the run's `run.db`, an SQLite database that keeps every game.

Nothing that was reported as stored is ever lost. Transactions are atomic, so kill -9 at any moment
is safe; and they reach the disk before they are reported (synchronous = FULL, one fsync per batch
of games), so a power failure is safe too.
"""

import dataclasses
import math
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

from tengen._core import GameRecord
from tengen.errors import StoreError
from tengen.replay.database import DamagedStoreError, explaining, open_database
from tengen.replay.lock import LOCK_SUFFIX, RunLock
from tengen.replay.rows import checked
from tengen.replay.schema import (
    LAST_GAME,
    LAST_GENERATION,
    CheckpointRow,
    Counts,
    GameRow,
    GenerationCounts,
    MatchRow,
    MetricRow,
    Space,
    game_id,
)
from tengen.replay.validation import read_record
from tengen.settings import MOST

_ANY_GENERATION = 2**62
_Row = TypeVar("_Row", GameRow, CheckpointRow, MatchRow, MetricRow)


class RunStore:
    """The database of one run; every failure raises `StoreError`.

    Without `read_only` it is created if there is none, and only this process may write until it
    calls `close` or dies. Readers need no lock and do not disturb the writer.
    """

    def __init__(self, path: str | Path, *, read_only: bool = False) -> None:
        self.path = Path(path)
        self._lock = None if read_only else RunLock(self.path.with_suffix(LOCK_SUFFIX))
        try:
            self._connection = open_database(self.path, read_only)
            self._place = _place(self.path)
        except BaseException:
            self._release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; safe to call twice."""
        with explaining(self.path):
            self._connection.close()
        self._release()

    def require_in_place(self) -> None:
        """Raises `StoreError` if the file was moved, removed or replaced since it was opened.

        The operating system would let this process keep writing to an unreachable file.
        """
        if _place(self.path) != self._place:
            raise StoreError(
                f"{self.path} was moved, removed or replaced while the run was open: the run ends "
                "here. If its folder was moved, everything stored so far is in it: put it back, "
                "or give its new location with --run, and add --resume to continue"
            )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything stored in its body is stored together or not at all. May be nested."""
        if self._connection.in_transaction:
            yield
            return
        self.require_in_place()
        with explaining(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # SQLite may already have rolled back
                    self._connection.execute("ROLLBACK")
                raise

    def add_games(
        self, records: Iterable[GameRecord], generation: int, checkpoint: str
    ) -> list[GameRecord]:
        """Stores games in one transaction, and returns those that are new.

        A game that is already stored is left as it is, whatever the new record contains.
        """
        created = _now()
        marks = _marks(len(dataclasses.fields(GameRow)))
        query = f"INSERT INTO games VALUES ({marks}) ON CONFLICT (id) DO NOTHING"
        new = []
        with self.transaction():
            for record in records:
                values = _game_values(record, generation, checkpoint, created)
                if self._connection.execute(query, values).rowcount:
                    new.append(record)
        return new

    def newest_games(self, positions: int, until: int = _ANY_GENERATION) -> Iterator[GameRow]:
        """The newest games with at most this many positions in total, at least one; oldest first.

        Age is (generation, index): the order in which games were stored does not matter. Games of
        generations after `until` do not count.
        """
        oldest = self._oldest_within(positions, until)
        if oldest is None:
            return
        query = (
            "SELECT * FROM games WHERE (generation, game_index) >= (?, ?) AND generation <= ? "
            "ORDER BY generation, game_index"
        )
        for row in self._rows(query, (*oldest, until)):
            yield self._game_row(row)

    def positions(self, until: int = _ANY_GENERATION) -> int:
        """Number of positions of all games up to generation `until`."""
        query = "SELECT coalesce(sum(positions), 0) FROM games WHERE generation <= ?"
        return int(next(self._rows(query, (until,)))[0])

    def games_of(self, generation: int) -> Iterator[GameRow]:
        """The games of one generation, by their index."""
        query = "SELECT * FROM games WHERE generation = ? ORDER BY game_index"
        for row in self._rows(query, (generation,)):
            yield self._game_row(row)

    def latest_games(self, count: int) -> list[GameRow]:
        """The games that were stored last, the last one first; reads no others."""
        query = "SELECT * FROM games ORDER BY rowid DESC LIMIT ?"
        return [self._game_row(row) for row in self._rows(query, (count,))]

    def game(self, identity: str) -> GameRow | None:
        """The game with this id, if it is stored."""
        rows = self._rows("SELECT * FROM games WHERE id = ?", (identity,))
        return next((self._game_row(row) for row in rows), None)

    def add_checkpoint(self, row: CheckpointRow) -> None:
        """Stores the row of a saved net, replacing any with the same id."""
        self._replace("checkpoints", [_dated(row)])

    def add_match(self, row: MatchRow) -> None:
        """Stores a match, replacing any with the same id."""
        self._replace("matches", [_dated(row)])

    def add_metrics(self, generation: int, step: int, numbers: Mapping[str, float]) -> None:
        """Stores metrics by name, replacing those of the same generation and step."""
        values = {name: n if math.isfinite(n) else None for name, n in numbers.items()}
        rows = [MetricRow(generation, step, name, value) for name, value in values.items()]
        self._replace("metrics", [_dated(row) for row in rows])

    def checkpoints(self) -> list[CheckpointRow]:
        """All saved nets, oldest first."""
        query = "SELECT * FROM checkpoints ORDER BY generation, updates, id"
        return [self._checked(CheckpointRow(*row)) for row in self._rows(query)]

    def matches(self) -> list[MatchRow]:
        """All matches, oldest first."""
        query = "SELECT * FROM matches ORDER BY generation, created, id"
        return [self._checked(MatchRow(*row)) for row in self._rows(query)]

    def metrics(self, name: str) -> list[MetricRow]:
        """All values of one metric, oldest first."""
        query = "SELECT * FROM metrics WHERE name = ? ORDER BY generation, step"
        return [self._checked(MetricRow(*row)) for row in self._rows(query, (name,))]

    def metrics_named(self, names: Iterable[str]) -> list[MetricRow]:
        """All values of these metrics, oldest first."""
        wanted = tuple(names)
        query = f"SELECT * FROM metrics WHERE name IN ({_marks(len(wanted))})"
        rows = self._rows(f"{query} ORDER BY generation, step", wanted)
        return [self._checked(MetricRow(*row)) for row in rows]

    def metrics_of(self, generation: int) -> dict[str, float]:
        """The metrics of one generation by name, without those that are not a number."""
        query = "SELECT * FROM metrics WHERE generation = ? AND value IS NOT NULL"
        rows = [self._checked(MetricRow(*row)) for row in self._rows(query, (generation,))]
        return {row.name: row.value for row in rows if row.value is not None}

    def metric_names(self) -> list[str]:
        """The names of all stored metrics."""
        return [row[0] for row in self._rows("SELECT DISTINCT name FROM metrics ORDER BY name")]

    def facts(self) -> dict[str, str]:
        """Facts about the run as a whole, by name."""
        return dict(self._rows("SELECT name, value FROM facts"))

    def set_fact(self, name: str, value: str) -> None:
        """Stores a fact, replacing any of the same name."""
        self._replace("facts", [(name, value)])

    def counts(self) -> Counts:
        """How much is stored."""
        self._check_ages()
        games, positions = self._one("SELECT count(*), coalesce(sum(positions), 0) FROM games")
        checkpoints = self._one("SELECT count(*) FROM checkpoints")[0]
        return Counts(games, positions, checkpoints, self._one("SELECT count(*) FROM matches")[0])

    def counts_by_generation(self) -> list[GenerationCounts]:
        """The same for each generation that has games, oldest first; reads the index alone."""
        self._check_ages()
        query = "SELECT generation, count(*), sum(positions) FROM games GROUP BY generation"
        return [GenerationCounts(*row) for row in self._rows(f"{query} ORDER BY generation")]

    def space(self) -> Space:
        """Disk space used by the games; reads every row."""
        self._check_ages()
        query = "SELECT coalesce(sum(positions), 0), coalesce(sum(length(record)), 0) FROM games"
        positions, record_bytes = self._one(query)
        pages, page_size = self._one("PRAGMA page_count")[0], self._one("PRAGMA page_size")[0]
        return Space(positions, record_bytes, pages * page_size)

    def check(self) -> None:
        """Checks every page and index; raises `DamagedStoreError`.

        The content of a record is checked only when it is read.
        """
        for (answer,) in self._rows("PRAGMA integrity_check(1)"):
            if answer != "ok":
                raise DamagedStoreError(self.path, " ".join(answer.split()))
        self._check_ages()

    def _check_ages(self) -> None:
        """Checks the columns that games are selected and counted by; one index covers them."""
        bounds = {"generation": LAST_GENERATION, "game_index": LAST_GAME, "positions": MOST}
        tests = [
            f"typeof({name}) != 'integer' OR {name} NOT BETWEEN 0 AND {last}"
            for name, last in bounds.items()
        ]
        query = f"SELECT {', '.join(bounds)} FROM games WHERE {' OR '.join(tests)} LIMIT 1"
        for values in self._rows(query):
            told = ", ".join(
                f"{name} {value!r:.20}" for name, value in zip(bounds, values, strict=True)
            )
            raise DamagedStoreError(self.path, f"a game has {told}")

    def _checked(self, row: _Row) -> _Row:
        try:
            return checked(row)
        except ValueError as error:
            table = type(row).__name__.removesuffix("Row").lower()
            name = row.name if isinstance(row, MetricRow) else row.id
            raise DamagedStoreError(self.path, f"{table} {name!r:.40}: {error}") from None

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()

    def _oldest_within(self, positions: int, until: int) -> tuple[int, int] | None:
        """Generation and index of the oldest game that `newest_games` returns."""
        oldest, left = None, positions
        query = (
            "SELECT generation, game_index, positions FROM games WHERE generation <= ? "
            "ORDER BY generation DESC, game_index DESC"
        )
        for generation, index, count in self._rows(query, (until,)):
            if count > left and oldest is not None:
                break
            oldest, left = (generation, index), left - count
        return oldest

    def _game_row(self, row: tuple[Any, ...]) -> GameRow:
        columns = dict(zip((field.name for field in dataclasses.fields(GameRow)), row, strict=True))
        try:
            columns["seed"] = int(columns["seed"])
            columns["record"] = read_record(zlib.decompress(columns["record"]))
        except (zlib.error, TypeError, ValueError) as error:
            raise DamagedStoreError(self.path, f"game {columns['id']}: {error}") from None
        return self._checked(GameRow(**columns))

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        with explaining(self.path):
            # Not `yield from`, which would close the cursor, perhaps after the connection.
            for row in self._connection.execute(query, values):  # noqa: UP028
                yield row

    def _one(self, query: str) -> tuple[Any, ...]:
        return next(self._rows(query))

    def _replace(self, table: str, rows: list[tuple[Any, ...]]) -> None:
        if not rows:
            return
        query = f"INSERT OR REPLACE INTO {table} VALUES ({_marks(len(rows[0]))})"
        with self.transaction():
            self._connection.executemany(query, rows)


def _marks(count: int) -> str:
    return ", ".join("?" * count)


def _game_values(
    record: GameRecord, generation: int, checkpoint: str, created: str
) -> tuple[Any, ...]:
    moves = len(record.moves)
    return (
        game_id(generation, record.index),
        generation,
        record.index,
        checkpoint,
        str(record.seed),
        record.winner,
        record.end,
        len(record.opening) + moves,
        moves,
        created,
        zlib.compress(record.to_bytes(), 9),
    )


def _dated(row: CheckpointRow | MatchRow | MetricRow) -> tuple[Any, ...]:
    return dataclasses.astuple(row if row.created else dataclasses.replace(row, created=_now()))


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _place(path: Path) -> tuple[int, int] | None:
    """The identity of the file at this path; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
