"""Which protocol the engines of a game speak."""

from typing import Any

from tengen.engines.driver import EnginePlayer
from tengen.engines.gtp import GtpPlayer
from tengen.errors import UnsupportedError
from tengen.rules.facts import Family
from tengen.rules.game import Game


def engine_player_of(game: Game[Any]) -> type[EnginePlayer | GtpPlayer]:
    """Gomocup engines for Gomoku, GTP engines for Othello; raises `UnsupportedError` for others."""
    if game.facts.is_five_in_a_row:
        return EnginePlayer
    if game.facts.family == Family.OTHELLO:
        return GtpPlayer
    raise UnsupportedError(
        f"engines play gomoku:WxH/5, gomoku:WxH/5:standard and othello; got {game.name!r}"
    )
