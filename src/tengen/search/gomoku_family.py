"""Positions of the Gomoku family as the core knows them, in whatever form the rules are given."""

from typing import Any

from tengen import _core
from tengen.errors import ConfigError
from tengen.rules.arguments import shown
from tengen.rules.facts import Family, LineRule
from tengen.rules.native import NativeGame, gomoku
from tengen.rules.position import Position

NativePosition = Position[_core.NativePosition]


def require_position(position: object) -> None:
    """Raises `ConfigError` for what is not a position."""
    if not isinstance(position, Position):
        raise ConfigError(
            "expected a position, such as tengen.load_game('gomoku:15x15/5').initial(); "
            f"got {shown(position)}"
        )


def native_gomoku(position: Position[Any]) -> tuple[NativeGame, NativePosition] | None:
    """The same stones in the core; None for games that are not won by rows of stones alone."""
    game, facts = position.game, position.game.facts
    length = facts.line_length
    if facts.family not in (Family.GOMOKU, Family.TIC_TAC_TOE) or length is None:
        return None
    if isinstance(game, NativeGame):
        return game, position
    native = gomoku(game.width, game.height, length, rule=facts.line_rule or LineRule.FREE_STYLE)
    cells = game.cells(position.state)
    state = native.place(cells, position.to_move, position.first, None)
    return native, Position(native, state, position.first)
