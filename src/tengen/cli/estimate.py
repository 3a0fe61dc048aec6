"""`tengen estimate`: how long a run takes on this machine."""

import shlex
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from tengen.cli.console import errors, out, tell
from tengen.cli.language import texts
from tengen.cli.train import WHAT_TO_TRAIN, Overrides
from tengen.machine import share_the_processor
from tengen.nets.packages import require_package
from tengen.nets.shipped import read_card
from tengen.runs import RunConfig
from tengen.runs.curves import Curve, read_curve
from tengen.runs.presets import choose_preset, load_preset
from tengen.texts.durations import about

if TYPE_CHECKING:
    from tengen.runs.estimate import Estimate

_LONGEST_SECONDS = 86_400


def estimate(
    preset: Annotated[
        str,
        typer.Argument(metavar="PRESET|GAME|FILE", help=WHAT_TO_TRAIN),
    ],
    seconds: Annotated[
        float, typer.Option(min=1, max=_LONGEST_SECONDS, help="How long to measure.")
    ] = 30.0,
    override: Overrides = None,
) -> None:
    """Benchmark this machine for half a minute and estimate how long a run takes.

    Times self-play with an untrained net, learning, and pure MCTS, and leaves no files
    behind. Where the run of a shipped net has been measured, also says when a run with
    the same settings should be how strong. The estimate is rough: games change in length
    as the net learns, and other programs slow everything down.
    """
    share_the_processor()
    chosen = choose_preset(preset, override or [])
    require_package("torch", "training", "train")
    found = _measured(chosen.config, seconds)
    speak = texts()
    threads = speak.counted(found.threads, "thread")
    out.print(Text.assemble((preset, "bold"), speak("on this machine", threads=threads)))
    if chosen.remark:
        tell(speak.message(chosen.remark))
    for remark in found.remarks:
        tell(speak.message(remark))
    out.print(_speeds(found))
    out.print()
    out.print(_times(found))
    curve = read_curve(chosen.name)
    if curve is not None:
        out.print()
        _show_strengths(found, chosen.name, curve)


def _measured(config: RunConfig, seconds: float) -> "Estimate":
    from tengen.runs import estimate as measuring

    def described(what: str) -> str:
        return speak("measuring", what=speak(f"stage {what}"))

    speak = texts()
    bar = Progress(TextColumn("{task.description}"), BarColumn(), console=errors, transient=True)
    with bar:
        task = bar.add_task(described("self-play"), total=1.0)
        return measuring.estimate(
            config,
            seconds,
            lambda what, share: bar.update(task, description=described(what), completed=share),
        )


def _speeds(found: "Estimate") -> Table:
    speak = texts()
    playing = speak(
        "self-play speed",
        evaluations=f"{found.evaluations_per_second:,.0f}",
        games=f"{found.games_per_second:,.2f}",
        plies=f"{found.plies:.0f}",
    )
    learning = speak("learning speed", samples=f"{found.samples_per_second:,.0f}")
    mcts = speak("MCTS speed", playouts=f"{found.playouts_per_second:,.0f}")
    stages = {"self-play": playing, "learning": learning, "pure MCTS": mcts}
    return _rows({speak(f"stage {name}"): speed for name, speed in stages.items()})


def _times(found: "Estimate") -> Table:
    loop, speak = found.config.run, texts()
    generation = speak(
        "generation takes",
        time=about(found.generation_seconds, speak),
        games=speak.counted(loop.games_per_generation, "game"),
        playing=about(found.play_seconds(loop.generations), speak),
        learning=about(found.learn_seconds, speak),
        every=found.config.ladder.every,
        match=about(found.match_seconds, speak),
    )
    generations = speak.counted(loop.generations, "generation")
    total = about(found.total_seconds, speak)
    whole = speak("whole run takes", time=total, generations=generations)
    return _rows({speak("a generation"): generation, speak("the whole run"): whole})


def _show_strengths(found: "Estimate", name: str, curve: Curve) -> None:
    """For the settings of the curve's run; for others, how to ask for those."""
    speak, settings = texts(), read_card(name).settings
    if found.config.learns_like(load_preset(name, settings)):
        out.print(_strengths(found, curve))
        tell(speak("curve source", simulations=f"{curve.simulations:,}", date=curve.date))
        return
    options = [word for setting in settings for word in ("-o", setting)]
    command = shlex.join(["tengen", "estimate", name, *options])
    tell(speak("curve settings", command=command))


def _strengths(found: "Estimate", curve: Curve) -> Table:
    """When a run should be as strong as players that everybody has."""
    speak = texts()
    marks = [
        (speak("as strong as MCTS", playouts=f"{anchor.playouts:,}"), anchor.elo)
        for anchor in curve.anchors
    ]
    marks.append((speak("as strong as shipped"), curve.points[-1].elo))
    rows = {}
    for name, elo in marks:
        reaching = curve.first_reaching(elo)
        if reaching is not None:
            time = about(found.seconds_for(reaching.work), speak)
            rows[name] = speak("strong after", time=time)
    return _rows(rows)


def _rows(rows: dict[str, str]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, text in rows.items():
        table.add_row(Text(f"  {name}", "dim"), text)
    return table
