"""Wins in the Gomoku family that no defence stops, with their moves."""

from dataclasses import dataclass
from typing import Any

from tengen import _core
from tengen.errors import UnsupportedError
from tengen.rules.position import Position
from tengen.search.arguments import require_nodes, require_time
from tengen.search.gomoku_family import native_gomoku, require_position
from tengen.search.result import refuse_finished
from tengen.search.running import StopToken

_LARGEST_LOG_TABLE = 22
"""Places of 16 bytes: 64 MB, which fills in the course of seconds."""


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A win for the side to move, whatever the other side does."""

    line: tuple[int, ...]
    """The winner's moves and the replies in turn, to the stone that completes the line."""
    names: tuple[str, ...]
    """The names of the moves."""

    @property
    def plies(self) -> int:
        """Moves of both sides until the win is complete."""
        return len(self.line)

    def __str__(self) -> str:
        return f"wins by force in {self.plies}: {' '.join(self.names)}"


def find_forced_win(
    position: Position[Any],
    nodes: int = 100_000,
    *,
    threes: bool = False,
    seconds: float | None = None,
    stop: StopToken | None = None,
) -> ForcedWin | None:
    """A win by continuous fours for the side to move, with the fewest fours there are.

    A four is a line that lacks one stone, whatever the length of lines. With `threes`, moves that
    threaten to win by fours are tried too; then the replies are those that hold out longest, and a
    quicker win may exist. None: there is no such win, or it was not found within `nodes` positions
    and `seconds`, or before `stop` was requested.
    Without `seconds` and `stop` the answer depends on the position and `nodes` alone. Raises
    `UnsupportedError` for other games and `GameOverError` for a finished one.
    """
    require_position(position)
    require_nodes(nodes)
    require_time(seconds, stop)
    if (native := native_gomoku(position)) is None:
        raise UnsupportedError(
            "forced wins are searched for in the Gomoku family, such as gomoku:15x15/5; "
            f"got a position of {position.game.name}"
        )
    refuse_finished(position.outcome)
    game, root = native
    log_table = min(int(nodes).bit_length(), _LARGEST_LOG_TABLE)
    forced = _core.ForcedWins(game.core, log_table)
    find = forced.by_threats if threes else forced.by_fours
    line = find(root.state, int(nodes), seconds, stop)
    return None if line is None else ForcedWin(tuple(line), tuple(position.move_names(line)))
