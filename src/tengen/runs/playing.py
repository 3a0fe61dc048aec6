"""Self-play of one generation: its games are played, validated and stored, each as it ends.

An invalid record is refused, counted and reported, and its game is played again, together with any
others still missing, once all have ended. A game that is refused twice in a row ends the run:
rules that are not deterministic cannot be learned. A worker that delivers an invalid record is
replaced, and what workers fail to deliver is played by the driver itself: a faulty machine costs
time, not the run.
"""

import time
from dataclasses import dataclass, field

from tengen.errors import RunError
from tengen.replay.stage import store
from tengen.runs.absence import Absence
from tengen.runs.crew_record import CrewNotes
from tengen.runs.events import GamesRefused, NoWorkers, Observers, Playing
from tengen.runs.executor import Delivery, Executor, Inline, WantedGames
from tengen.runs.run import Run
from tengen.runs.stages import games_of, play_settings
from tengen.runs.stop import Stop
from tengen.selfplay import GameRecord, Games

_ATTEMPTS, _ATTEMPTS_OF_WORKERS = 2, 3


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

    def count(self, delivery: Delivery) -> None:
        """Adds what a delivery has cost, whether or not a game ended with it."""
        self.evaluations += delivery.evaluations
        if delivery.cache_hits is not None:
            self.cache_hits = delivery.cache_hits


def play_generation(
    run: Run, stop: Stop, observers: Observers, executor: Executor, played: Played | None = None
) -> Played | None:
    """Plays the games of this generation that are not stored yet.

    `played` is what was played of it before. Returns None if it was stopped before all games were
    finished.
    """
    played, wanted = played or Played(), run.config.run.games_per_generation
    players = [executor] * _ATTEMPTS
    if executor.record is not None:
        players = [executor] * _ATTEMPTS_OF_WORKERS + [Inline()] * _ATTEMPTS
    for player in players:
        if not (missing := run.window.missing(wanted)):
            break
        games = games_of(run.config, run.generation, missing)
        if not _play_missing(run, games, played, stop, observers, player):
            return None
    if missing := run.window.missing(wanted):
        raise RunError(_refused_again(run, min(missing), played.refused))
    played.records = run.window.new
    return played


def _play_missing(
    run: Run, games: Games, played: Played, stop: Stop, observers: Observers, executor: Executor
) -> bool:
    """Whether all of them have ended, valid or not."""
    started, before, ended = time.monotonic(), played.seconds, 0
    notes = CrewNotes(run.store)
    settings, net = play_settings(run.config), run.net(games.net)
    absence = Absence(lambda: observers.observe(NoWorkers(run.generation)))
    wanted = WantedGames(net, settings, games, run.game, stop.token)
    for delivery in executor.play(wanted):
        for record in store_delivery(run, games, delivery, played, observers, executor):
            run.window.add(record)
        played.seconds = before + time.monotonic() - started
        notes.look(executor.record)
        if not absence.look(executor.is_waiting):
            observers.observe(_progress(run, played, executor))
        ended += len(delivery.records)
        stop.look_at_clock()
    return ended >= len(games.numbers) or not stop.token.requested


def store_delivery(
    run: Run,
    games: Games,
    delivery: Delivery,
    played: Played,
    observers: Observers,
    executor: Executor,
) -> list[GameRecord]:
    """Validates and stores delivered games; returns the new ones."""
    played.count(delivery)
    if not delivery.records:
        return []
    stored = store(run.store, run.game, games, delivery.records)
    played.new_games += len(stored.records)
    if stored.refused:
        played.refused += stored.refused
        executor.distrust(delivery.worker, len(stored.refused))
        observers.observe(GamesRefused(games.generation, len(played.refused), stored.refused[-1]))
    return stored.records


def _progress(run: Run, played: Played, executor: Executor) -> Playing:
    return Playing(
        run.generation,
        run.window.new_games,
        run.config.run.games_per_generation,
        played.evaluations,
        played.seconds,
        played.cache_hits,
        executor.record,
    )


def _refused_again(run: Run, number: int, refused: list[str]) -> str:
    reason = refused[-1] if refused else "no record was returned"
    return (
        f"game {number} of generation {run.generation} was played several times and refused each "
        f"time: {reason}. The rules of {run.game.name} ({run.config.run.game}) must always "
        "give the same answers; tengen.rules.check_game tests them. All other games are stored: "
        "add --resume to continue"
    )
