"""`tengen estimate`: how long a run takes here."""

from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from tengen.cli.console import errors, out
from tengen.cli.train import WHAT_TO_TRAIN, Overrides
from tengen.machine import share_the_processor
from tengen.nets.packages import require_package
from tengen.runs import RunConfig
from tengen.runs.presets import choose_preset
from tengen.texts.durations import about

if TYPE_CHECKING:
    from tengen.runs.estimate import Estimate


def estimate(
    preset: Annotated[
        str,
        typer.Argument(metavar="PRESET|GAME|FILE", help=WHAT_TO_TRAIN),
    ],
    seconds: Annotated[float, typer.Option(min=1, help="How long to measure.")] = 30.0,
    override: Overrides = None,
) -> None:
    """Measure this machine for half a minute and say how long a run takes on it.

    Measures self-play with an untrained net, learning, and pure
    MCTS, and leaves nothing behind. Trained nets play games of another length,
    and other programs slow everything down, so take the times as a guess.
    """
    share_the_processor()
    chosen = choose_preset(preset, override or [])
    require_package("torch", "training", "train")
    found = _measured(chosen.config, seconds)
    out.print(Text.assemble((preset, "bold"), f" on this machine, {found.threads} threads"))
    if chosen.remark:
        out.print(chosen.remark, soft_wrap=True, highlight=False, markup=False)
    out.print(_speeds(found))
    out.print()
    out.print(_times(found))


def _measured(config: RunConfig, seconds: float) -> "Estimate":
    from tengen.runs import estimate as measuring

    bar = Progress(
        TextColumn("measuring {task.description}"), BarColumn(), console=errors, transient=True
    )
    with bar:
        task = bar.add_task("self-play", total=1.0)
        return measuring.estimate(
            config,
            seconds,
            lambda what, share: bar.update(task, description=what, completed=share),
        )


def _speeds(found: "Estimate") -> Table:
    return _rows(
        {
            "self-play": f"{found.evaluations_per_second:,.0f} evaluations/s · "
            f"{found.games_per_second:,.2f} games/s of {found.plies:.0f} plies",
            "learning": f"{found.samples_per_second:,.0f} samples/s",
            "pure MCTS": f"{found.playouts_per_second:,.0f} playouts/s",
        }
    )


def _times(found: "Estimate") -> Table:
    loop, ladder = found.config.run, found.config.ladder
    playing = about(found.play_seconds(loop.generations))
    return _rows(
        {
            "a generation": f"{about(found.generation_seconds)}: {loop.games_per_generation} games "
            f"in {playing}, learning {about(found.learn_seconds)}, and every {ladder.every} "
            f"generations a match of {about(found.match_seconds)}",
            "the whole run": f"{about(found.total_seconds)} for {loop.generations} generations",
        }
    )


def _rows(rows: dict[str, str]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, text in rows.items():
        table.add_row(Text(f"  {name}", "dim"), text)
    return table
