"""Matches of a run's newest net against the ladder of pure-MCTS opponents (SPEC T6)."""

import json
import time
from dataclasses import replace

from tengen import _core
from tengen.replay.schema import MatchRow
from tengen.runs.events import LadderMatchDone, LadderMatchPlaying, Observers
from tengen.runs.executor import Executor, Inline
from tengen.runs.ladder import LadderMatch, LadderState, climb
from tengen.runs.run import Run
from tengen.runs.stages import match_settings
from tengen.runs.stop import Stop
from tengen.runs.strength import BETWEEN_RUNGS, ON_LADDER, match_of, run_matches
from tengen.runs.wanted import wanted_match

_LADDER_STREAM = 2


def climb_if_due(run: Run, stop: Stop, observers: Observers, executor: Executor) -> None:
    """Plays a ladder match every few nets, and one for the last net."""
    if is_climb_due(run):
        play_next_match(run, observers, executor, stop)


def is_climb_due(run: Run) -> bool:
    """Whether the newest net plays a match of the ladder that has not been played."""
    is_last = run.generation == run.config.run.generations
    return (is_last or _is_on_ladder(run)) and _match_id(run) not in _matches(run)


def play_next_match(
    run: Run, observers: Observers, executor: Executor | None = None, stop: Stop | None = None
) -> LadderMatchDone | None:
    """Plays the newest net against the opponent the run has reached; stores the match once.

    A match between two rungs is kept apart from the ladder, so that a run that played one in
    between, or was extended after its last match, continues as if it had not been played.
    Returns None if it was stopped before its end.
    """
    identity, matches = _match_id(run), _matches(run)
    started = time.monotonic()
    if identity not in matches:
        opponent = _climbed(run, matches).opponent
        match = _play_match(run, opponent, observers, executor or Inline(), stop or Stop())
        if match is None:
            return None
        matches[identity] = match
        _store_match(run, match)
    state, seconds = _climbed(run, matches), time.monotonic() - started
    done = LadderMatchDone(run.generation, run.checkpoint, matches[identity], state, seconds)
    observers.observe(done)
    return done


def _is_on_ladder(run: Run) -> bool:
    return run.generation > 0 and run.generation % run.config.ladder.every == 0


def _match_id(run: Run) -> str:
    return f"{ON_LADDER if _is_on_ladder(run) else BETWEEN_RUNGS}{run.checkpoint}"


def _matches(run: Run) -> dict[str, LadderMatch]:
    """The run's matches against pure MCTS by id, oldest first."""
    return {row.id: match_of(row) for row in run_matches(run.store)}


def _climbed(run: Run, matches: dict[str, LadderMatch]) -> LadderState:
    """The rung reached by the ladder matches so far."""
    on_ladder = [match for key, match in matches.items() if key.startswith(ON_LADDER)]
    state = climb(run.config.ladder, on_ladder)
    return replace(state, best_is_new=state.best_is_new and _is_on_ladder(run))


def _play_match(
    run: Run, opponent: int, observers: Observers, executor: Executor, stop: Stop
) -> LadderMatch | None:
    seed = _core.derive_seed(run.config.run.seed % 2**64, _LADDER_STREAM)
    started = time.monotonic()

    def tell(games: int) -> None:
        wanted, seconds = run.config.ladder.games, time.monotonic() - started
        observers.observe(LadderMatchPlaying(run.generation, opponent, games, wanted, seconds))

    tell(0)
    settings = match_settings(run.config, opponent, _core.derive_seed(seed, run.generation))
    nets, games = [run.learned.checkpoint], run.config.ladder.games
    score = executor.match(wanted_match(run, nets, settings, games, tell, stop, observers))
    return None if score is None else LadderMatch(opponent, *score)


def _store_match(run: Run, match: LadderMatch) -> None:
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


def last_match(run: Run) -> LadderMatchDone | None:
    """The most recent match, as it was reported."""
    rows = run_matches(run.store)
    if not rows:
        return None
    last, state = rows[-1], _climbed(run, _matches(run))
    return LadderMatchDone(last.generation, last.checkpoint, match_of(last), state, seconds=0.0)
