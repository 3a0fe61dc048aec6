"""Runs that train on this computer tell so to each other, wherever their folders are.

Each holds the lock on one of a few files of the user and signs it with its folder. The system
releases it when the process dies, so that nobody is told of a run that is gone.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tengen.errors import StoreError
from tengen.machine import data_folder
from tengen.replay.lock import FileLock, is_locked, signature_of

_MOST = 16
"""More runs at a time are not told of."""


def _files() -> list[Path]:
    return [data_folder() / "training" / f"{number}.lock" for number in range(_MOST)]


@contextmanager
def announced(run: Path) -> Iterator[None]:
    """While the body trains this run, others are told; if that fails, they are not."""
    lock = _announce(run)
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def _announce(run: Path) -> FileLock | None:
    with suppress(OSError):
        for file in _files():
            file.parent.mkdir(parents=True, exist_ok=True)
            if not is_locked(file):
                with suppress(StoreError):  # somebody was quicker
                    return FileLock(file, str(run.absolute()))
    return None


def trained_on_this_computer() -> list[Path]:
    """The folders of all runs of this user that train now."""
    return [Path(signature_of(file)) for file in _files() if is_locked(file)]
