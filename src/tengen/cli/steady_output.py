"""Output that cannot be written never ends the work that it reports on.

`tengen match ... | head -1` closes the pipe after one line, and a full disk rejects redirected
output. The games continue and their result is stored regardless; output that cannot be printed is
dropped.
"""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tengen.cli.console import errors, tell
from tengen.cli.language import texts

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_INCOMPLETE = 2


class _SteadyFile(io.FileIO):
    """A stream of this process that drops everything once it has failed."""

    failure: OSError | None = None

    def write(self, data: "ReadableBuffer", /) -> int:
        if self.failure is None:
            try:
                return super().write(data)
            except OSError as error:
                self.failure = error
        return memoryview(data).nbytes


@contextmanager
def steady_output() -> Iterator[None]:
    """Runs a command; lost output, except on a closed pipe, gives exit code 2."""
    output, _ = _make_steady("stdout"), _make_steady("stderr")
    try:
        yield
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()
        failure = None if output is None else output.failure
        if failure is not None and failure.errno != errno.EPIPE:
            speak = texts()
            reason = speak.message(failure.strerror or "")
            tell(speak("error") + speak("output lost", reason=reason), errors)
            sys.exit(_INCOMPLETE)


def _make_steady(name: str) -> _SteadyFile | None:
    """Replaces a standard stream by a steady one; None if it is not a plain file."""
    stream = getattr(sys, name)
    if stream is None:  # closed by the parent process: no file opened later may take its descriptor
        setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        return None
    raw = getattr(getattr(stream, "buffer", None), "raw", None)
    if type(raw) is not io.FileIO:  # a Windows console, or a test
        return None
    stream.flush()
    steady = _SteadyFile(raw.fileno(), "wb", closefd=False)
    wrapped = io.TextIOWrapper(
        io.BufferedWriter(steady),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
    setattr(sys, name, wrapped)
    return steady
