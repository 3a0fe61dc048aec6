"""Matches: two players, a pair of games from each opening, reproducible from a seed."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, Self

from tengen import _core, pictures
from tengen.arena.game_groups import GameGroup, GroupsAtWork, Makers
from tengen.arena.openings import DEFAULT_OPENINGS, Openings
from tengen.arena.players import PlayerFactory, player_factory
from tengen.arena.sprt import Sprt, SprtState, SprtWatch
from tengen.arena.tally import Tally, pair_points
from tengen.errors import ConfigError
from tengen.machine import usable_cores
from tengen.play import MatchGame
from tengen.play.player import ProofCount
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.rules.registry import load_game
from tengen.search import StopToken

Ending = Literal["all games played", "SPRT decided", "stopped"]

MOST_GAMES = 100_000
"""Of a match, far above what any test needs; all of them are kept in memory."""
_LARGEST_GROUP = 16
_GROUPS_PER_WORKER = 4
_LOOK_SECONDS = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchConfig:
    """Everything that determines the games of a match, except clocks and external programs."""

    game: str
    players: tuple[str, str]
    """Player specs; results are from the first player's point of view."""
    pairs: int = 50
    """Pairs of games, 1 or more: each opening is played twice, with the seats swapped."""
    openings: str = DEFAULT_OPENINGS
    """`random`, `random:PLIES` or a file; see `Openings`."""
    seed: int = 0
    sprt: Sprt | None = None
    """Stop as soon as this test is decided; it takes the pairs in order."""

    def __post_init__(self) -> None:
        if not 1 <= self.pairs <= MOST_GAMES // 2:
            raise ConfigError(
                f"a match has 1 pair of games or more and at most {MOST_GAMES // 2:,}; got "
                f"{self.pairs}"
            )


@dataclass(frozen=True, slots=True)
class MatchProgress:
    """The progress of a match. The tally covers the first pairs, up to the first gap."""

    games: int
    games_wanted: int
    tally: Tally
    sprt: SprtState | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player as it took part."""

    asked: str
    """The spec that was typed, such as `level:3`."""
    name: str
    """The spec it resolves to, such as `net:connect4@8,t=0.8`."""
    fingerprint: str
    """The SHA-256 of a net's weights; empty for others."""
    is_timed: bool
    """Whether its moves depend on the clock, so that the match cannot be repeated exactly."""
    remark: str | None = None
    """A remark if its net was trained on another game, or if a level has no net."""

    @classmethod
    def of(cls, asked: str, maker: PlayerFactory) -> Self:
        """The player that a typed spec resolves to."""
        remark = None if maker.chosen is None else maker.chosen.remark
        return cls(asked, str(maker.spec), maker.fingerprint, maker.spec.is_timed, remark)


@dataclass(frozen=True, slots=True, repr=False)
class MatchReport:
    """A finished match: its games in order, always in complete pairs.

    `print` shows the score and its statistics; a notebook shows the same as a table.
    """

    config: MatchConfig
    game: Game[Any]
    contestants: tuple[Contestant, Contestant]
    games: tuple[MatchGame, ...]
    opening_plies: tuple[int, ...]
    """Number of opening moves of each game, which the players did not choose."""
    ending: Ending
    started: datetime
    seconds: float

    @property
    def tally(self) -> Tally:
        """The total result of the games."""
        return Tally.of(self.games)

    @property
    def mean_plies(self) -> float:
        """Mean length of a game including the opening, without forfeited games."""
        lengths = [len(game.position.history) for game in self.games if not game.is_forfeit]
        return sum(lengths) / len(lengths) if lengths else 0.0

    @property
    def forfeits(self) -> tuple[str, ...]:
        """Why games were forfeited, in their order."""
        return tuple(game.outcome.reason for game in self.games if game.is_forfeit)

    def proofs(self, player: int) -> ProofCount:
        """Number of proven moves of player 0 or 1, if it is a player that proves moves."""
        return sum((game.proofs[player] for game in self.games), ProofCount())

    @property
    def distinct_games(self) -> int:
        """Number of games that differ in moves, seats or set-up stones."""
        return len({(g.seats, g.position.history, g.position.start) for g in self.games})

    @property
    def sprt(self) -> SprtState | None:
        """The state of the SPRT, if there is one."""
        return _assessed(self.config, self.tally)

    @property
    def title(self) -> str:
        """Who played whom."""
        first, second = (contestant.name for contestant in self.contestants)
        return f"{first} against {second}"

    def summary(self) -> list[tuple[str, str]]:
        """The result as readable lines by name."""
        tally = self.tally
        facts = [
            ("score", str(tally)),
            ("moving first", str(tally.moving_first)),
            ("moving second", str(tally.moving_second)),
            ("strength", str(tally.elo)),
        ]
        return facts if self.sprt is None else [*facts, ("test", str(self.sprt))]

    def __repr__(self) -> str:
        return f"<MatchReport of {self.game.name}: {self.title}, {self.tally}>"

    def __str__(self) -> str:
        width = max(len(name) for name, _ in self.summary())
        rows = (f"{name.ljust(width)}  {value}" for name, value in self.summary())
        return "\n".join([f"{self.title} · {self.game.name}", *rows])

    def _repr_html_(self) -> str:
        """HTML for notebooks."""
        table = pictures.facts_table(self.summary())
        return pictures.captioned(table, self.title, self.game.name)


