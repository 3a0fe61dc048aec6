"""The training loop: self-play, store, learn, save, measure, repeat (SPEC T4).

Every step is repeatable from what is stored: games depend on (seed, generation, number, net), the
learner on its saved state and the games, matches on their seed and the net. So a run that was
killed at any moment goes on as if nothing had happened.
"""

import json
import time
from dataclasses import dataclass

from tengen import _core
from tengen.learner import LearnerReport, window_samples
from tengen.nets.layout import parameter_count
from tengen.replay.schema import MatchRow
from tengen.runs.events import (
    Began,
    Ended,
    Event,
    GenerationDone,
    Learning,
    Measured,
    Observers,
    Playing,
)
from tengen.runs.ladder import LadderMatch, climb, play_ladder_match
from tengen.runs.run import Run
from tengen.runs.stop import Stop
from tengen.selfplay import GameRecord, Games, SelfPlay

_LADDER_STREAM = 2
_BATCHES_PER_REPORT = 20


def train(run: Run, stop: Stop, observers: Observers) -> Ended:
    """Trains until the last generation, a signal, or the end of the time."""
    observers.observe(_began(run))
    measure_if_due(run, observers)
    slowest = 0.0
    while (reason := _reason_to_end(run, stop, slowest)) is None:
        started = time.monotonic()
        played = play_generation(run, stop, observers)
        if played is None:
            continue
        report, seconds = learn(run, observers)
        run.generation += 1
        with run.store.transaction():
            run.save()
            done = _summary(run, played, report, seconds)
            run.store.add_metrics(done.generation, done.updates, _metrics(done))
        observers.observe(done)
        measure_if_due(run, observers)
        slowest = max(slowest, time.monotonic() - started)
    ended = Ended(reason, run.generation, run.checkpoint)
    observers.observe(ended)
    return ended


def _reason_to_end(run: Run, stop: Stop, seconds_needed: float) -> str | None:
    if run.generation >= run.config.run.generations:
        return "all generations are done"
    return stop.reason_before(seconds_needed)


@dataclass(frozen=True, slots=True)
class Played:
    """The games of a generation, in the order of their numbers, and what they took."""

    records: list[GameRecord]
    evaluations: int
    seconds: float


def play_generation(run: Run, stop: Stop, observers: Observers) -> Played | None:
    """Plays the games of this generation that are not stored yet, storing each as it ends.

    None when it was stopped before all of them were over.
    """
    wanted = run.config.run.games_per_generation
    stored = run.store.stored_indices(run.generation)
    missing = [number for number in range(wanted) if number not in stored]
    started, evaluations = time.monotonic(), 0
    for finished in SelfPlay(
        run.game,
        run.evaluator,
        run.config.search,
        run.config.selfplay,
        Games(run.config.run.seed, run.generation, missing),
        threads=run.threads,
    ):
        if finished.records:
            run.store.add_games(finished.records, run.generation, run.checkpoint)
        evaluations = finished.evaluations
        games = len(stored) + finished.games
        seconds = time.monotonic() - started
        observers.observe(
            Playing(run.generation, games, wanted, evaluations, finished.simulations, seconds)
        )
        if stop.signalled and games < wanted:
            return None
    records = [row.record for row in run.store.games_of(run.generation)]
    return Played(records, evaluations, time.monotonic() - started)


def learn(run: Run, observers: Observers) -> tuple[LearnerReport | None, float]:
    """Trains on the window as often as the new positions allow."""
    run.refill_window()
    total = run.store.counts().positions
    due = run.config.learner.batches_due(total, run.learner.batches)
    sample = window_samples(run.window, run.config.learner)
    started, done, report = time.monotonic(), 0, None
    while done < due:
        count = min(_BATCHES_PER_REPORT, due - done)
        report = run.learner.train(sample, count)
        done += count
        observers.observe(Learning(run.generation, done, due, time.monotonic() - started))
    return report, time.monotonic() - started


