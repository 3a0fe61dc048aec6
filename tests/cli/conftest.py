"""Running the command line the way a shell does."""

import subprocess
import sys
from collections.abc import Callable

import pytest

Tengen = Callable[..., subprocess.CompletedProcess[str]]
COMMAND = [sys.executable, "-c", "from tengen.cli import main; main()"]


@pytest.fixture
def tengen() -> Tengen:
    """Calls `tengen` with arguments, and perhaps lines to read, 100 columns wide."""

    def call(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *arguments],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            env={"COLUMNS": "100", "PYTHONIOENCODING": "utf-8", "LANG": "C.UTF-8"},
        )

    return call
