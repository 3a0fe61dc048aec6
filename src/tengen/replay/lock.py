"""One writer per run: a lock that the system itself releases when its holder dies."""

import os
import socket
import sys
from pathlib import Path
from typing import BinaryIO

from tengen.errors import StoreError
from tengen.replay.advice import writing_advice

LOCK_SUFFIX = ".lock"
"""`run.lock` lies beside `run.db` and is held by the one process that writes."""

if sys.platform == "win32":
    import msvcrt

    def _take(file: BinaryIO) -> None:
        # Windows locks bytes and then hides them: lock one far behind the text.
        file.seek(2**30)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_locked(path: Path) -> bool:
    """Whether a process holds the lock with this file; looks without changing anything."""
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


class RunLock:
    """Held from its making until `release` or the end of the process, kill -9 included.

    The file stays behind: removing it would let two holders lock two files of the same name.
    """

    def __init__(self, path: Path) -> None:
        try:
            # Without a buffer: what a full disk did not take would be written again at the end.
            self._file: BinaryIO = path.open("a+b", buffering=0)
        except OSError as error:
            raise StoreError(
                f"{path} cannot be opened ({error.strerror}): {writing_advice(error)}"
            ) from None
        try:
            _take(self._file)
        except OSError:
            holder = self._holder()
            self._file.close()
            raise StoreError(
                f"the run in {path.parent} is in use by {holder}: one process at a time can "
                "train it; stop that one first"
            ) from None
        self._sign()

    def release(self) -> None:
        """Lets others have the run."""
        self._file.close()

    def _sign(self) -> None:
        """Says who holds the lock. The lock is what counts: a full disk only costs the name."""
        try:
            self._file.truncate(0)
            self._file.write(f"process {os.getpid()} on {socket.gethostname()}".encode())
        except OSError:
            pass

    def _holder(self) -> str:
        self._file.seek(0)
        return self._file.read(200).decode(errors="replace") or "another process"
