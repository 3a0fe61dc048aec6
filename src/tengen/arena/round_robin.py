"""Round robins: every player against every other, and a rating for each."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import combinations

from tengen import _core
from tengen.arena.match import Contestant, MatchConfig, MatchProgress, MatchReport, play_match
from tengen.arena.openings import DEFAULT_OPENINGS
from tengen.arena.players import player_factory
from tengen.arena.ratings import Rating, are_linked, fit_ratings
from tengen.errors import ConfigError
from tengen.rules.registry import load_game
from tengen.search import StopToken


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobinConfig:
    """Everything that determines the games, except clocks and external programs."""

    game: str
    players: tuple[str, ...]
    """Two player specs or more, all different."""
    pairs: int = 10
    """Pairs of games per pairing, 1 or more."""
    openings: str = DEFAULT_OPENINGS
    seed: int = 0

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise ConfigError("a round robin needs two players or more")
        for number, player in enumerate(self.players):
            if player in self.players[:number]:
                raise ConfigError(f"{player} is listed twice; list every player once")

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """The pairings by player number, in the order of play."""
        return list(combinations(range(len(self.players)), 2))

    def match(self, pairing: tuple[int, int]) -> MatchConfig:
        """The match of one pairing, which can also be played on its own."""
        number = self.pairings.index(pairing)
        return MatchConfig(
            game=self.game,
            players=(self.players[pairing[0]], self.players[pairing[1]]),
            pairs=self.pairs,
            openings=self.openings,
            seed=_core.derive_seed(self.seed % 2**64, number),
        )


@dataclass(frozen=True, slots=True)
class RoundRobinReport:
    """A finished or stopped round robin: the matches that have games."""

    config: RoundRobinConfig
    contestants: tuple[Contestant, ...]
    """The players that the specs resolved to."""
    matches: dict[tuple[int, int], MatchReport]
    started: datetime

    @property
    def is_complete(self) -> bool:
        """Whether every pairing has all its games."""
        played = [len(match.games) for match in self.matches.values()]
        return played == [2 * self.config.pairs] * len(self.config.pairings)

    @property
    def ratings(self) -> list[Rating]:
        """The players, best first; empty unless games connect them all."""
        count = len(self.config.players)
        pairings = {pairing: match.tally.pairs for pairing, match in self.matches.items()}
        return fit_ratings(count, pairings) if are_linked(count, pairings) else []

    def points(self, player: int) -> tuple[float, int]:
        """Points and games of one player against all others."""
        points, games = 0.0, 0
        for (one, other), match in self.matches.items():
            total = match.tally.total
            if player in (one, other):
                points += total.points if player == one else total.games - total.points
                games += total.games
        return points, games


def play_round_robin(
    config: RoundRobinConfig,
    *,
    workers: int | None = None,
    on_progress: Callable[[tuple[int, int], MatchProgress], None] = lambda pairing, progress: None,
    on_match: Callable[[tuple[int, int], RoundRobinReport], None] = lambda pairing, report: None,
    stop: StopToken | None = None,
) -> RoundRobinReport:
    """Plays all pairings one after the other, each on all cores.

    `on_match` is called with the results so far after every match.
    """
    game, started = load_game(config.game), datetime.now(UTC)
    makers = [player_factory(player, game) for player in config.players]
    contestants = tuple(map(Contestant.of, config.players, makers))
    found = RoundRobinReport(config, contestants, {}, started)
    for pairing in config.pairings:
        if stop is not None and stop.requested:
            break
        report = play_match(
            config.match(pairing),
            makers=(makers[pairing[0]], makers[pairing[1]]),
            workers=workers,
            on_progress=partial(on_progress, pairing),
            stop=stop,
        )
        if report.games:
            found.matches[pairing] = report
            on_match(pairing, found)
    return found
