"""One writer per folder: a lock that the operating system releases when its holder dies."""

import os
import re
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from tengen.errors import StoreError
from tengen.replay.advice import writing_advice

LOCK_SUFFIX = ".lock"
"""`run.lock` is beside `run.db`, locked by the process that writes."""
_LONGEST_SIGNATURE = 400
_ATTEMPTS, _BETWEEN_ATTEMPTS = 5, 0.02

if sys.platform == "win32":
    import msvcrt

    def _take(file: BinaryIO) -> None:
        # On Windows, locked bytes cannot be read: lock one far behind the text.
        file.seek(2**30)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Process(NamedTuple):
    """A process of a computer, as locks name it."""

    number: int
    host: str

    @classmethod
    def own(cls) -> "Process":
        """This one."""
        return cls(os.getpid(), socket.gethostname())

    @classmethod
    def signed(cls, signature: str) -> "Process | None":
        """The process that a signature names; None if it names none."""
        found = _PROCESS.fullmatch(signature)
        return None if found is None else cls(int(found[1]), found[2])

    def __str__(self) -> str:
        return f"process {self.number} on {self.host}"


_PROCESS = re.compile(r"process ([1-9]\d{0,9}) on (\S{1,100})", re.ASCII)


def is_locked(path: Path) -> bool:
    """Whether a process holds the lock on this file; changes nothing."""
    try:
        file = path.open("rb")
    except OSError:
        return False
    with file:
        try:
            _take(file)
        except OSError:
            return True
    return False


def _take_soon(file: BinaryIO) -> None:
    """Tries for a moment: whoever only looks holds the lock for an instant."""
    for _ in range(_ATTEMPTS):
        with suppress(OSError):
            return _take(file)
        time.sleep(_BETWEEN_ATTEMPTS)
    return _take(file)


def signature_of(path: Path) -> str:
    """What the last holder of the lock on this file has signed; empty if nothing can be read."""
    try:
        with path.open("rb") as file:
            return file.read(_LONGEST_SIGNATURE).decode(errors="replace")
    except OSError:
        return ""


class FileLock:
    """Held from creation until `release` or the end of the process, kill -9 included.

    The file is never removed: otherwise two processes could lock two files of the same name.
    """

    def __init__(self, path: Path, signature: str | None = None) -> None:
        """`signature` is what others read about the holder; by default its process."""
        try:
            # Unbuffered: otherwise `close` would repeat a write that failed on a full disk.
            self._file: BinaryIO = path.open("a+b", buffering=0)
        except OSError as error:
            raise StoreError(
                f"{path} cannot be opened ({error.strerror}): {writing_advice(error)}"
            ) from None
        try:
            _take_soon(self._file)
        except OSError:
            holder = self._holder()
            self._file.close()
            raise self._refusal(path.parent, holder) from None
        self.sign(signature or str(Process.own()))

    def _refusal(self, folder: Path, holder: str) -> StoreError:
        return StoreError(f"{folder} is in use by {holder}")

    def release(self) -> None:
        """Releases the lock."""
        self._file.close()

    def sign(self, signature: str) -> None:
        """Records the holder's name, which a full disk may lose; the lock itself still holds."""
        try:
            self._file.truncate(0)
            self._file.write(signature.encode())
        except OSError:
            pass

    def _holder(self) -> str:
        self._file.seek(0)
        return self._file.read(_LONGEST_SIGNATURE).decode(errors="replace") or "another process"


class RunLock(FileLock):
    """The lock of a run."""

    def _refusal(self, folder: Path, holder: str) -> StoreError:
        return StoreError(
            f"the run in {folder} is in use by {holder}: only one process at a time can "
            "train it; stop that one first"
        )
