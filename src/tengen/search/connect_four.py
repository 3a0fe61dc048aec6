"""Connect Four, solved: the exact score of every position of the 7x6 board."""

from pathlib import Path
from typing import Any, NamedTuple

from tengen import _core
from tengen.errors import UnsupportedError
from tengen.rules.facts import Family
from tengen.rules.game import Game
from tengen.rules.native import NativeGame
from tengen.rules.position import Position
from tengen.rules.registry import load_game
from tengen.search.solver import ExactSolver, require_memory

BOOK = Path(__file__).parent / "books" / "connect4.book"
"""Scores of all positions after nine plies, made by scripts/make_connect4_book.py."""
_SIZE = (7, 6)


def is_usual_connect_four(game: Game[Any]) -> bool:
    """Whether it is Connect Four on the board that is solved, 7x6."""
    return game.facts.family == Family.CONNECT_FOUR and (game.width, game.height) == _SIZE


def is_solvable(position: Position[Any]) -> bool:
    """Whether the solver takes a position: 7x6, and both sides moved in turn.

    Stones that were set up may be in other numbers; the book knows nothing about those.
    """
    if not is_usual_connect_four(position.game):
        return False
    cells, to_move = position.game.cells(position.state), position.to_move
    return cells.count(1 - to_move) - cells.count(to_move) in (0, 1)


class ConnectFourSolver(ExactSolver):
    """Solves every position of Connect Four, in whatever form its rules are given.

    Up to the ninth ply answers are looked up in a book, `None` for none; the hardest positions are
    those right after it. `memory_mb` holds what is learned on the way. A table that fits the
    processor's cache is the quickest.
    """

    def __init__(self, memory_mb: int = 8, *, book: Path | None = BOOK) -> None:
        require_memory(memory_mb)
        super().__init__(load_game("connect4"), _core_solver(memory_mb, book))

    def _core_state(self, position: Position[Any]) -> _core.NativePosition:
        game = position.game
        if not is_usual_connect_four(game):
            raise UnsupportedError(
                f"this solver is for Connect Four on 7x6; got a position of {game.name}"
            )
        if isinstance(game, NativeGame):
            return super()._core_state(position)
        state: _core.NativePosition = self.game.place(
            game.cells(position.state), position.to_move, position.to_move, None
        )
        return state


class Ending(NamedTuple):
    """The exact result of a position for the side to move."""

    value: int
    """+1, 0 or -1."""
    line: tuple[int, ...]
    """Best play by both sides to the end of the game."""


def solve_ending(position: Position[Any], nodes: int) -> Ending | None:
    """What a search finds out about an unfinished position of Connect Four, 7x6, on its way.

    None if `nodes` positions do not suffice, and where so few stones are on the board that they
    seldom would. The answer depends on nothing else.
    """
    found = _core.ConnectFourEndings(nodes).solve(position.state)
    return None if found is None else Ending(found[0], tuple(found[1]))


def _core_solver(memory_mb: int, book: Path | None) -> _core.ConnectFourSolver:
    try:
        return _core.ConnectFourSolver(memory_mb, None if book is None else book.read_bytes())
    except OSError as error:
        raise UnsupportedError(
            f"the opening book of Connect Four cannot be read ({error.strerror}): "
            "install Tengen again"
        ) from None
    except ValueError as error:
        raise UnsupportedError(f"{error}: install Tengen again") from None
