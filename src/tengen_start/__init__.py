"""Where the commands begin: signals are answered before anything large is imported.

A package of its own, for importing any part of `tengen` takes a noticeable time. Ctrl-C in the
middle of an import would end in a traceback of somebody else's code, or be lost in it; here it ends
the program, which has made nothing yet. Everywhere else it is a `KeyboardInterrupt` as usual, so
that whoever is writing a file takes away what is not finished.
"""

import os
import signal
import sys
from types import FrameType

_INTERRUPTED = 130
_TERMINATED = 143
_IMPORTING = "<frozen importlib"
_SHOW_CURSOR = b"\x1b[?25h"
_NOTHING_DONE = b"interrupted before anything was done\n"


def main() -> None:
    """`tengen`."""
    _listen()
    try:
        from tengen.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


def engine_main() -> None:
    """`pbrain-tengen`."""
    _listen()
    from tengen.engines.server import main as run

    run()


def _listen() -> None:
    """Signals that were to be ignored, as in the background of a shell, still are."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminate)


def _interrupt(number: int, frame: FrameType | None) -> None:
    if _is_importing(frame):
        if sys.stderr is not None:
            os.write(sys.stderr.fileno(), _NOTHING_DONE)
        _end_at_once(_INTERRUPTED)
    raise KeyboardInterrupt


def _terminate(number: int, frame: FrameType | None) -> None:
    if _is_importing(frame):
        _end_at_once(_TERMINATED)
    sys.exit(_TERMINATED)


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith(_IMPORTING):
            return True
        frame = frame.f_back
    return False


def _end_at_once(code: int) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        os.write(sys.stderr.fileno(), _SHOW_CURSOR)
    os._exit(code)
