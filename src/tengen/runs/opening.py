"""Opening a run for training: a new one, or an existing one to resume."""

from collections.abc import Sequence
from pathlib import Path

from tengen.runs.from_net import find_origin, origin_overrides, with_origin_noted
from tengen.runs.naming import new_run_folder, newest_run_folder
from tengen.runs.planning import extended_time_limit, time_limit_of
from tengen.runs.presets import choose_preset, load_preset, run_name
from tengen.runs.run import Run


def begin_run(
    preset: str,
    folder: Path | None = None,
    *,
    generations: int | None = None,
    minutes: float | None = None,
    overrides: Sequence[str] = (),
    from_net: str | None = None,
) -> Run:
    """A new run of a preset or a game, with overrides such as `net.channels=32`.

    It is planned for `minutes`, or else for `generations`. Without a folder, creates one in
    `runs/`. `from_net` names the net to start from.
    """
    if generations is not None:
        overrides = [*overrides, f"run.generations={generations}"]
    if minutes:
        overrides = [*overrides, f"run.minutes={float(minutes)}"]
    origin = None if from_net is None else find_origin(from_net)
    settled = [] if origin is None else origin_overrides(origin)
    chosen = choose_preset(preset, [*settled, *overrides])
    config = (
        chosen.config if origin is None else with_origin_noted(chosen.config, origin, overrides)
    )
    run = Run.begin(folder or new_run_folder(chosen.name), config, origin)
    run.time_limit = time_limit_of(run, minutes)
    run.remarks += [chosen.remark] if chosen.remark else []
    return run


def resume_run(
    preset: str | None = None,
    folder: Path | None = None,
    *,
    generations: int | None = None,
    minutes: float | None = None,
) -> Run:
    """The run in a folder, or the newest of a preset or game; at least one must be given.

    More minutes or generations than are left extend its plan.
    """
    game = None if preset is None else load_preset(preset).run.game
    path = folder or newest_run_folder(run_name(preset or ""))
    run = Run.resume(path, game=game, generations=generations)
    if minutes is not None:
        try:
            run.time_limit = extended_time_limit(run, minutes)
        except BaseException:
            run.close()
            raise
    return run
