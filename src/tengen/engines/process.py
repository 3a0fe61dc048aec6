"""One engine as a child process: lines in, lines out, deadlines, and no process left behind."""

import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from pathlib import Path, PurePath
from typing import IO

from tengen.engines.protocol import LineSplitter, quoted
from tengen.errors import EngineError

# Some engines drop input that arrives at the same moment as their answer.
PAUSE_SECONDS = 0.02
# Time to finish writing after the farewell before they are killed.
_FAREWELL_SECONDS = 0.3
_KEPT_LINES = 20
# Unread lines; an engine that writes more is blocked.
MOST_WAITING_LINES = 1000
_READ_BYTES = 65536
# The guard needs a few milliseconds to end an engine, and more only where all cores are busy.
_GUARD_SECONDS = 5.0
_GUARD_PAUSE_SECONDS = 0.002
_GUARD = str(Path(__file__).with_name("guard.py"))


class _Lines:
    """Unread output of an engine; the writer waits while it is full."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._room = threading.Semaphore(MOST_WAITING_LINES)
        self._is_closed = False

    def put(self, line: str) -> None:
        """Adds a line; raises `ValueError` once closed."""
        self._room.acquire()
        if self._is_closed:
            self._room.release()
            raise ValueError("these lines are closed")
        self._waiting.put(line)

    def end(self) -> None:
        """No line comes after this."""
        self._waiting.put(None)

    def take(self, seconds: float) -> str | None:
        """The next line, None at the end; raises `queue.Empty` after the timeout."""
        line = self._waiting.get(timeout=seconds)
        if line is None:
            self.end()
        else:
            self._room.release()
        return line

    def close(self) -> None:
        """Releases a writer that waits for room."""
        self._is_closed = True
        self._room.release()


class EngineProcess:
    """A running engine; it and everything it started end with `close`, or with this process.

    Where there are process groups a guard ensures that, even if this process is killed.
    """

    def __init__(self, command: str, farewell: str = "END", line_end: str = "\r\n") -> None:
        """`farewell` is the command that ends the engine in its protocol."""
        self.command = command
        self._farewell = farewell
        self._line_end = line_end
        self.last_lines: deque[str] = deque(maxlen=_KEPT_LINES)
        """The last lines the engine wrote."""
        self._heard = 0.0
        self._process, lifeline = _spawn(command_words(command))
        self._lines = _Lines()
        assert self._process.stdout is not None
        self._reader = threading.Thread(
            target=_read_lines, args=(self._process.stdout, self._lines), daemon=True
        )
        self._reader.start()
        self._end = weakref.finalize(self, _end_all, self._process, lifeline, self._lines)

    @property
    def pid(self) -> int:
        """The number of the process group; also that of the guard, or else of the engine."""
        return self._process.pid

    def send(self, *lines: str) -> None:
        """Writes lines, a moment after the engine's last answer."""
        time.sleep(max(0.0, self._heard + PAUSE_SECONDS - time.monotonic()))
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(line + self._line_end for line in lines).encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineError("the engine has exited") from None

    def read(self, deadline: float) -> str | None:
        """The next line, or None at the deadline (`time.monotonic`), even if there are lines.

        Raises `EngineError` when the engine has exited.
        """
        seconds = deadline - time.monotonic()
        if seconds <= 0:
            return None
        try:
            line = self._lines.take(seconds)
        except queue.Empty:
            return None
        if line is None:
            last = f" after {quoted(self.last_lines[-1])}" if self.last_lines else ""
            raise EngineError(f"the engine has exited{last}")
        self._heard = time.monotonic()
        self.last_lines.append(line)
        return line

    def close(self) -> None:
        """Says farewell, and kills whatever is still there a moment later."""
        if not self._end.alive:
            return
        try:
            self.send(self._farewell)
            self._reader.join(_FAREWELL_SECONDS)
        except EngineError:
            pass
        self.kill()

    def kill(self) -> None:
        """Kills the engine and everything it started at once."""
        self._end()
        self._reader.join(_FAREWELL_SECONDS)


def program_name(command: str) -> str:
    """The name of the program that a command starts, for people."""
    words = shlex.split(command, posix=False) or [command]
    return PurePath(words[0].strip("\"'")).stem or command


def command_words(command: str) -> list[str]:
    """The program and its arguments; raises `EngineError` if there is no such program."""
    try:
        words = shlex.split(command, posix=sys.platform != "win32")
    except ValueError as error:
        raise EngineError(f"cannot parse the command {quoted(command)}: {error}") from None
    if not words:
        raise EngineError("the command of an engine is empty")
    if shutil.which(words[0].strip("\"'")) is None:
        raise EngineError(
            f"cannot start {quoted(command)}: {quoted(words[0])} is not a program; "
            "give its path, and make it executable"
        )
    return words


def _spawn(words: list[str]) -> tuple[subprocess.Popen[bytes], int]:
    """The process, and the pipe that the guard watches."""
    watched, lifeline = os.pipe()
    guarded = [sys.executable, "-I", "-S", _GUARD, str(watched), *words]
    try:
        process = subprocess.Popen(
            guarded if hasattr(os, "fork") else words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # a group of its own: whatever it starts can be ended with it
            pass_fds=[watched] if hasattr(os, "fork") else [],
        )
    except OSError as error:
        os.close(lifeline)
        raise EngineError(f"cannot start {quoted(words[0])}: {error.strerror}") from None
    finally:
        os.close(watched)
    return process, lifeline


def _read_lines(stream: IO[bytes], lines: _Lines) -> None:
    """Runs in its own thread, without a reference to the `EngineProcess`, which may be gone.

    The stream is closed only here, so that its descriptor is never reused while read.
    """
    splitter = LineSplitter()
    with stream:
        try:
            while data := os.read(stream.fileno(), _READ_BYTES):
                for line in splitter.feed(data):
                    lines.put(line)
            for line in splitter.finish():
                lines.put(line)
        except (OSError, ValueError):
            pass
    lines.end()


def _end_all(process: subprocess.Popen[bytes], lifeline: int, lines: _Lines) -> None:
    """Lets the guard end all; kills the group before its leader is waited for.

    Until then the group id cannot be reused.
    """
    lines.close()
    _tell_guard(lifeline)
    if sys.platform == "linux":
        _await_guard(process.pid)
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        pass
    process.wait()
    try:
        if process.stdin is not None:
            process.stdin.close()
    except OSError:
        pass


def _tell_guard(lifeline: int) -> None:
    """Writes, because a forked process may hold the pipe open after it is closed here."""
    with contextlib.suppress(OSError):
        os.write(lifeline, b"!")
    os.close(lifeline)


def _await_guard(number: int) -> None:
    """Waits until it has ended, or for too long, without reaping it."""
    deadline = time.monotonic() + _GUARD_SECONDS
    how = os.WEXITED | os.WNOWAIT | os.WNOHANG
    try:
        while os.waitid(os.P_PID, number, how) is None and time.monotonic() < deadline:
            time.sleep(_GUARD_PAUSE_SECONDS)
    except ChildProcessError:
        pass
