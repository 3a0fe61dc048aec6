"""The stage `play`: a checkpoint and settings become records, here or on another machine.

All that goes in and all that comes out is data: a checkpoint as a value or as bytes, settings,
numbers of games, records as bytes. Game i of generation k is the same wherever it is played.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tengen.nets import Checkpoint
from tengen.nets.compatibility import require_game
from tengen.rules.game import Game
from tengen.rules.registry import load_game
from tengen.search.config import SearchConfig
from tengen.search.running import StopToken
from tengen.selfplay.config import SelfPlayConfig
from tengen.selfplay.evaluators import Backend, KeptEvaluator
from tengen.selfplay.games import Games
from tengen.selfplay.play import SelfPlay


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySettings:
    """How games are played. Threads and cache affect only the speed."""

    game: str
    """A name for `load_game`."""
    search: SearchConfig
    selfplay: SelfPlayConfig
    backend: Backend = "native"
    """Where the net runs."""
    threads: int = 1
    """Number of threads, 1 or more."""
    cache_mb: int = 0
    """Size of the evaluation cache in megabytes; 0: none."""


@dataclass(frozen=True, slots=True)
class PlayReport:
    """Games finished since the last report, and the totals so far."""

    records: tuple[bytes, ...]
    games: int
    evaluations: int
    """Positions evaluated, including cache hits."""
    cache_hits: float | None
    """Share of cache hits; None without a cache."""


def play(
    checkpoint: Checkpoint | bytes,
    settings: PlaySettings,
    games: Games,
    *,
    rules: Game[Any] | None = None,
    stop: StopToken | None = None,
    kept: KeptEvaluator | None = None,
) -> Iterator[PlayReport]:
    """Reports about ten times a second until all games are over; each game is in one of them.

    It ends within one evaluation batch when `stop` is requested, and drops what is not over.

    `rules` are those of `settings.game` where they have been loaded already: a file of one's own is
    then not read again. `kept` has the evaluator of earlier games, if the net is the same. Raises
    `CheckpointError` when the net is not one of this game. What cannot be played is refused at
    once, before the first report is asked for.
    """
    net = Checkpoint.from_bytes(checkpoint) if isinstance(checkpoint, bytes) else checkpoint
    game = load_game(settings.game) if rules is None else rules
    require_game(net, game)
    evaluator, cache = (kept or KeptEvaluator()).of(settings.backend, net, settings.cache_mb)
    driver = SelfPlay(
        game,
        cache or evaluator,
        settings.search,
        settings.selfplay,
        games,
        threads=settings.threads,
        stop=stop,
    )
    return (
        PlayReport(
            tuple(record.to_bytes() for record in finished.records),
            finished.games,
            finished.evaluations,
            None if cache is None else cache.use.hit_rate,
        )
        for finished in driver
    )
