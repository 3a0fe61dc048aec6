"""Swap2: proposes balanced stones, and chooses the better side of given stones."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np

from tengen.errors import ProtocolError
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search.result import SearchResult

Think = Callable[[Position[Any], float], SearchResult]
"""Searches a position until a share of the time for the answer has passed."""

SWAP = "SWAP"

Choice = Literal["black", "white", "two_more"]
_THREE, _FIVE = 3, 5
_NEARLY_EVEN = 0.1
"""Values so near to even are no reason to prefer a side."""

# Black, white and black as (columns, rows) from the centre. Far and near, open and cramped: which
# of them is even depends on board and rule, so the search decides. The first fits every board.
_PATTERNS = (
    ((0, 0), (1, 1), (-2, 2)),
    ((0, 0), (1, 0), (-1, 2)),
    ((0, 0), (0, 1), (4, 3)),
    ((-5, -5), (-4, -4), (3, 4)),
    ((-6, 0), (-5, 1), (5, 2)),
    ((0, -6), (1, -5), (-4, 5)),
)


def propose_stones(game: Game[Any], think: Think) -> tuple[int, ...]:
    """Three stones: of some patterns, the one whose value for white is nearest to even."""
    patterns = [actions for pattern in _PATTERNS if (actions := _placed(game, pattern))]
    unevenness = {}
    for number, actions in enumerate(patterns, 1):
        result = think(game.position_from(actions), number / len(patterns))
        unevenness[actions] = abs(result.root_value)
    return min(patterns, key=lambda actions: unevenness[actions])


def choose_side(game: Game[Any], stones: Sequence[int], think: Think) -> int | None:
    """After three or five stones: white's next move to stay white, or None to swap to black.

    Two more stones instead of a choice after three are never worth more in our own eyes: the other
    side would then choose the better side, and here we can.
    """
    if len(stones) not in (_THREE, _FIVE):
        raise ProtocolError(f"SWAP2BOARD takes 0, 3 or 5 stones; got {len(stones)}")
    result = think(game.position_from(stones), 1.0)
    return result.best_action if result.root_value >= 0 else None


def choose_or_add(game: Game[Any], stones: Sequence[int], think: Think) -> Choice:
    """The better side after three or five stones, or two more where three are nearly even.

    Nothing is lost by them then: whoever places them can keep the position even, and leaves the
    choice to the other.
    """
    value = think(game.position_from(stones), 1.0).root_value
    if len(stones) == _THREE and abs(value) <= _NEARLY_EVEN:
        return "two_more"
    return "white" if value >= 0 else "black"


def two_more_stones(game: Game[Any], stones: Sequence[int], think: Think) -> tuple[int, int]:
    """White's best move after three stones, and the reply of black that is nearest to even."""
    position = game.position_from(stones)
    white = think(position, 0.5).best_action
    replies = think(position.play(white), 1.0).values
    return white, int(np.nanargmin(np.abs(replies)))


def _placed(game: Game[Any], pattern: Sequence[tuple[int, int]]) -> tuple[int, ...] | None:
    """The pattern as actions around the centre, or None when it does not fit the board."""
    cells = [(game.width // 2 + x, game.height // 2 + y) for x, y in pattern]
    if not all(0 <= x < game.width and 0 <= y < game.height for x, y in cells):
        return None
    return tuple(game.action_at(y, x) for x, y in cells)
