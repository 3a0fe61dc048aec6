"""`tengen runs`: what has been trained, and how strong it is."""

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from tengen.cli.console import out
from tengen.cli.durations import about
from tengen.errors import RunError
from tengen.runs.directory import DEFAULT_FOLDER, list_runs
from tengen.runs.summary import RunSummary, summarise

_STATE_STYLES = {
    "training": "bold green",
    "finished": "cyan",
    "stopped": "yellow",
    "damaged": "bold red",
}


def runs(
    folder: Annotated[Path, typer.Argument(help="Where the runs are.")] = DEFAULT_FOLDER,
) -> None:
    """List runs with their state and strength. Changes nothing, even while they train.

    Strength is the last match against pure MCTS: points won, and the 95%
    interval that so few games leave open.
    """
    if folder != DEFAULT_FOLDER and not folder.is_dir():
        raise RunError(f"there is no folder {str(folder)!r}")
    found = [summarise(directory) for directory in list_runs(folder)]
    if not found:
        out.print(f"There are no runs in {folder}/ yet: begin one with tengen train PRESET.")
        return
    out.print(_table([summary for summary in found if summary.state != "damaged"]))
    for summary in found:
        if summary.state == "damaged":
            path = summary.directory.path
            out.print(Text.assemble((f"{path}: ", "bold red"), summary.trouble), soft_wrap=True)


def _table(summaries: list[RunSummary]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold underline")
    for name in ("run", "game", "state"):
        table.add_column(name, overflow="fold")
    for name in ("generation", "games", "positions"):
        table.add_column(name, justify="right")
    for name in ("with pure MCTS", "best net", "last change"):
        table.add_column(name, overflow="fold")
    for summary in summaries:
        table.add_row(*_cells(summary))
    return table


def _cells(summary: RunSummary) -> list[str | Text]:
    return [
        summary.directory.path.name,
        summary.game,
        Text(summary.state, _STATE_STYLES[summary.state]),
        f"{summary.generation}/{summary.generations}",
        f"{summary.games:,}",
        f"{summary.positions:,}",
        _strength(summary),
        summary.best_checkpoint or "·",
        f"{about(time.time() - summary.directory.last_change)} ago",
    ]


def _strength(summary: RunSummary) -> str:
    found = summary.strength
    if found is None:
        return "not yet"
    return (
        f"{found.match.opponent:,}: {found.match.score:.0%} ({found.low:.0%} to {found.high:.0%})"
    )
