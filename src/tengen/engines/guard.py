"""Starts an engine and sees that it ends with Tengen, however Tengen ends: SPEC P5.

A program of its own, run as a file: `guard.py LIFELINE COMMAND...`. The engine gets its standard
streams. When nobody holds the other end of the pipe LIFELINE any more, even after SIGKILL, it kills
its process group: the engine, whatever that started, and itself. It imports little to start fast.
"""

import os
import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Stays until the pipe closes, also when the engine has ended: the group keeps its number."""
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(lifeline, False)
    if os.fork() == 0:
        _become(command)
    _let_go_of_streams()
    while os.read(lifeline, 1):
        pass
    os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _become(command: list[str]) -> NoReturn:
    # Python ignores these; a program expects them as they are by default.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    finally:
        os._exit(127)


def _let_go_of_streams() -> None:
    """Only the engine holds them, so that its end is seen."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)


if __name__ == "__main__":
    main()
