"""Starts an engine and makes sure that it ends with Tengen, however Tengen ends: SPEC P5.

A separate program, run as a file: `guard.py LIFELINE COMMAND...`. The engine inherits its standard
streams. When the pipe LIFELINE is written to or closed at its other end, even by SIGKILL, it kills
the engine, everything that the engine started, and itself. On Linux it is a subreaper and so also
finds descendants that have left its process group. It imports little to start fast.
"""

import ctypes
import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

_PR_SET_CHILD_SUBREAPER = 36
_IS_LINUX = sys.platform == "linux"


def main() -> NoReturn:
    """Waits for the pipe, even after the engine has exited, to keep the process group id."""
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(lifeline, False)
    if _IS_LINUX:
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    # The system then reaps children itself.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    if os.fork() == 0:
        _become(command)
    _let_go_of_streams()
    os.read(lifeline, 1)
    try:
        _kill_descendants()
    finally:
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _become(command: list[str]) -> NoReturn:
    # Ignored by Python and this guard; a program expects the default handlers.
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    finally:
        os._exit(127)


def _let_go_of_streams() -> None:
    """Only the engine keeps them open, so that its end is detected."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)


def _kill_descendants() -> None:
    """Kills children until there are none: those of a killed child become children of the guard.

    From here on each is waited for, so that no pid is reused before it is signalled.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    beyond_reach: set[int] = set()
    while children := [child for child in _children() if child not in beyond_reach]:
        for child in children:
            try:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
            except PermissionError:  # it runs as another user
                beyond_reach.add(child)
            except (ProcessLookupError, ChildProcessError):  # it has already ended
                pass


def _children() -> list[int]:
    """All children, including ended ones; empty if the system does not list them."""
    if not _IS_LINUX:
        return []
    processes = Path("/proc").glob("[0-9]*")
    return [int(folder.name) for folder in processes if _parent_in(folder) == os.getpid()]


def _parent_in(folder: Path) -> int | None:
    try:
        stat = (folder / "stat").read_bytes()
    except OSError:
        return None
    # The name in parentheses may hold anything; state and parent follow it.
    return int(stat.rpartition(b")")[2].split()[1])


if __name__ == "__main__":
    main()
