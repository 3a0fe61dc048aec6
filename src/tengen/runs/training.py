"""The training loop: self-play, store, learn, save, measure, repeat (SPEC T4).

Every step is repeatable from what is stored: games depend on (seed, generation, number, net), the
learner on its saved state and the games, matches on their seed and the net. So a run that was
killed at any moment goes on as if nothing had happened.
"""

import json
import time
from dataclasses import dataclass, replace

from tengen import _core
from tengen.learner import LearnerReport, window_samples
from tengen.nets.layout import parameter_count
from tengen.replay.schema import MatchRow
from tengen.replay.window import ReplayWindow
from tengen.runs.events import (
    Began,
    Ended,
    Event,
    GenerationDone,
    Learning,
    Measured,
    Measuring,
    Observers,
    Playing,
)
from tengen.runs.ladder import LadderMatch, LadderState, climb, play_ladder_match
from tengen.runs.resigns import PlayedOn
from tengen.runs.run import Run
from tengen.runs.stop import Stop
from tengen.runs.strength import match_of
from tengen.selfplay import GameRecord, Games, SelfPlay

_LADDER_STREAM = 2
_LADDER_ID = "ladder-"
_EXTRA_ID = "extra-"


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
            run.store.add_metrics(done.generation, done.updates, done.metrics())
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
    cache_hits: float | None


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
        run.cache or run.evaluator,
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
            Playing(run.generation, games, wanted, evaluations, seconds, _cache_hits(run))
        )
        if stop.is_due and games < wanted:
            return None
    records = [row.record for row in run.store.games_of(run.generation)]
    return Played(records, evaluations, time.monotonic() - started, _cache_hits(run))


def _cache_hits(run: Run) -> float | None:
    """Share of this generation's evaluations that were remembered; None without a cache."""
    return None if run.cache is None else run.cache.use.hit_rate


def learn(run: Run, observers: Observers) -> tuple[LearnerReport | None, float]:
    """Trains on the window as often as the new positions allow."""
    run.refill_window()
    due = run.config.learner.batches_due(run.positions, run.learner.batches)
    started = time.monotonic()
    if due == 0:
        return None, 0.0

    def tell(done: int) -> None:
        observers.observe(Learning(run.generation, done, due, time.monotonic() - started))

    sample = window_samples(run.window, run.config.learner)
    unseen = window_samples(_new_games(run), run.config.learner)
    report = run.learner.train(sample, due, tell, unseen)
    return report, time.monotonic() - started


def _new_games(run: Run) -> ReplayWindow:
    """The games of this generation alone: nothing was learned from them yet."""
    window = ReplayWindow(run.game, run.config.net.encoding)
    for row in run.store.games_of(run.generation):
        window.add(row.record)
    return window


def measure_if_due(run: Run, observers: Observers) -> None:
    """Plays a match on the ladder every few generations, and any match once the last is done."""
    is_last = run.generation == run.config.run.generations
    if (is_last or _is_on_ladder(run)) and _match_id(run) not in _matches(run):
        measure(run, observers)


def measure(run: Run, observers: Observers) -> Measured:
    """A match of the newest net against the opponent the run has climbed to; stored once.

    One between two rungs is kept apart from the ladder: a run that was measured in between, or
    that was to end there and was given more generations, goes on as if it had not been.
    """
    identity, matches = _match_id(run), _matches(run)
    started = time.monotonic()
    if identity not in matches:
        matches[identity] = _play_match(run, _climbed(run, matches).opponent, observers)
        _store_match(run, matches[identity], _climbed(run, matches))
    state, seconds = _climbed(run, matches), time.monotonic() - started
    measured = Measured(run.generation, run.checkpoint, matches[identity], state, seconds)
    observers.observe(measured)
    return measured


def _is_on_ladder(run: Run) -> bool:
    return run.generation > 0 and run.generation % run.config.ladder.every == 0


def _match_id(run: Run) -> str:
    return f"{_LADDER_ID if _is_on_ladder(run) else _EXTRA_ID}{run.checkpoint}"


def _matches(run: Run) -> dict[str, LadderMatch]:
    """The run's matches against pure MCTS by id, oldest first."""
    return {row.id: match_of(row) for row in _match_rows(run)}


def _match_rows(run: Run) -> list[MatchRow]:
    return [row for row in run.store.matches() if row.id.startswith((_LADDER_ID, _EXTRA_ID))]


def _climbed(run: Run, matches: dict[str, LadderMatch]) -> LadderState:
    """Where the matches on the ladder have brought the run."""
    on_ladder = [match for key, match in matches.items() if key.startswith(_LADDER_ID)]
    state = climb(run.config.ladder, on_ladder)
    return replace(state, best_is_new=state.best_is_new and _is_on_ladder(run))


def _play_match(run: Run, opponent: int, observers: Observers) -> LadderMatch:
    seed = _core.derive_seed(run.config.run.seed % 2**64, _LADDER_STREAM)
    started = time.monotonic()

    def tell(games: int) -> None:
        wanted, seconds = run.config.ladder.games, time.monotonic() - started
        observers.observe(Measuring(run.generation, opponent, games, wanted, seconds))

    tell(0)
    return play_ladder_match(
        run.game,
        run.evaluator,
        run.config.search,
        run.config.ladder,
        opponent,
        seed=_core.derive_seed(seed, run.generation),
        threads=run.threads,
        on_finished=tell,
    )


def _store_match(run: Run, match: LadderMatch, state: LadderState) -> None:
    """Match and best net together: a match is not played again, so its best must not be lost."""
    with run.store.transaction():
        run.store.add_match(
            MatchRow(
                id=_match_id(run),
                generation=run.generation,
                checkpoint=run.checkpoint,
                opponent=f"mcts@{match.opponent}",
                wins=match.wins,
                draws=match.draws,
                losses=match.losses,
                details=json.dumps({"simulations": run.config.ladder.simulations}),
            )
        )
        if state.best_is_new:
            run.store.set_fact("best_checkpoint", run.checkpoint)


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
        false_resigns=PlayedOn.of(records).share_wrong,
        play_seconds=played.seconds,
        evaluations_per_second=played.evaluations / max(played.seconds, 1e-9),
        cache_hits=played.cache_hits,
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
        remarks=tuple(run.remarks),
        metrics=run.store.metrics_of(run.generation - 1),
        measured=_last_measured(run),
    )


def _last_measured(run: Run) -> Measured | None:
    rows = _match_rows(run)
    if not rows:
        return None
    last, state = rows[-1], _climbed(run, _matches(run))
    return Measured(last.generation, last.checkpoint, match_of(last), state, seconds=0.0)
