"""Writes files completely or not at all, even if the power fails."""

import errno
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

_BEGINNING, _END = ".tengen-", ".tmp"


def write_atomically(path: Path, pieces: Iterable[bytes]) -> None:
    """Replaces `path`; readers, also after a crash, see the old file or the new one.

    A symbolic link stays one, and its target is replaced. Devices, pipes and folders are
    refused. An `OSError` names `path`, never the temporary file.
    """
    if is_special(path):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    target = Path(os.path.realpath(path))  # which, unlike resolve(), takes links in a circle
    temporary = target.with_name(f"{_BEGINNING}{secrets.token_hex(8)}{_END}")
    try:
        with temporary.open("xb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def is_special(path: Path) -> bool:
    """Whether something exists there that is not a regular file, such as a device or a pipe."""
    return path.exists() and not path.is_file()


def remove_unfinished(folder: Path) -> None:
    """Removes what a killed process left behind; only for the folder's sole writer."""
    for file in folder.glob(f"{_BEGINNING}*{_END}"):
        file.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Makes the rename itself durable; possible and needed only on POSIX systems."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
