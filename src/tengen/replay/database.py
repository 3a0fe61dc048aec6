"""Opens and checks a run's SQLite file, and turns its errors into clear messages."""

import contextlib
import importlib.metadata
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from tengen.errors import StoreError
from tengen.replay.lock import LOCK_SUFFIX, is_locked
from tengen.replay.rows import COLUMNS
from tengen.replay.schema import SCHEMA_VERSION, TABLES

_BUSY_SECONDS = 30.0
# A game takes two or three kilobytes and would waste half of SQLite's default 4 KB page.
_PAGE_BYTES = 32_768
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")


def open_database(path: Path, read_only: bool) -> sqlite3.Connection:
    """A connection to a valid database of this version.

    Creates it if there is none yet; with `read_only`, raises `NoStoreError` instead.
    """
    if read_only and not path.exists():
        raise NoStoreError(f"there is no run in {path.parent}: {path.name} does not exist")
    if path.exists() and not path.is_file():
        raise StoreError(f"{path} is not a file. Nothing was changed")
    with explaining(path):
        connection = _connect(path, read_only)
        try:
            _open_schema(connection, path, read_only)
        except BaseException:
            connection.close()
            raise
    return connection


def _connect(path: Path, read_only: bool) -> sqlite3.Connection:
    mode = "rwc"
    if read_only:
        mode = "ro&immutable=1" if _is_at_rest(path) else "ro"
    # Transactions are explicit: Python's implicit ones would begin too late to hold a lock.
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=_BUSY_SECONDS,
        isolation_level=None,
    )


def _is_at_rest(path: Path) -> bool:
    """Whether no process trains it and it is complete without its -wal file.

    It can then be opened as immutable: other readers would leave files beside it, and could not
    read it in a folder without write permission.
    """
    waiting = path.with_name(f"{path.name}-wal")
    is_whole = not waiting.exists() or waiting.stat().st_size == 0
    return is_whole and not is_locked(path.with_suffix(LOCK_SUFFIX))


def _open_schema(connection: sqlite3.Connection, path: Path, read_only: bool) -> None:
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if not tables and read_only:
        raise NoStoreError(f"there is no run in {path.parent}: {path.name} is empty")
    if tables and "facts" not in tables:
        raise StoreError(f"{path} is not a Tengen database. Nothing was changed")
    if not read_only:
        connection.execute(f"PRAGMA page_size = {_PAGE_BYTES}")  # only affects a new file
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    if not tables:
        _create(connection)
    row = connection.execute("SELECT value FROM facts WHERE name = 'schema_version'").fetchone()
    version = str(row[0]) if row else "unknown"
    if version != str(SCHEMA_VERSION):
        told = version if version.isalnum() else ascii(version[:20])
        raise StoreError(
            f"{path} has schema version {told}, and this version of Tengen reads {SCHEMA_VERSION}: "
            "install the version that created it. Nothing was changed"
        )
    for table, columns in COLUMNS.items():
        found = tuple(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
        if found != columns:
            reason = f"has the columns {', '.join(found)}" if found else "is missing"
            raise DamagedStoreError(path, f"its table {table} {reason}")


def _create(connection: sqlite3.Connection) -> None:
    """Creates all tables in one transaction: a crash leaves an empty file or a full schema."""
    facts = {
        "schema_version": str(SCHEMA_VERSION),
        "tengen_version": importlib.metadata.version("tengen"),
        "run_id": secrets.token_hex(8),
    }
    try:
        connection.executescript(f"BEGIN IMMEDIATE; {TABLES}")
        connection.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextlib.contextmanager
def explaining(path: Path) -> Iterator[None]:
    """Turns SQLite's errors into a `StoreError` that names the file and says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        if _is_damage(error):
            raise DamagedStoreError(path, str(error)) from error
        raise StoreError(_sentence(error, path)) from error


class NoStoreError(StoreError):
    """Nothing has been stored there yet."""


class DamagedStoreError(StoreError):
    """The content of the database cannot be trusted."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"{path} is damaged ({reason}). To rescue the games, copy the run's folder and run "
            f"there: sqlite3 {path.name} .recover | sqlite3 recovered.db. The run's checkpoints "
            "are separate files and can still be used"
        )


def _is_damage(error: sqlite3.Error) -> bool:
    # Invalid UTF-8 is refused by Python, not by SQLite, so there is no error code.
    name = getattr(error, "sqlite_errorname", "")
    return name.startswith(_DAMAGED) or str(error).startswith("Could not decode")


def _sentence(error: sqlite3.Error, path: Path) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_FULL"):
        return (
            f"the disk with {path} is full: the latest data was not stored, all earlier games are. "
            "Free some space and add --resume to continue"
        )
    if name.startswith("SQLITE_IOERR"):
        return (
            f"{path} cannot be read or written ({error}): its disk is full or failing. Free some "
            "space and add --resume to continue from what is stored"
        )
    if name.startswith("SQLITE_BUSY"):
        return f"{path} is locked by another program: close it and resume the run"
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return f"{path} cannot be used ({error}): check the permissions of the file and its folder"
    return f"{path} cannot be used: {error}"
