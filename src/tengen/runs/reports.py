"""What a run says about itself at its beginning and after each generation."""

from tengen.learner import Learned
from tengen.nets.layout import parameter_count
from tengen.runs.checks import FixedChecks
from tengen.runs.climbing import last_match
from tengen.runs.events import Began, GenerationDone
from tengen.runs.playing import Played
from tengen.runs.resigns import PlayedOn
from tengen.runs.run import Run
from tengen.runs.stages import threads_of
from tengen.selfplay import checkpoint_id
from tengen.selfplay.evaluators import make_evaluator


def began(run: Run) -> Began:
    """Where the run stands, and what an earlier session left behind."""
    counts = run.store.counts()
    return Began(
        folder=str(run.directory.path),
        game=run.game.name,
        parameters=parameter_count(run.learned.checkpoint.architecture),
        generation=run.generation,
        generations=run.config.run.generations,
        games=counts.games,
        positions=counts.positions,
        threads=threads_of(run.config),
        remarks=tuple(run.remarks),
        metrics=run.store.metrics_of(run.generation - 1),
        measured=last_match(run),
    )


def generation_done(
    run: Run, played: Played, learned: Learned, learn_seconds: float, checks: FixedChecks
) -> GenerationDone:
    """The present generation in numbers, before the run goes on to the next one."""
    counts = run.store.counts()
    records = played.records
    points = [0.5 if record.winner is None else 1.0 - record.winner for record in records]
    plies = [len(record.opening) + len(record.moves) for record in records]
    evaluator = make_evaluator(run.config.run.evaluator, learned.checkpoint)
    return GenerationDone(
        generation=run.generation,
        checkpoint=checkpoint_id(run.generation + 1),
        updates=learned.state.updates,
        games=len(records),
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
        checks=checks.run(evaluator),
    )
