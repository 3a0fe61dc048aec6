"""The reports of a run at its start and after each generation."""

from tengen.learner import Learned
from tengen.nets.layout import parameter_count
from tengen.runs.checks import CHECKS, FixedChecks
from tengen.runs.climbing import last_match
from tengen.runs.crew_record import CrewRecord
from tengen.runs.events import Began, GenerationDone, NetChecked
from tengen.runs.plan import spent_seconds
from tengen.runs.playing import Played
from tengen.runs.resigns import PlayedOn
from tengen.runs.run import Run
from tengen.runs.stages import threads_of
from tengen.selfplay.evaluators import make_evaluator


def began(run: Run) -> Began:
    """The state of the run, including what an earlier session left behind."""
    counts = run.store.counts()
    return Began(
        folder=str(run.directory.path),
        game=run.game.name,
        parameters=parameter_count(run.learned.checkpoint.architecture),
        generation=run.generation,
        generations=run.config.run.generations,
        plan_seconds_left=_plan_seconds_left(run),
        games=counts.games,
        positions=counts.positions,
        threads=threads_of(run.config),
        remarks=tuple(run.remarks),
        metrics=_last_metrics(run),
        last_match=last_match(run),
    )


def _plan_seconds_left(run: Run) -> float | None:
    minutes = run.config.run.minutes
    if minutes is None:
        return None
    return max(0.0, 60.0 * minutes - spent_seconds(run.store, run.generation))


def _last_metrics(run: Run) -> dict[str, float]:
    """Metrics of the last generation, and the checks of the net it produced."""
    last, present = (run.store.metrics_of(run.generation - age) for age in (1, 0))
    return {
        **{name: value for name, value in last.items() if not name.startswith(CHECKS)},
        **{name: value for name, value in present.items() if name.startswith(CHECKS)},
    }


def check_net(run: Run, checks: FixedChecks) -> NetChecked:
    """Checks of the newest net without search, stored under the generation it plays."""
    evaluator = make_evaluator(run.config.run.evaluator, run.learned.checkpoint)
    checked = NetChecked(run.generation, run.checkpoint, checks.run(evaluator))
    run.store.add_metrics(run.generation, run.learned.state.updates, checked.checks)
    return checked


def generation_done(
    run: Run,
    played: Played,
    learned: Learned,
    learn_seconds: float,
    crew: CrewRecord | None = None,
) -> GenerationDone:
    """The metrics of the current generation, before the run advances to the next one."""
    counts = run.store.counts()
    records = played.records
    points = [0.5 if record.winner is None else 1.0 - record.winner for record in records]
    plies = [len(record.opening) + len(record.moves) for record in records]
    return GenerationDone(
        generation=run.generation,
        updates=learned.state.updates,
        games=len(records),
        new_games=played.new_games,
        games_refused=len(played.refused),
        positions=sum(len(record.moves) for record in records),
        total_games=counts.games,
        total_positions=counts.positions,
        window=run.window.replay.positions,
        first_seat_score=sum(points) / len(points),
        mean_plies=sum(plies) / len(plies),
        false_resigns=PlayedOn.of(records).share_wrong,
        play_seconds=played.seconds,
        evaluations_per_second=played.evaluations / max(played.seconds, 1e-9),
        cache_hits=played.cache_hits,
        learn_seconds=learn_seconds,
        report=learned.report,
        net_age=run.config.run.net_age,
        crew=crew,
    )
