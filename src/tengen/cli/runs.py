"""`tengen runs`: training runs and their strength."""

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from tengen.cli.console import out, show, tell
from tengen.cli.language import texts
from tengen.cli.tables import Cell, Column, FittedTable, number_column
from tengen.errors import RunError
from tengen.rules.registry import file_and_class
from tengen.runs.directory import DEFAULT_FOLDER, RunDirectory, list_runs
from tengen.runs.progress_lines import trouble_lines
from tengen.runs.summary import RunSummary, summarise
from tengen.texts.durations import about

_STATE_STYLES = {
    "training": "bold green",
    "finished": "cyan",
    "stopped": "yellow",
    "damaged": "bold red",
}

_STRENGTH = "with pure MCTS"
_COLUMNS = (
    Column("run"),
    Column("game"),
    Column("state"),
    Column("generations"),
    number_column("games"),
    number_column("positions"),
    Column(_STRENGTH),
    Column("best net"),
    Column("last change"),
)
_ONE_LINE = [(column.name,) for column in _COLUMNS]
_TWO_LINES = (
    ("run", "game"),
    ("state", "generations"),
    ("games", "positions"),
    (_STRENGTH,),
    ("best net", "last change"),
)
_THREE_LINES = (
    ("run", "game", "last change"),
    ("state", "generations", "best net"),
    (_STRENGTH, "games", "positions"),
)


def runs(
    folder: Annotated[
        Path, typer.Argument(help="Folder of runs, or a single run.")
    ] = DEFAULT_FOLDER,
) -> None:
    """List training runs with their state and strength.

    Strength is the last match against pure MCTS: the share of points won, with its 95%
    interval. Read-only: safe while runs are training.
    """
    if folder != DEFAULT_FOLDER and not folder.is_dir():
        raise RunError(f"the folder {str(folder)!r} does not exist")
    own = RunDirectory(folder)
    found = [summarise(directory) for directory in ([own] if own.exists else list_runs(folder))]
    if not found:
        tell(texts()("no runs", folder=folder))
        return
    if sound := [summary for summary in found if summary.state != "damaged"]:
        show(runs_table(sound))
        for summary in sound:
            _tell_origin(summary)
            if summary.crew is not None:
                told = [str(summary.crew), *trouble_lines(summary.crew)]
                said = "; ".join(map(texts().message, told))
                tell(f"{summary.directory.path.name}: {said}")
    for summary in found:
        if summary.state == "damaged":
            path = summary.directory.path
            trouble = texts().message(summary.trouble)
            out.print(Text.assemble((f"{path}: ", "bold red"), trouble), soft_wrap=True)
    if not sound:
        raise typer.Exit(2)


def _tell_origin(summary: RunSummary) -> None:
    if summary.origin is not None:
        net = texts().message(str(summary.origin))
        tell(texts()("started from", run=summary.directory.path.name, net=net))


def runs_table(summaries: list[RunSummary]) -> FittedTable:
    """A line for each run, or two or three on narrow terminals."""
    rows = [_cells(summary) for summary in summaries]
    return FittedTable(_COLUMNS, rows, (_ONE_LINE, _TWO_LINES, _THREE_LINES))


def _cells(summary: RunSummary) -> list[Cell]:
    speak = texts()
    return [
        Text(summary.directory.path.name, "bold"),
        _game(summary.game),
        Text(speak(f"state {summary.state}"), _STATE_STYLES[summary.state]),
        f"{summary.generations_done}/{summary.generations}",
        f"{summary.games:,}",
        f"{summary.positions:,}",
        _strength(summary),
        summary.best_checkpoint or "·",
        speak("ago", time=about(time.time() - summary.directory.last_change, speak)),
    ]


def _game(name: str) -> str:
    """The name of a game; for a user's own game, its file and class without the folders."""
    return name if file_and_class(name) is None else Path(name).name


def _strength(summary: RunSummary) -> str:
    found = summary.strength
    if found is None:
        return texts()("no strength")
    return texts()(
        "strength",
        opponent=f"{found.match.opponent:,}",
        score=f"{found.match.score:.0%}",
        low=f"{found.low:.0%}",
        high=f"{found.high:.0%}",
    )