def play_match(
    config: MatchConfig,
    *,
    game: Game[Any] | None = None,
    makers: Makers | None = None,
    workers: int | None = None,
    group_size: int | None = None,
    on_progress: Callable[[MatchProgress], None] = lambda progress: None,
    stop: StopToken | None = None,
) -> MatchReport:
    """Plays a match, on all cores; `workers` and `group_size` do not change the games.

    `on_progress` is called several times a second. When `stop` is requested, unfinished games are
    dropped; the same happens on Ctrl-C once a pair of games is finished. `game` and `makers` are
    those of the match if already loaded.
    """
    game = game or load_game(config.game)
    first, second = config.players
    makers = makers or (player_factory(first, game), player_factory(second, game))
    openings = Openings.parse(config.openings).positions(
        game, config.pairs, _core.derive_seed(config.seed % 2**64, 2)
    )
    workers = workers or usable_cores()
    groups = _groups(config, openings, group_size or _group_size(config, makers, workers))
    started, clock = datetime.now(UTC), time.monotonic()
    with GroupsAtWork(groups, makers, workers) as work:
        games, ending = _watch(work, config, on_progress, stop or StopToken())
    return MatchReport(
        config=config,
        game=game,
        contestants=(Contestant.of(first, makers[0]), Contestant.of(second, makers[1])),
        games=tuple(games),
        opening_plies=tuple(len(openings[number // 2].history) for number in range(len(games))),
        ending=ending,
        started=started,
        seconds=time.monotonic() - clock,
    )


def _watch(
    work: GroupsAtWork,
    config: MatchConfig,
    on_progress: Callable[[MatchProgress], None],
    stop: StopToken,
) -> tuple[list[MatchGame], Ending]:
    """The games that count, and why the match ended; Ctrl-C keeps the pairs that are over."""
    try:
        return _watched(work, config, on_progress, stop)
    except KeyboardInterrupt:  # at any moment: while waiting, counting or telling
        if len(games := _whole_pairs(work)) == 0:
            raise
        return games, "stopped"


def _watched(
    work: GroupsAtWork,
    config: MatchConfig,
    on_progress: Callable[[MatchProgress], None],
    stop: StopToken,
) -> tuple[list[MatchGame], Ending]:
    clock = time.monotonic()
    test = None if config.sprt is None else SprtWatch(config.sprt)
    while True:
        is_working = work.wait(_LOOK_SECONDS)
        games = _whole_pairs(work)
        decided = None if test is None else test.look(pair_points(games))
        if decided is not None:
            games = games[: 2 * decided]
        elapsed, wanted = time.monotonic() - clock, 2 * config.pairs
        tally = Tally.of(games)
        state = _assessed(config, tally)
        on_progress(MatchProgress(work.games_over, wanted, tally, state, elapsed))
        if decided is not None:
            return games, "SPRT decided"
        if not is_working:
            return games, "all games played"
        if stop.requested:
            return games, "stopped"


def _whole_pairs(work: GroupsAtWork) -> list[MatchGame]:
    games = work.in_order()
    return games[: len(games) // 2 * 2]


def _assessed(config: MatchConfig, tally: Tally) -> SprtState | None:
    return None if config.sprt is None else config.sprt.assess(tally.pairs)


def _group_size(config: MatchConfig, makers: Makers, workers: int) -> int:
    """Games of one worker share batches; but players on a clock must not share a core."""
    if any(maker.spec.is_timed for maker in makers):
        return 1
    share = 2 * config.pairs // (workers * _GROUPS_PER_WORKER)
    return max(2, min(share, _LARGEST_GROUP) // 2 * 2)


def _groups(config: MatchConfig, openings: list[Position[Any]], size: int) -> list[GameGroup]:
    """The seed of a game depends only on the match seed, the player and the game's number."""
    total, streams = 2 * config.pairs, [_core.derive_seed(config.seed % 2**64, i) for i in (0, 1)]
    groups = []
    for begin in range(0, total, size):
        numbers = range(begin, min(begin + size, total))
        first, second = ([_core.derive_seed(stream, n) for n in numbers] for stream in streams)
        groups.append(GameGroup(numbers, [openings[n // 2] for n in numbers], (first, second)))
    return groups
