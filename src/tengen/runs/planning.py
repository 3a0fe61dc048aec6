"""Keeps a timed run to its plan, and extends the plan of a resumed run."""

from tengen.runs.events import Observers, Planned
from tengen.runs.plan import Pace, is_milestone, planned_generations, spent_seconds
from tengen.runs.run import Run
from tengen.texts.counts import counted

_SLACK = 1.1
"""A plan may take this much longer than planned before the clock ends the session."""


def plan_if_due(run: Run, observers: Observers) -> None:
    """Fits the number of generations to the run's minutes, once at each milestone."""
    loop = run.config.run
    if loop.minutes is None or not is_milestone(run.generation) or run.is_planned:
        return
    run.plan(loop.minutes, planned_generations(run.config, run.store, run.generation))
    observers.observe(Planned(run.generation, run.config.run.generations, loop.minutes))


def time_limit_of(run: Run, minutes: float | None) -> float | None:
    """The time limit in minutes of the session that begins a run."""
    return minutes if minutes is None or run.config.run.minutes is None else _SLACK * minutes


def extended_time_limit(run: Run, minutes: float) -> float:
    """The time limit of a session that resumes a run for so many minutes.

    The plan is extended if the run would end earlier; otherwise the session ends within it.
    """
    if run.generation == 0:
        return _limit_before_measuring(run, minutes)
    if 60.0 * minutes <= _seconds_left(run):
        return minutes
    spent = spent_seconds(run.store, run.generation) / 60.0
    before = run.config.run.generations
    run.plan(spent + minutes, before)
    run.plan(spent + minutes, planned_generations(run.config, run.store, run.generation))
    run.remarks += [
        f"The plan now covers {spent + minutes:,.4g} minutes, of which {spent:,.3g} are spent: "
        f"about {run.config.run.generations} generations instead of {before}. Simulations, "
        "samples and the learning rate follow the new plan."
    ]
    return _SLACK * minutes


def _limit_before_measuring(run: Run, minutes: float) -> float:
    """The same while no generation is done: what fits into a time is not known yet."""
    planned = run.config.run.minutes
    if planned is None:
        generations = counted(run.config.run.generations, "generation")
        run.remarks += [
            f"The minutes limit this session, not the run: it is planned for {generations}, and "
            "its speed is not known yet."
        ]
        return minutes
    if minutes < planned:
        return minutes
    if minutes > planned:
        run.wait_for_plan(minutes)
        run.remarks += [
            f"The plan now covers {minutes:,.4g} minutes. The number of generations will be known "
            "after the first."
        ]
    return _SLACK * minutes


def _seconds_left(run: Run) -> float:
    """Until the end of the plan."""
    config, done = run.config, run.generation
    if config.run.minutes is not None:
        return 60.0 * config.run.minutes - spent_seconds(run.store, done)
    return Pace.measured(config, run.store, done).seconds_left(config, done, config.run.generations)
