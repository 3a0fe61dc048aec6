"""The final of a finished run: its last nets play each other, and the winner is the one to play.

The last net is usually the best, but not always: the final decides by games.
"""

import itertools
import json
import time
from collections.abc import Callable

from tengen import _core
from tengen.nets import load_checkpoint
from tengen.replay.schema import MatchRow
from tengen.runs.events import FinalPlaying, FinalWon, Observers
from tengen.runs.executor import Executor, Inline
from tengen.runs.plan import FINAL_SHARE, Pace, spent_seconds
from tengen.runs.run import Run
from tengen.runs.stages import match_settings
from tengen.runs.stop import Stop
from tengen.runs.strength import FINAL, final_winner
from tengen.runs.wanted import wanted_match
from tengen.selfplay import checkpoint_id

_FINALISTS = (1.0, 0.9, 0.8)
"""Shares of the run after which nets are finalists."""
_FEWEST_GAMES, _MOST_GAMES = 10, 40
_FINAL_STREAM = 3


def play_final(
    run: Run, stop: Stop, observers: Observers, executor: Executor | None = None
) -> None:
    """Plays the final that the run's time allows, unless it has been played or a signal comes."""
    pairs, games = _affordable(run)
    if not pairs or _is_played(run):
        return
    started, results = time.monotonic(), []
    for number, pair in enumerate(pairs):

        def tell(done: int, earlier: int = number * games) -> None:
            seconds = time.monotonic() - started
            wanted = games * len(pairs)
            observers.observe(FinalPlaying(run.generation, earlier + done, wanted, seconds))

        tell(0)
        result = _play(run, pair, games, number, executor or Inline(), tell, stop, observers)
        if result is None or stop.signalled:
            return
        results.append(result)
    with run.store.transaction():
        for result in results:
            run.store.add_match(result)
    winner = final_winner(run.store)
    observers.observe(FinalWon(run.generation, winner or run.checkpoint, games * len(pairs)))


def _affordable(run: Run) -> tuple[list[tuple[str, str]], int]:
    """The pairs of finalists, and the number of games of each; fewer where time is short."""
    finalists = _finalists(run)
    seconds = FINAL_SHARE * spent_seconds(run.store, run.generation)
    for count in range(len(finalists), 1, -1):
        pairs = list(itertools.combinations(finalists[:count], 2))
        games = int(seconds / (_seconds_per_game(run) * len(pairs)))
        if games >= _FEWEST_GAMES:
            return pairs, min(games, _MOST_GAMES) // 2 * 2
    return [], 0


def _finalists(run: Run) -> list[str]:
    """Ids of nets, the newest first."""
    generations = {round(share * run.generation) for share in _FINALISTS} - {0}
    return [checkpoint_id(generation) for generation in sorted(generations, reverse=True)]


def _seconds_per_game(run: Run) -> float:
    """From the speed of self-play, as stored, so that a resumed run decides alike."""
    config = run.config
    pace = Pace.measured(config, run.store, run.generation)
    per_simulation = pace.play / config.run.games_per_generation
    return max(1e-3, per_simulation * config.ladder.simulations)


def _is_played(run: Run) -> bool:
    return any(
        row.id.startswith(FINAL) and row.generation == run.generation for row in run.store.matches()
    )


def _play(
    run: Run,
    pair: tuple[str, str],
    games: int,
    number: int,
    executor: Executor,
    tell: Callable[[int], None],
    stop: Stop,
    observers: Observers,
) -> MatchRow | None:
    """None if it was stopped."""
    seed = _core.derive_seed(run.config.run.seed % 2**64, _FINAL_STREAM)
    seed = _core.derive_seed(seed, len(_FINALISTS) * run.generation + number)
    nets = [load_checkpoint(run.directory.checkpoint(net)) for net in pair]
    settings = match_settings(run.config, None, seed)
    score = executor.match(wanted_match(run, nets, settings, games, tell, stop, observers))
    if score is None:
        return None
    return MatchRow(
        id=f"{FINAL}{pair[0]}-{pair[1]}",
        generation=run.generation,
        checkpoint=pair[0],
        opponent=f"net:{pair[1]}",
        wins=score[0],
        draws=score[1],
        losses=score[2],
        details=json.dumps({"simulations": run.config.ladder.simulations}),
    )
