"""The training loop: self-play, store, learn, save, play matches, repeat (SPEC T4).

Every step can be repeated from stored data: games depend on (seed, generation, number, net), the
learner on its saved state and the games, matches on their seed and the net. So a run killed at any
moment resumes as if it had not been interrupted.
"""

import time
from collections.abc import Callable

from tengen.learner import Learned, learn
from tengen.runs.ahead import Ahead
from tengen.runs.checks import CHECKS, FixedChecks
from tengen.runs.climbing import climb_if_due, is_climb_due
from tengen.runs.crew_record import note_crew
from tengen.runs.events import Ended, Learning, Observers
from tengen.runs.executor import Executor, Inline
from tengen.runs.plan import GENERATION_SECONDS
from tengen.runs.planning import plan_if_due
from tengen.runs.playing import play_generation
from tengen.runs.reports import began, check_net, generation_done
from tengen.runs.run import Run
from tengen.runs.stages import learn_settings
from tengen.runs.stop import Stop


def train(run: Run, stop: Stop, observers: Observers, executor: Executor | None = None) -> Ended:
    """Trains until the last generation, a signal or the time limit.

    The executor plays the games; default: this process.
    """
    executor = executor or Inline()
    ahead = Ahead(run, executor, observers)
    checks = FixedChecks(run.game, run.config.net.encoding)
    beginning = began(run)
    observers.observe(beginning)
    if not any(name.startswith(CHECKS) for name in beginning.metrics):
        observers.observe(check_net(run, checks))
    climb_if_due(run, stop, observers, executor)
    plan_if_due(run, observers)
    slowest = 0.0
    while (reason := _reason_to_end(run, stop, slowest)) is None:
        started = time.monotonic()
        played = play_generation(run, stop, observers, executor, ahead.of(run.generation))
        if played is None:
            continue
        learned, seconds = learn_generation(run, ahead)
        crew = None if executor.record is None else executor.record.taken()
        done = generation_done(run, played, learned, seconds, crew)
        with run.store.transaction():
            run.advance(learned)
            run.store.add_metrics(done.generation, done.updates, done.metrics())
            note_crew(run.store, crew)
            checked = check_net(run, checks)
        observers.observe(checked)
        observers.observe(done)
        if is_climb_due(run):
            ahead.settle(stop)
            climb_if_due(run, stop, observers, executor)
        seconds = time.monotonic() - started
        slowest = max(slowest, seconds)
        run.store.add_metrics(done.generation, done.updates, {GENERATION_SECONDS: seconds})
        plan_if_due(run, observers)
    run.store.require_in_place()
    ended = Ended(reason, run.generation, run.checkpoint)
    observers.observe(ended)
    return ended


def _reason_to_end(run: Run, stop: Stop, seconds_needed: float) -> str | None:
    if run.generation >= run.config.run.generations:
        return "all generations finished"
    return stop.reason_before(seconds_needed)


def learn_generation(run: Run, ahead: Ahead) -> tuple[Learned, float]:
    """Learns from the window, including this generation; also returns the seconds it took."""
    unseen = run.window.learn_from_new(run.positions)
    started, generation = time.monotonic(), run.generation
    settings = learn_settings(run.config, run.game, generation)

    def work(tell: Callable[[Learning], None]) -> Learned:
        return learn(
            run.window.replay,
            run.learned.state,
            settings,
            new_positions=unseen.positions_drawn(run.config.learner.proven_share),
            unseen=unseen,
            on_batch=lambda done, due: tell(
                Learning(generation, done, due, time.monotonic() - started)
            ),
        )

    return ahead.during(work), time.monotonic() - started
