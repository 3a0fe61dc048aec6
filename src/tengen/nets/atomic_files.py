"""Files that are there completely or not at all, even when the power fails."""

import os
import secrets
from collections.abc import Iterable
from pathlib import Path


def write_atomically(path: Path, pieces: Iterable[bytes]) -> None:
    """Replaces `path`; readers, also after a crash, see the old file or the new one."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Makes the rename itself durable; only POSIX systems can, and need to, be asked."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
