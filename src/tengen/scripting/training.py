"""Training from Python in one call."""

import math
import numbers
import os
import threading
from collections.abc import Callable, Mapping
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

from tengen import runs
from tengen.errors import ConfigError, RunError
from tengen.machine import share_the_processor
from tengen.nets.checkpoint import path_of
from tengen.rules.arguments import shown
from tengen.rules.game import Game
from tengen.runs import Observers, RunDirectory, Stop, TrainingResult
from tengen.runs.progress_lines import TrainingLines
from tengen.scripting.games import name_to_load
from tengen.settings.annotated_toml import write_value


def train(
    game: str | Game[Any] | None = None,
    *,
    minutes: float | None = None,
    generations: int | None = None,
    run: str | os.PathLike[str] | None = None,
    settings: Mapping[str, object] | None = None,
    seed: int | None = None,
    resume: bool = False,
    from_net: str | os.PathLike[str] | None = None,
    progress: Callable[[str], object] | None = None,
) -> TrainingResult:
    """Trains a net from the rules alone, and measures its strength.

    game         a preset or a game by name, a TOML file of settings, or a game from `load_game`
    minutes      time that training is planned for; when resuming, more than is left extends it; or
    generations  total number of generations, counted from the start of the run. Without either,
                 training continues to the end of the preset, which may take hours
    run          the run's folder; default: a new one such as runs/connect4-1
    settings     what differs from the preset, such as {"selfplay.simulations": 50}
    seed         the same seed gives the same run
    resume       resume the run in `run`, or the newest of this game
    from_net     the net to start a new run from, by name or path, instead of an untrained one
    progress     a function such as `print`, called with a line after every generation and match

    Returns a `TrainingResult` with the run's folder, its best net and its strength. Ctrl-C ends
    training after the current step, and what has been learned is kept and returned; a second one
    raises `KeyboardInterrupt`. `train(..., resume=True)` continues as if never interrupted.

    Raises `TengenError` for what cannot be trained.
    """
    _require_sense(minutes, generations, settings, seed, resume=resume)
    preset = name_to_load(game) if isinstance(game, Game) else game
    if not isinstance(preset, str) and not (preset is None and resume and run is not None):
        raise ConfigError(f"specify what to train, such as 'connect4'; got {shown(game)}")
    share_the_processor()
    folder = None if run is None else Path(run)
    if resume and from_net is not None:
        raise ConfigError("from_net starts a new run: leave it out to resume one")
    if resume:
        opened = runs.resume_run(preset, folder, generations=generations, minutes=minutes)
    else:
        _require_new(folder)
        changes = _overrides(settings or {}, seed)
        opened = runs.begin_run(
            preset or "",
            folder,
            generations=generations,
            minutes=minutes,
            overrides=changes,
            from_net=None if from_net is None else str(path_of(from_net)),
        )
    stop = Stop(opened.time_limit)
    observers = Observers([] if progress is None else [TrainingLines(progress, stop)])
    with closing(opened), stop.listening() if _hears_signals() else nullcontext():
        return runs.train_and_measure(opened, stop, observers)


def _require_new(folder: Path | None) -> None:
    """The command says the same about `--resume` and `--run`."""
    if folder is not None and RunDirectory(folder).exists:
        raise RunError(
            f"{folder} already contains a run: resume=True continues it; for a new one, pass "
            "another folder as run"
        )


def _require_sense(
    minutes: float | None,
    generations: int | None,
    settings: Mapping[str, object] | None,
    seed: int | None,
    *,
    resume: bool,
) -> None:
    if minutes is not None and generations is not None:
        raise ConfigError("give minutes or generations, not both")
    if minutes is not None and not (isinstance(minutes, numbers.Real) and 0 <= minutes < math.inf):
        raise ConfigError(f"minutes must be a number, 0 or more; got {shown(minutes)}")
    if not isinstance(generations, int | None) or (generations is not None and generations < 1):
        raise ConfigError(f"generations must be 1 or more; got {shown(generations)}")
    if not isinstance(settings, Mapping | None):
        raise ConfigError(
            f'settings must be a dict such as {{"selfplay.simulations": 50}}; got {shown(settings)}'
        )
    if resume and (settings or seed is not None):
        raise ConfigError(
            "the settings of a run are fixed when it starts: leave out settings and seed, or start "
            "a new run"
        )


def _overrides(settings: Mapping[str, object], seed: int | None) -> list[str]:
    """The settings in the form used on the command line."""
    changes = dict(settings) if seed is None else {**settings, "run.seed": seed}
    return [f"{name}={_written(name, value)}" for name, value in changes.items()]


def _written(name: str, value: object) -> str:
    plain = value.item() if hasattr(value, "item") else value
    if not isinstance(plain, bool | int | float | str | list | tuple | None):
        raise ConfigError(f"{name} must be a number, a text or a list; got {shown(value)}")
    return write_value(plain)


def _hears_signals() -> bool:
    """Python delivers signals to the main thread only."""
    return threading.current_thread() is threading.main_thread()
