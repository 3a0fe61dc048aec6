"""The training loop: self-play, store, learn, save, play matches, repeat (SPEC T4).

Every step can be repeated from stored data: games depend on (seed, generation, number, net), the
learner on its saved state and the games, matches on their seed and the net. So a run killed at any
moment resumes as if it had not been interrupted.
"""

import time

from tengen.learner import Learned, learn
from tengen.runs.checks import CHECKS, FixedChecks
from tengen.runs.climbing import climb_if_due
from tengen.runs.events import Ended, Learning, Observers
from tengen.runs.plan import GENERATION_SECONDS
from tengen.runs.planning import plan_if_due
from tengen.runs.playing import play_generation
from tengen.runs.reports import began, check_net, generation_done
from tengen.runs.run import Run
from tengen.runs.stages import learn_settings
from tengen.runs.stop import Stop


def train(run: Run, stop: Stop, observers: Observers) -> Ended:
    """Trains until the last generation, a signal or the time limit."""
    checks = FixedChecks(run.game, run.config.net.encoding)
    beginning = began(run)
    observers.observe(beginning)
    if not any(name.startswith(CHECKS) for name in beginning.metrics):
        observers.observe(check_net(run, checks))
    climb_if_due(run, observers)
    plan_if_due(run, observers)
    slowest = 0.0
    while (reason := _reason_to_end(run, stop, slowest)) is None:
        started = time.monotonic()
        played = play_generation(run, stop, observers)
        if played is None:
            continue
        learned, seconds = learn_generation(run, observers)
        done = generation_done(run, played, learned, seconds)
        with run.store.transaction():
            run.advance(learned)
            run.store.add_metrics(done.generation, done.updates, done.metrics())
            checked = check_net(run, checks)
        observers.observe(checked)
        observers.observe(done)
        climb_if_due(run, observers)
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


def learn_generation(run: Run, observers: Observers) -> tuple[Learned, float]:
    """Learns from the window, including this generation; also returns the seconds it took."""
    unseen = run.window.learn_from_new(run.positions)
    started = time.monotonic()

    def tell(done: int, due: int) -> None:
        observers.observe(Learning(run.generation, done, due, time.monotonic() - started))

    learned = learn(
        run.window.replay,
        run.learned.state,
        learn_settings(run.config, run.game, run.generation),
        new_positions=unseen.positions,
        unseen=unseen,
        on_batch=tell,
    )
    return learned, time.monotonic() - started
