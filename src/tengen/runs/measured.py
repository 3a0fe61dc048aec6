"""Training, then a match that measures the last net, and the final that chooses the best one."""

from tengen.runs.announcing import announced
from tengen.runs.climbing import play_next_match
from tengen.runs.events import Ended, Observers
from tengen.runs.executor import Executor
from tengen.runs.final import play_final
from tengen.runs.results import TrainingResult
from tengen.runs.run import Run
from tengen.runs.stop import Stop
from tengen.runs.strength import (
    Strength,
    best_checkpoint,
    final_winner,
    match_of,
    run_matches,
)
from tengen.runs.tensorboard import tensorboard_observers
from tengen.runs.training import train


def train_and_measure(
    run: Run, stop: Stop, observers: Observers, executor: Executor | None = None
) -> TrainingResult:
    """Trains with TensorBoard curves; the last net plays a match unless a signal arrived."""
    everybody = Observers([observers, *tensorboard_observers(run.directory.tensorboard)])
    with announced(run.directory.path):
        ended = train(run, stop, everybody, executor)
        if not (stop.signalled or run.generation == 0 or _has_played_match(run)):
            play_next_match(run, everybody, executor, stop)
        if run.generation >= max(1, run.config.run.generations) and not stop.signalled:
            play_final(run, stop, everybody, executor)
    return _result(run, ended)


def _has_played_match(run: Run) -> bool:
    return any(match.checkpoint == run.checkpoint for match in run_matches(run.store))


def _result(run: Run, ended: Ended) -> TrainingResult:
    matches, config = run_matches(run.store), run.config
    best = final_winner(run.store) or best_checkpoint(matches, run.checkpoint)
    last = matches[-1] if matches else None
    return TrainingResult(
        folder=run.directory.path,
        game=config.run.game,
        ending=ended.reason,
        generations=run.generation,
        generations_wanted=config.run.generations,
        games=run.store.counts().games,
        games_per_generation=config.run.games_per_generation,
        net=run.directory.checkpoint(best),
        newest_net=run.directory.checkpoint(run.checkpoint),
        strength=None if last is None else Strength.of(match_of(last)),
        measured_net=None if last is None else run.directory.checkpoint(last.checkpoint),
        simulations=config.ladder.simulations,
        origin=None if run.origin is None else run.origin.net,
    )
