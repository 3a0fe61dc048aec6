"""The ladder of pure-MCTS opponents that a run climbs (SPEC T6)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from tengen import _core
from tengen.play import SearchPlayer, play_pairings
from tengen.play.searching import ladder_configs
from tengen.rules.game import Game
from tengen.search import AnyEvaluator, Limit, RolloutEvaluator, SearchConfig
from tengen.settings import MOST, Range, require_allowed


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderConfig:
    """How and when a run plays matches against pure MCTS."""

    every: Annotated[int, Range(1, MOST)] = 5
    """Generations between matches."""
    games: Annotated[int, Range(2, 10_000)] = 10
    """Games of a match; seats alternate."""
    simulations: Annotated[int, Range(1, MOST)] = 100
    """Simulations per move of the net."""
    first_opponent: Annotated[int, Range(1, MOST)] = 1000
    """Simulations per move of the first opponent."""
    step: Annotated[int, Range(1, MOST)] = 1000
    """Simulations added for the next opponent after a match won without a loss or draw."""
    last_opponent: Annotated[int, Range(1, MOST)] = 5000
    """Simulations per move of the last opponent."""
    plain: bool = False
    """As in the original systems: no tree reuse, and the opponent proves nothing."""

    def __post_init__(self) -> None:
        require_allowed(self)


@dataclass(frozen=True, slots=True)
class LadderMatch:
    """The result of a match against one opponent."""

    opponent: int
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """Number of games played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Share of points; a draw counts half."""
        return (self.wins + self.draws / 2) / max(1, self.games)


@dataclass(frozen=True, slots=True)
class LadderState:
    """A run's place on the ladder: a function of its matches alone."""

    opponent: int
    best_score: float = 0.0
    best_is_new: bool = False
    """Whether the last match was the best so far on this rung."""


def climb(config: LadderConfig, matches: Sequence[LadderMatch]) -> LadderState:
    """A better score is a new best; a perfect score moves on to a stronger opponent."""
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
    games: range | None = None,
    on_finished: Callable[[int], None] = lambda games: None,
) -> LadderMatch:
    """Plays a match without self-play noise; the same seed gives the same games.

    `games` are those to play, all by default; the first must be even, because seats alternate.
    `on_finished` is called with the number of finished games whenever one ends.
    """
    numbers = range(config.games) if games is None else games
    net_config, pure_config = ladder_configs(search, plain=config.plain)
    net = SearchPlayer(
        "net",
        game,
        evaluator,
        net_config,
        Limit(simulations=config.simulations),
        seeds=[_core.derive_seed(seed % 2**64, number) for number in numbers],
        threads=threads,
    )
    pure = SearchPlayer(
        f"mcts@{opponent}",
        game,
        RolloutEvaluator(),
        pure_config,
        Limit(simulations=opponent),
        seeds=[_core.derive_seed(seed % 2**64, config.games + number) for number in numbers],
        threads=threads,
    )
    finished = play_pairings((net, pure), [game.initial()] * len(numbers), on_finished)
    scores = [played.score_of(0) for played in finished]
    return LadderMatch(opponent, scores.count(1.0), scores.count(0.5), scores.count(0.0))
