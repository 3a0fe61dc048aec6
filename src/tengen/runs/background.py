"""Training in a process of its own, which goes on when whoever has started it ends."""

import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tengen.runs.directory import RunDirectory, writing

_ERROR = "error: "
"""How the command line begins the line that says why it has ended."""
_LONGEST_TAIL = 20_000

# A session of its own: neither Ctrl-C nor a closed terminal reaches it.
if sys.platform == "win32":
    _FLAGS = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
else:
    _FLAGS = 0


def train_in_background(directory: RunDirectory, arguments: Sequence[str]) -> "Background":
    """`tengen train` for a run, without a terminal; what it prints is appended to the run's log.

    `arguments` are those of the command, as a list: no shell reads them.
    """
    command = [sys.executable, "-m", "tengen_start", "--language", "en", "train", *arguments]
    with writing(directory.path):
        is_new = not directory.path.exists()
        directory.path.mkdir(parents=True, exist_ok=True)
        log = directory.log.open("ab")
    with log:
        process = subprocess.Popen(
            [*command, "--run", str(directory.path)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            creationflags=_FLAGS,
            start_new_session=True,
        )
    return Background(directory, process, is_new=is_new)


class Background:
    """A process that was started here."""

    def __init__(
        self, directory: RunDirectory, process: "subprocess.Popen[bytes]", *, is_new: bool
    ) -> None:
        self.directory = directory
        self._process = process
        self._is_new = is_new
        self._is_asked_to_end = False
        self._started = time.time()
        self.failure = ""
        """Why there is no run: it ended before it had one."""

    def is_alive(self) -> bool:
        """Whether it still runs; of one that has ended without a run, nothing stays behind."""
        if self._process.poll() is None:
            return True
        if self._is_new and not self.directory.exists:
            self._is_new = False
            self.failure = "" if self._is_asked_to_end else why_it_ended(self.directory.log)
            self._clean()
        return False

    @property
    def has_trained(self) -> bool:
        """Whether it has locked its run; it may have released it and be about to end."""
        lock = self.directory.lock
        return lock.exists() and lock.stat().st_mtime >= self._started

    def _clean(self) -> None:
        with suppress(OSError):
            self.directory.log.unlink(missing_ok=True)
            self.directory.path.rmdir()

    def end(self) -> None:
        """Asks it to stop, as Ctrl-C would."""
        self._is_asked_to_end = True
        self._process.terminate()


def trouble_of(directory: RunDirectory) -> str:
    """The error that ended the last training, if it was logged and nobody has trained since."""
    try:
        is_newest = directory.log.stat().st_mtime >= directory.last_change - 1.0
    except OSError:
        return ""
    return last_error(directory.log) if is_newest and not directory.is_training else ""


def why_it_ended(log: Path) -> str:
    """The error that a log ends with, or that there is none."""
    return last_error(log) or "the process ended at once"


def last_error(log: Path) -> str:
    """The error that a log ends with; empty if it ends otherwise."""
    try:
        with log.open("rb") as file:
            file.seek(0, 2)
            file.seek(max(0, file.tell() - _LONGEST_TAIL))
            lines = file.read().decode(errors="replace").splitlines()
    except OSError:
        return ""
    last = lines[-1] if lines else ""
    return last.removeprefix(_ERROR) if last.startswith(_ERROR) else ""
