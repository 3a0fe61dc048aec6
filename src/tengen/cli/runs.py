"""`tengen runs`: what has been trained, and how strong it is."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tengen.cli.console import out
from tengen.errors import RunError
from tengen.rules.registry import file_and_class
from tengen.runs.directory import DEFAULT_FOLDER, RunDirectory, list_runs
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
    ("run", "game"),
    ("state", "generations"),
    ("games", "positions"),
    (_STRENGTH,),
    ("best net", "last change"),
)
_ANY_WIDTH = 1000
_NUMBERS = ("generations", "games", "positions")


def runs(
    folder: Annotated[
        Path, typer.Argument(help="Where the runs are, or one run.")
    ] = DEFAULT_FOLDER,
) -> None:
    """List runs with their state and strength. Changes nothing, even while they train.

    Strength is the last match against pure MCTS: points won, and the 95%
    interval that so few games leave open.
    """
    if folder != DEFAULT_FOLDER and not folder.is_dir():
        raise RunError(f"there is no folder {str(folder)!r}")
    own = RunDirectory(folder)
    found = [summarise(directory) for directory in ([own] if own.exists else list_runs(folder))]
    if not found:
        out.print(f"There are no runs in {folder}/ yet: begin one with tengen train PRESET.")
        return
    out.print(runs_table([summary for summary in found if summary.state != "damaged"], out))
    for summary in found:
        if summary.state == "damaged":
            path = summary.directory.path
            out.print(Text.assemble((f"{path}: ", "bold red"), summary.trouble), soft_wrap=True)


def runs_table(summaries: list[RunSummary], console: Console) -> Table:
    """A line for each run; where the terminal is too narrow for it, two."""
    rows = [_cells(summary) for summary in summaries]
    single = _drawn(rows, [(name,) for column in _COLUMNS for name in column])
    wanted = console.measure(single, options=console.options.update(width=_ANY_WIDTH)).maximum
    return single if wanted <= console.width else _drawn(rows, _COLUMNS, space_below=1)


def _drawn(
    rows: list[dict[str, Text]], columns: Sequence[tuple[str, ...]], space_below: int = 0
) -> Table:
    """The named cells of a column stand one below another."""
    table = Table(box=None, padding=(0, 2, space_below, 0), header_style="bold underline")
    for names in columns:
        table.add_column(
            "\n".join(names),
            justify="right" if names[0] in _NUMBERS else "left",
            no_wrap=_STRENGTH not in names,
            overflow="ellipsis",
        )
    for cells in rows:
        table.add_row(*(Text("\n").join(cells[name] for name in names) for names in columns))
    return table


def _cells(summary: RunSummary) -> dict[str, Text]:
    return {
        "run": Text(summary.directory.path.name),
        "game": Text(_game(summary.game)),
        "state": Text(summary.state, _STATE_STYLES[summary.state]),
        "generations": Text(f"{summary.generations_done}/{summary.generations}"),
        "games": Text(f"{summary.games:,}"),
        "positions": Text(f"{summary.positions:,}"),
        _STRENGTH: Text(_strength(summary)),
        "best net": Text(summary.best_checkpoint or "·"),
        "last change": Text(f"{about(time.time() - summary.directory.last_change)} ago"),
    }


def _game(name: str) -> str:
    """A game of one's own is told by its file and class, without the folders."""
    return name if file_and_class(name) is None else Path(name).name


def _strength(summary: RunSummary) -> str:
    found = summary.strength
    if found is None:
        return "not yet"
    return (
        f"{found.match.opponent:,}: {found.match.score:.0%} ({found.low:.0%} to {found.high:.0%})"
    )
