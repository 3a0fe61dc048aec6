"""A command in a terminal of its own, driven as a person drives it."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from tests.cli.conftest import LISTENING

# The child makes the terminal its own, so that Ctrl-C reaches it as a signal.
_PROGRAM = (
    LISTENING + "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "from tengen.cli import main; main()"
)
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
_SLEEPS = re.compile(r"\) S ")  # the state follows the command's name
_PATIENCE = 30.0


class PseudoTerminal:
    """Waits for words on the screen, never for a time."""

    def __init__(self, *arguments, columns=100, **environment):
        self._own, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, *arguments],
            stdin=child,
            stdout=child,
            stderr=child,
            start_new_session=True,
            env={"TERM": "xterm-256color", "LANG": "C.UTF-8", **environment},
        )
        os.close(child)
        self._raw = b""
        self._seen = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        os.close(self._own)

    @property
    def raw(self):
        """All output so far, colours included."""
        return self._raw.decode(errors="replace")

    @property
    def text(self):
        """All output so far, without control sequences."""
        return _CONTROL.sub("", self.raw)

    def wait_for(self, words):
        """The output since the last call up to these words."""
        while words not in self.text[self._seen :]:
            if not self._read():
                raise AssertionError(f"{words!r} never came; the screen says:\n{self.text}")
        start, self._seen = self._seen, self.text.index(words, self._seen) + len(words)
        return self.text[start : self._seen]

    def type(self, line):
        os.write(self._own, line.encode() + b"\n")

    def press(self, key):
        """A key together with Ctrl."""
        os.write(self._own, bytes([ord(key.upper()) - ord("@")]))

    def interrupt_prompt(self):
        """Ctrl-C once the command waits for a line.

        A signal between a prompt and the system call that waits is seen only with the next key:
        no person is that quick, but a test is.
        """
        state, deadline = Path(f"/proc/{self._process.pid}/stat"), time.monotonic() + _PATIENCE
        while state.exists() and not _SLEEPS.search(state.read_text()):
            assert time.monotonic() < deadline, "the command never waits for a line"
            time.sleep(0.001)
        self.press("C")

    def exit_code(self):
        """Waits for the end of the command."""
        while self._read():
            pass
        try:
            return self._process.wait(1)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it does not end; the screen says:\n{self.text}") from None

    def _read(self):
        """Whether more came; the deadline is that of a stuck command, not of a slow one."""
        ready, _, _ = select.select([self._own], [], [], _PATIENCE)
        try:
            data = os.read(self._own, 65536) if ready else b""
        except OSError:  # how Linux says that the other side is closed
            data = b""
        self._raw += data
        return bool(data)
