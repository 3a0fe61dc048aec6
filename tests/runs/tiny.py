"""A run so small that tests can afford it many times over."""

import hashlib

from tengen.nets import load_checkpoint
from tengen.replay.store import RunStore
from tengen.runs import Observers, Run, RunConfig, Stop, train
from tengen.runs.config import with_overrides


def tiny_config(*overrides):
    """Every part of a run is there: noise, reused trees, two kinds of moves, a mean of weights."""
    tables = {
        "run": {
            "game": "tictactoe",
            "generations": 4,
            "games_per_generation": 10,
            "window": 150,
            "threads": 1,
        },
        "net": {"blocks": 1, "channels": 8},
        "search": {"noise_epsilon": 0.25},
        "selfplay": {"simulations": 12, "cheap_simulations": 6, "full_share": 0.7}
        | {"games_at_once": 4},
        "learner": {"batch_size": 16, "threads": 1, "warmup_updates": 5, "ema_decay": 0.9}
        | {"surprise_share": 0.3},
        "ladder": {"every": 2, "games": 2, "simulations": 8, "first_opponent": 10}
        | {"step": 10, "last_opponent": 30},
    }
    return RunConfig.from_tables(with_overrides(tables, overrides))


def open_run(path, config, origin=None):
    """Begins the run, or goes on with what is there."""
    if not (path / "config.toml").is_file():
        return Run.begin(path, config, origin)
    return Run.resume(path, game=None if config is None else config.run.game)


def train_in(path, config, stop=None, observers=(), origin=None):
    """Trains to the end, or to whatever stops it, and closes the run."""
    run = open_run(path, config, origin)
    try:
        return train(run, stop or Stop(), Observers(observers))
    finally:
        run.close()


def result_of(path):
    """All that must be equal after equal training: games, nets, matches."""
    with RunStore(path / "run.db", read_only=True) as store:
        rows = list(store.newest_games(10**9))
        games = {row.id: (row.checkpoint, row.record.to_bytes()) for row in rows}
        nets = [(row.id, row.updates, row.sha256) for row in store.checkpoints()]
        matches = [
            (row.id, row.opponent, row.wins, row.draws, row.losses) for row in store.matches()
        ]
    return games, nets, matches, _newest_state(path)


def _newest_state(path):
    """Digests of the newest net and of what its learner remembers."""
    newest = max((path / "checkpoints").iterdir())
    learner = hashlib.sha256((newest / "learner.safetensors").read_bytes()).hexdigest()
    return load_checkpoint(newest).weights_sha256, learner
