"""Self-play of one generation: its games are played, validated and stored, each as it ends.

An invalid record is refused, counted and reported, and its game is played again, together with any
others still missing, once all have ended. A game that is refused twice in a row ends the run:
rules that are not deterministic cannot be learned.
"""

import time
from dataclasses import dataclass, field

from tengen.errors import RunError
from tengen.replay.stage import store
from tengen.runs.events import GamesRefused, Observers, Playing
from tengen.runs.run import Run
from tengen.runs.stages import games_of, play_settings
from tengen.runs.stop import Stop
from tengen.selfplay import GameRecord, Games, play

_ATTEMPTS = 2


@dataclass(slots=True)
class Played:
    """The games of a generation, in the order of their numbers, and what they cost."""

    records: list[GameRecord] = field(default_factory=list)
    new_games: int = 0
    """How many of them were played in this session; the others were stored before."""
    evaluations: int = 0
    seconds: float = 0.0
    cache_hits: float | None = None
    refused: list[str] = field(default_factory=list)
    """Why each refused record was refused."""


def play_generation(run: Run, stop: Stop, observers: Observers) -> Played | None:
    """Plays the games of this generation that are not stored yet.

    Returns None if it was stopped before all of them were finished.
    """
    played, wanted = Played(), run.config.run.games_per_generation
    for _ in range(_ATTEMPTS):
        if not (missing := run.window.missing(wanted)):
            break
        games = games_of(run.config, run.generation, missing)
        if not _play_missing(run, games, played, stop, observers):
            return None
    if missing := run.window.missing(wanted):
        raise RunError(_refused_again(run, missing[0], played.refused))
    played.records = run.window.new
    return played


def _play_missing(run: Run, games: Games, played: Played, stop: Stop, observers: Observers) -> bool:
    """Whether all of them have ended, valid or not."""
    started, before, earlier = time.monotonic(), played.seconds, played.evaluations
    ended = 0
    settings = play_settings(run.config)
    for report in play(run.learned.checkpoint, settings, games, rules=run.game, stop=stop.token):
        _store(run, games, report.records, played, observers)
        played.seconds = before + time.monotonic() - started
        played.evaluations = earlier + report.evaluations
        played.cache_hits = report.cache_hits
        observers.observe(_progress(run, played))
        ended = report.games
        stop.look_at_clock()
    return ended == len(games.numbers)


def _store(
    run: Run, games: Games, records: tuple[bytes, ...], played: Played, observers: Observers
) -> None:
    stored = store(run.store, run.game, games, records)
    played.new_games += len(stored.records)
    for record in stored.records:
        run.window.add(record)
    if stored.refused:
        played.refused += stored.refused
        observers.observe(GamesRefused(run.generation, len(played.refused), stored.refused[-1]))


def _progress(run: Run, played: Played) -> Playing:
    return Playing(
        run.generation,
        run.window.new_games,
        run.config.run.games_per_generation,
        played.evaluations,
        played.seconds,
        played.cache_hits,
    )


def _refused_again(run: Run, number: int, refused: list[str]) -> str:
    reason = refused[-1] if refused else "no record was returned"
    return (
        f"game {number} of generation {run.generation} was played {_ATTEMPTS} times and refused "
        f"each time: {reason}. The rules of {run.game.name} ({run.config.run.game}) must always "
        "give the same answers; tengen.rules.check_game tests them. All other games are stored: "
        "add --resume to continue"
    )
