"""`tengen train`: start or resume a run."""

import shlex
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen import runs
from tengen.cli.console import out, tell
from tengen.cli.language import joined_parts, texts
from tengen.cli.training_result import own_command, print_result
from tengen.cli.training_view import TrainingView
from tengen.errors import ConfigError
from tengen.machine import share_the_processor
from tengen.replay.schema import LAST_GENERATION
from tengen.rules.registry import names_code
from tengen.runs import Observers, Stop, TrainingResult, preset_names
from tengen.runs.crew import MOST_WORKERS
from tengen.runs.progress_lines import TrainingLines

if TYPE_CHECKING:
    from tengen.runs import Run
    from tengen.runs.executor import Executor

_LONGEST_MINUTES = 10_000_000

Overrides = Annotated[
    list[str] | None,
    typer.Option(
        "--override",
        "-o",
        metavar="SECTION.KEY=VALUE",
        help="Change a setting of the preset, such as net.channels=32 or selfplay.simulations=50. "
        "Repeatable.",
    ),
]

WHAT_TO_TRAIN = (
    "A preset; any game, such as gomoku:7x7/4, openspiel:hex or FILE.py:CLASS; or your own TOML "
    f"file. Presets: {', '.join(preset_names())}."
)


def train(
    preset: Annotated[
        str | None,
        typer.Argument(metavar="PRESET|GAME|FILE", help=WHAT_TO_TRAIN, show_default=False),
    ] = None,
    run: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Run folder. Default: runs/PRESET-NUMBER.",
            show_default=False,
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=_LONGEST_MINUTES,
            help="Train for this time: searches, samples and the learning rate are planned for it. "
            "With --resume, more time than is left extends the plan.",
            show_default=False,
        ),
    ] = None,
    generations: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=LAST_GENERATION,
            help="Stop after N generations in total.",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Resume the run in --run, or the newest run of the preset."),
    ] = False,
    from_net: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="NET",
            help="Start a new run from a net instead of from zero: a shipped net, a file, a folder "
            "or a run (its best net).",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST_WORKERS,
            help="Play the games in N worker processes or, with --ray, N Ray actors. Default: in "
            "this process; with --ray, one for each processor of the cluster.",
            show_default=False,
        ),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Play the games on a Ray cluster: its address, auto for one that runs on this "
            "machine, or local to start one.",
            show_default=False,
        ),
    ] = None,
    asynchronous: Annotated[
        bool,
        typer.Option(
            "--async",
            help="Let workers play while the net learns, with nets one generation older (the "
            "setting run.net_age). For new runs.",
        ),
    ] = False,
    override: Overrides = None,
) -> None:
    """Train a player from nothing but the rules, or from another net.

    A run repeats self-play, learning and matches. Ctrl-C finishes the current
    step and saves; --resume continues as if the run had never stopped. The run
    folder contains config.toml (all settings), run.db (games, matches, metrics),
    checkpoints/ and tensorboard/.

    Examples:

    tengen train tictactoe

    tengen train connect4 --minutes 5

    tengen train connect4 --resume

    tengen train gomoku-9x9 -o net.blocks=6 -o run.seed=7

    tengen train gomoku:7x7/4 --minutes 30

    tengen train examples/hex.py:Hex --minutes 10

    tengen train gomoku-15x15 --from gomoku-8x8

    tengen train connect4 --from runs/connect4-1 -o net.channels=64

    tengen train gomoku-15x15 --workers 8 --async

    tengen train gomoku-15x15 --ray auto
    """
    if minutes is not None and generations is not None:
        raise ConfigError("specify --minutes or --generations, not both")
    share_the_processor()
    if resume and from_net is not None:
        raise ConfigError("--from starts a new run: omit it to resume one")
    if asynchronous and workers is None and ray is None:
        raise ConfigError("--async lets workers play meanwhile: add --workers or --ray")
    if asynchronous and resume:
        raise ConfigError("--async is for new runs: omit it to resume one")
    overrides = [*(["run.net_age=1"] if asynchronous else []), *(override or [])]
    runs.require_workers(workers, ray)
    opened = _opened(preset, run, generations, minutes, overrides, from_net, resume=resume)
    try:
        executor = runs.make_executor(opened.config, workers, ray)
        try:
            _train(opened, Stop(opened.time_limit), executor, _worker_options(workers, ray))
        finally:
            executor.close()
    finally:
        opened.close()


def _opened(
    preset: str | None,
    folder: Path | None,
    generations: int | None,
    minutes: float | None,
    overrides: list[str],
    from_net: str | None,
    *,
    resume: bool,
) -> "Run":
    if not resume:
        if preset is None:
            presets = ", ".join(preset_names())
            raise ConfigError(
                f"specify what to train: a game, such as gomoku:7x7/4, or one of {presets}"
            )
        return runs.begin_run(
            preset,
            folder,
            generations=generations,
            minutes=minutes,
            overrides=overrides,
            from_net=from_net,
        )
    if overrides:
        raise ConfigError(
            "the settings of a run are fixed at its start, except when it ends: omit -o, use "
            "--minutes or --generations to train longer, or start another run"
        )
    if folder is None and preset is None:
        raise ConfigError("specify what to resume: a preset, or a folder with --run")
    return runs.resume_run(preset, folder, generations=generations, minutes=minutes)


def _train(run: "Run", stop: Stop, executor: "Executor", worker_options: str) -> None:
    """Trains with a live view and prints the result."""
    view = TrainingView(out, stop) if out.is_terminal else None
    observers = Observers([view or TrainingLines(tell, stop, joined_parts)])
    with stop.listening(), view.shown() if view else nullcontext():
        result = runs.train_and_measure(run, stop, observers, executor)
    print_result(result)
    if not result.is_finished:
        tell("\n" + texts()("to go on"))
        tell(f"  {_resume_command(result)}{worker_options}")


def _worker_options(workers: int | None, ray: str | None) -> str:
    """As they were typed."""
    said = "" if workers is None else f" --workers {workers}"
    return said if ray is None else f"{said} --ray {shlex.quote(ray)}"


def _resume_command(result: TrainingResult) -> str:
    """Includes the game if the run folder alone must not name it."""
    game, folder = result.game, shlex.quote(str(result.folder))
    typed = f"{shlex.quote(game)} " if names_code(game) else ""
    return f"{own_command()} train {typed}--resume --run {folder}"
