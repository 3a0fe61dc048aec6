"""Opening a run to train it: a new one, or one that goes on."""

from collections.abc import Sequence
from pathlib import Path

from tengen.errors import RunError
from tengen.rules.registry import load_game
from tengen.runs.directory import RunDirectory
from tengen.runs.naming import new_run_folder, newest_run_folder
from tengen.runs.presets import load_preset
from tengen.runs.run import Run


def begin_run(
    preset: str,
    folder: Path | None = None,
    *,
    generations: int | None = None,
    overrides: Sequence[str] = (),
) -> Run:
    """A new run of a preset, with settings such as `net.channels=32` changed.

    Without a folder it gets one of its own in `runs/`.
    """
    if generations is not None:
        overrides = [*overrides, f"run.generations={generations}"]
    config = load_preset(preset, overrides)
    return Run.begin(folder or new_run_folder(preset), config)


def resume_run(
    preset: str | None = None, folder: Path | None = None, *, generations: int | None = None
) -> Run:
    """The run in a folder, or the newest of a preset, to go on with; one of both is given."""
    if preset is not None and folder is not None:
        _require_same_game(folder, preset)
    return Run.resume(folder or newest_run_folder(preset or ""), generations=generations)


def _require_same_game(folder: Path, preset: str) -> None:
    wanted = load_game(load_preset(preset).run.game).name
    trained = load_game(RunDirectory(folder).load_config().run.game).name
    if wanted != trained:
        raise RunError(f"{folder} trains {trained}, not {wanted}")
