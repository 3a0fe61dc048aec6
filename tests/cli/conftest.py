"""Running the command line the way a shell does."""

import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from tengen.cli.language import choose
from tengen.texts import Language
from tests.cli.warm import WarmCommand

Tengen = Callable[..., subprocess.CompletedProcess[str]]
# Whoever runs the tests in the background may have told all below to ignore these.
LISTENING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
if sys.platform != "win32":
    LISTENING += "signal.signal(signal.SIGHUP, signal.SIG_DFL); "
COMMAND = [sys.executable, "-c", LISTENING + "from tengen.cli import main; main()"]


@pytest.fixture(autouse=True)
def _english() -> None:
    """Whatever the language of whoever runs the tests."""
    choose(Language.ENGLISH)


@pytest.fixture(scope="session")
def warm() -> Iterator[WarmCommand | None]:
    """A server of commands, where there can be one."""
    command = WarmCommand(LISTENING) if sys.platform == "linux" else None
    yield command
    if command is not None:
        command.close()


@pytest.fixture
def tengen(warm: WarmCommand | None) -> Tengen:
    """Calls `tengen` with arguments, and perhaps lines to read, in so many columns."""

    def call(
        *arguments: str, typed: str = "", columns: int = 100, language: str = "C.UTF-8"
    ) -> subprocess.CompletedProcess[str]:
        environment = {"COLUMNS": str(columns), "PYTHONIOENCODING": "utf-8", "LANG": language}
        if warm is not None:
            return warm.run(list(arguments), typed, environment)
        return subprocess.run(
            [*COMMAND, *arguments],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            env=environment,
        )

    return call
