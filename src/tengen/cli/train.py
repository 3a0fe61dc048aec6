"""`tengen train`: a run, from the beginning or from where it stopped."""

import shlex
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen import runs
from tengen.cli.console import out, tell
from tengen.cli.language import texts
from tengen.cli.processor import share_the_processor
from tengen.cli.training_lines import TrainingLines
from tengen.cli.training_result import own_command, print_result
from tengen.cli.training_view import TrainingView
from tengen.errors import ConfigError
from tengen.rules.registry import names_code
from tengen.runs import Observers, Stop, load_preset, preset_names
from tengen.runs.naming import new_run_folder, newest_run_folder
from tengen.runs.presets import choose_preset, run_name
from tengen.runs.strength import run_matches
from tengen.runs.tensorboard import tensorboard_observers

if TYPE_CHECKING:
    from tengen.runs import Run

Overrides = Annotated[
    list[str] | None,
    typer.Option(
        "--override",
        "-o",
        metavar="SECTION.KEY=VALUE",
        help="Change a setting of the preset, such as net.channels=32 or selfplay.simulations=50. "
        "May be given again and again.",
    ),
]

WHAT_TO_TRAIN = (
    "A preset; any game, such as gomoku:7x7/4, openspiel:hex or FILE.py:CLASS; or a TOML file of "
    f"your own. Presets: {', '.join(preset_names())}."
)


def train(
    preset: Annotated[
        str | None,
        typer.Argument(metavar="PRESET|GAME|FILE", help=WHAT_TO_TRAIN, show_default=False),
    ] = None,
    run: Annotated[
        Path | None,
        typer.Option(help="Folder of the run; runs/PRESET-NUMBER by itself.", show_default=False),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            min=0,
            help="Stop after this time: games that are not over wait for --resume; learning and a "
            "match that have begun are finished.",
            show_default=False,
        ),
    ] = None,
    generations: Annotated[
        int | None,
        typer.Option(min=1, help="Stop after this many generations in all.", show_default=False),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on with the run in --run, or with the preset's newest."),
    ] = False,
    override: Overrides = None,
) -> None:
    """Train a player from nothing but the rules.

    A run repeats self-play, learning and matches. Ctrl-C finishes the present
    step and saves; --resume goes on as if nothing had happened. The run's folder
    holds all of it: config.toml (every setting), run.db (games, matches,
    numbers), checkpoints/ and tensorboard/.

    Examples:

    tengen train tictactoe

    tengen train connect4 --minutes 5

    tengen train connect4 --resume

    tengen train gomoku-9x9 -o net.blocks=6 -o run.seed=7

    tengen train gomoku:7x7/4 --minutes 30

    tengen train examples/hex.py:Hex --minutes 10
    """
    if minutes is not None and generations is not None:
        raise ConfigError("give --minutes or --generations, not both")
    share_the_processor()
    make = _resumed if resume else _begun
    opened = make(preset, run, generations, override or [])
    try:
        _train(opened, Stop(minutes))
    finally:
        opened.close()


def _begun(
    preset: str | None, folder: Path | None, generations: int | None, overrides: list[str]
) -> "Run":
    if preset is None:
        presets = ", ".join(preset_names())
        raise ConfigError(f"say what to train: a game, such as gomoku:7x7/4, or one of {presets}")
    if generations is not None:
        overrides = [*overrides, f"run.generations={generations}"]
    chosen = choose_preset(preset, overrides)
    run = runs.Run.begin(folder or new_run_folder(chosen.name), chosen.config)
    run.remarks += [chosen.remark] if chosen.remark else []
    return run


def _resumed(
    preset: str | None, folder: Path | None, generations: int | None, overrides: list[str]
) -> "Run":
    if overrides:
        raise ConfigError(
            "the settings of a run are fixed when it begins, but for its end: leave out -o, give "
            "--generations to train further, or begin another run"
        )
    if folder is None and preset is None:
        raise ConfigError("say what to go on with: a preset, or a folder with --run")
    game = None if preset is None else load_preset(preset).run.game
    path = folder or newest_run_folder(run_name(preset or ""))
    return runs.Run.resume(path, game=game, generations=generations)


def _train(run: "Run", stop: Stop) -> None:
    """Trains with somebody watching, lets the last net play a match and says what came of it."""
    view = TrainingView(out, stop) if out.is_terminal else None
    watchers = [view or TrainingLines(out, stop), *tensorboard_observers(run.directory.tensorboard)]
    observers = Observers(watchers)
    with stop.listening(), view.shown() if view else nullcontext():
        runs.train(run, stop, observers)
        if not (stop.signalled or run.generation == 0 or _has_played_match(run)):
            runs.play_next_match(run, observers)
    print_result(run)
    if run.generation < run.config.run.generations:
        tell("\n" + texts()("to go on"))
        tell(f"  {_resume_command(run)}")


def _resume_command(run: "Run") -> str:
    """The game is part of it where a run's folder alone may not name it."""
    game, folder = run.config.run.game, shlex.quote(str(run.directory.path))
    typed = f"{shlex.quote(game)} " if names_code(game) else ""
    return f"{own_command()} train {typed}--resume --run {folder}"


def _has_played_match(run: "Run") -> bool:
    return any(match.checkpoint == run.checkpoint for match in run_matches(run.store))
