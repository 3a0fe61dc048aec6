"""The ladder of pure-MCTS opponents that a run climbs (SPEC T6)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tengen import _core
from tengen.play import SearchPlayer, play_games
from tengen.play.playing import ladder_configs
from tengen.rules.game import Game
from tengen.search import AnyEvaluator, Limit, RolloutEvaluator, SearchConfig
from tengen.settings import MOST, Range, refuse_out_of_range


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderConfig:
    """How and when a run measures itself against pure MCTS."""

    every: int = 5
    """Generations between matches, 1 or more."""
    games: int = 10
    """Games of a match, 2 or more; seats alternate."""
    simulations: int = 100
    """Simulations of the net's player, 1 or more."""
    first_opponent: int = 1000
    """Simulations of the first opponent, 1 or more."""
    step: int = 1000
    """How many more the next opponent has, 1 or more."""
    last_opponent: int = 5000
    """The opponent that stays, 1 or more."""
    plain: bool = False
    """As in the original systems: every search begins anew, and the opponent proves nothing."""

    def __post_init__(self) -> None:
        refuse_out_of_range(self, _RANGES)


_RANGES = {
    "every": Range(1, MOST),
    "games": Range(2, 10_000),
    "simulations": Range(1, MOST),
    "first_opponent": Range(1, MOST),
    "step": Range(1, MOST),
    "last_opponent": Range(1, MOST),
}


@dataclass(frozen=True, slots=True)
class LadderMatch:
    """One match against one opponent."""

    opponent: int
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Share of points; a draw counts half."""
        return (self.wins + self.draws / 2) / max(1, self.games)


@dataclass(frozen=True, slots=True)
class LadderState:
    """Where on the ladder a run stands. A function of its matches alone."""

    opponent: int
    best_score: float = 0.0
    best_is_new: bool = False
    """Whether the last match was the best so far on this rung."""


def climb(config: LadderConfig, matches: Sequence[LadderMatch]) -> LadderState:
    """A better score is a new best; a perfect one brings a stronger opponent and a fresh start."""
    state = LadderState(config.first_opponent)
    for match in matches:
        is_new = match.score > state.best_score
        state = LadderState(state.opponent, max(state.best_score, match.score), is_new)
        if match.score == 1.0 and state.opponent < config.last_opponent:
            stronger = min(state.opponent + config.step, config.last_opponent)
            state = LadderState(stronger, 0.0, is_new)
    return state


def play_ladder_match(
    game: Game[Any],
    evaluator: AnyEvaluator,
    search: SearchConfig,
    config: LadderConfig,
    opponent: int,
    *,
    seed: int,
    threads: int,
    on_finished: Callable[[int], None] = lambda games: None,
) -> LadderMatch:
    """Plays a match, without the noise of self-play; the same seed gives the same games.

    `on_finished` is told how many games are over whenever one ends.
    """
    net_config, pure_config = ladder_configs(search, plain=config.plain)
    seeds = [_core.derive_seed(seed % 2**64, number) for number in range(2 * config.games)]
    net = SearchPlayer(
        "net",
        game,
        evaluator,
        net_config,
        Limit(simulations=config.simulations),
        seeds=seeds[: config.games],
        threads=threads,
    )
    pure = SearchPlayer(
        f"mcts@{opponent}",
        game,
        RolloutEvaluator(),
        pure_config,
        Limit(simulations=opponent),
        seeds=seeds[config.games :],
        threads=threads,
    )
    games = play_games((net, pure), [game.initial()] * config.games, on_finished)
    scores = [played.score_of(0) for played in games]
    return LadderMatch(opponent, scores.count(1.0), scores.count(0.5), scores.count(0.0))
