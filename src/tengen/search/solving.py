"""The exact value of a position, by whichever solver knows its game."""

from functools import cache, lru_cache
from typing import Any

from tengen.errors import UnsupportedError
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.rules.registry import load_game
from tengen.search.arguments import require_nodes, require_time
from tengen.search.connect_four import ConnectFourSolver, is_usual_connect_four
from tengen.search.gomoku_family import native_gomoku, require_position
from tengen.search.running import StopToken
from tengen.search.solver import Solution, Solver

_MEMORY_MB = 64
"""Holds what is learned about a 6x6 board; the solvers are kept."""


def solve(
    position: Position[Any],
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: StopToken | None = None,
) -> Solution:
    """Value, distance and best moves, each within the whole budget, and None if it runs out.

    For Connect Four on 7x6 and small m,n,k games, those with (width + 1) * height up to 64. What is
    learned is kept for the next question about the same game. Threads take turns. Raises
    `UnsupportedError` for other games and `GameOverError` for a finished one.
    """
    require_position(position)
    if nodes is not None:
        require_nodes(nodes)
    require_time(seconds, stop)
    if is_usual_connect_four(position.game):
        return _connect_four_solver().solve(position, seconds=seconds, nodes=nodes, stop=stop)
    if (native := native_gomoku(position)) is None:
        raise unsolvable(position.game)
    game, root = native
    solver = _small_board_solver(game.name)
    return solver.solve(root, seconds=seconds, nodes=nodes, stop=stop)


def unsolvable(game: Game[Any]) -> UnsupportedError:
    """The refusal of a game that no solver knows."""
    return UnsupportedError(
        "exact values are known for connect4 and small m,n,k games only, such as gomoku:6x6/4; "
        f"got {game.name}"
    )


@cache
def _connect_four_solver() -> ConnectFourSolver:
    return ConnectFourSolver()


@lru_cache(maxsize=2)
def _small_board_solver(name: str) -> Solver:
    return Solver(load_game(name), _MEMORY_MB)
