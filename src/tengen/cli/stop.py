"""`tengen stop`: stop a run that another process trains."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.console import tell
from tengen.cli.language import texts
from tengen.runs.directory import RunDirectory
from tengen.runs.stopping import stop_run


def stop(
    run: Annotated[Path, typer.Argument(help="Run folder, such as runs/connect4-1.")],
) -> None:
    """Stop a run that another process trains.

    For runs that the studio or a script has started: it finishes the current
    step and saves, as Ctrl-C in its terminal would.
    """
    process = stop_run(RunDirectory(run))
    speak = texts()
    tell(speak("run stops", run=shlex.quote(str(run)), process=speak.message(str(process))))
