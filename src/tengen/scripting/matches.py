"""Matches from Python in one call."""

from collections.abc import Callable
from typing import Any

from tengen import arena
from tengen.arena import MatchReport
from tengen.arena.match_lines import MatchLines
from tengen.arena.match_settings import MatchSettings
from tengen.arena.openings import DEFAULT_OPENINGS
from tengen.arena.players import PlayerFactory
from tengen.errors import ConfigError
from tengen.rules.arguments import shown
from tengen.rules.game import Game
from tengen.scripting.contenders import Contender, contender_factory
from tengen.scripting.games import find_game


def play_match(
    game: str | Game[Any],
    first: Contender,
    second: Contender,
    *,
    games: int = 100,
    simulations: int = 400,
    openings: str = DEFAULT_OPENINGS,
    seed: int = 0,
    sprt: str | None = None,
    workers: int | None = None,
    progress: Callable[[str], object] | None = None,
) -> MatchReport:
    """Plays a match and measures how much stronger the first player is, with a 95% interval.

    game         a game by name, or one from `load_game`
    first        a player: a spec such as "net:connect4@400", "mcts@1000", "random", "perfect" or
    second       "level:3"; a net from `load_net` or `train`, or any evaluator; a `Search`; or a
                 function that takes a position and returns a move, by name or by number
    games        maximum number of games, rounded up to even: each opening is played twice, with
                 the seats swapped
    simulations  simulations per move of nets, evaluators and searches; specs state their own
    openings     "random", "random:4" for four random plies, "random:2-4" for two to four, or a file
    seed         the same seed gives the same games, unless a player uses the clock
    sprt         two Elo differences such as "0,20": stop as soon as this test is decided
    workers      games in parallel; default: one per core. Functions are called from all of them
    progress     a function such as `print`, called with a line after every tenth of the games

    Returns a `MatchReport`; `print` shows it. Ctrl-C ends the match and keeps finished pairs.

    Raises `TengenError` for players that cannot play this game.
    """
    rules = find_game(game)
    one, other = (contender_factory(player, rules, simulations) for player in (first, second))
    config = MatchSettings(
        game=rules.name,
        players=(_asked(first, one), _asked(second, other)),
        games=games,
        openings=openings,
        seed=seed,
        sprt=sprt,
    ).config()
    if not isinstance(seed, int):
        raise ConfigError(f"seed must be a whole number; got {shown(seed)}")
    if not isinstance(workers, int | None) or (workers is not None and workers < 1):
        raise ConfigError(f"workers must be 1 or more; got {shown(workers)}")
    return arena.play_match(
        config,
        game=rules,
        makers=(one, other),
        workers=workers,
        on_progress=MatchLines(progress or (lambda line: None)).show,
    )


def _asked(player: Contender, maker: PlayerFactory) -> str:
    return player if isinstance(player, str) else str(maker.spec)