def measure_if_due(run: Run, observers: Observers) -> None:
    """Plays a match on the ladder every few generations, and once the last one is done."""
    is_last = run.generation == run.config.run.generations
    on_schedule = run.generation > 0 and run.generation % run.config.ladder.every == 0
    stored = {row.id for row in run.store.matches()}
    if (on_schedule or is_last) and _match_id(run) not in stored:
        measure(run, observers)


def measure(run: Run, observers: Observers) -> Measured:
    """A match of the newest net against the opponent it has climbed to; stored once."""
    identity, config = _match_id(run), run.config.ladder
    earlier = {row.id: _ladder_match(row) for row in run.store.matches()}
    started = time.monotonic()
    if identity not in earlier:
        opponent = climb(config, list(earlier.values())).opponent
        earlier[identity] = _play_match(run, identity, opponent)
    state = climb(config, list(earlier.values()))
    match = earlier[identity]
    if state.best_is_new:
        run.store.set_fact("best_checkpoint", run.checkpoint)
    seconds = time.monotonic() - started
    measured = Measured(run.generation, run.checkpoint, match, state, seconds)
    observers.observe(measured)
    return measured


def _match_id(run: Run) -> str:
    return f"ladder-{run.checkpoint}"


def _play_match(run: Run, identity: str, opponent: int) -> LadderMatch:
    seed = _core.derive_seed(run.config.run.seed % 2**64, _LADDER_STREAM)
    match = play_ladder_match(
        run.game,
        run.evaluator,
        run.config.search,
        run.config.ladder,
        opponent,
        seed=_core.derive_seed(seed, run.generation),
        threads=run.threads,
    )
    run.store.add_match(
        MatchRow(
            id=identity,
            generation=run.generation,
            checkpoint=run.checkpoint,
            opponent=f"mcts@{opponent}",
            wins=match.wins,
            draws=match.draws,
            losses=match.losses,
            details=json.dumps({"simulations": run.config.ladder.simulations}),
        )
    )
    return match


def _ladder_match(row: MatchRow) -> LadderMatch:
    return LadderMatch(int(row.opponent.removeprefix("mcts@")), row.wins, row.draws, row.losses)


def _metrics(done: GenerationDone) -> dict[str, float]:
    """The numbers of a generation by name, for the database and for curves."""
    numbers = {
        **done.checks,
        "selfplay/first_seat_score": done.first_seat_score,
        "selfplay/mean_plies": done.mean_plies,
        "selfplay/evaluations_per_second": done.evaluations_per_second,
        "selfplay/seconds": done.play_seconds,
        "learner/seconds": done.learn_seconds,
        "replay/window": float(done.window),
    }
    return numbers if done.report is None else numbers | done.report.metrics()


def _summary(
    run: Run, played: Played, report: LearnerReport | None, learn_seconds: float
) -> GenerationDone:
    counts = run.store.counts()
    records = played.records
    points = [0.5 if record.winner is None else 1.0 - record.winner for record in records]
    plies = [len(record.opening) + len(record.moves) for record in records]
    return GenerationDone(
        generation=run.generation - 1,
        checkpoint=run.checkpoint,
        updates=run.learner.updates,
        games=len(records),
        positions=sum(len(record.moves) for record in records),
        total_games=counts.games,
        total_positions=counts.positions,
        window=run.window.positions,
        first_seat_score=sum(points) / len(points),
        mean_plies=sum(plies) / len(plies),
        play_seconds=played.seconds,
        evaluations_per_second=played.evaluations / max(played.seconds, 1e-9),
        learn_seconds=learn_seconds,
        report=report,
        checks=run.checks.run(run.evaluator),
    )


def _began(run: Run) -> Event:
    counts = run.store.counts()
    return Began(
        folder=str(run.directory.path),
        game=run.game.name,
        parameters=parameter_count(run.learner.architecture),
        generation=run.generation,
        generations=run.config.run.generations,
        games=counts.games,
        positions=counts.positions,
        threads=run.threads,
    )
