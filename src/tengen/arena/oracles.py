"""Oracles: exact scores for every move of a game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tengen.rules.facts import Family
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search.connect_four import ConnectFourSolver, is_solvable, is_usual_connect_four
from tengen.search.one_user import Turns
from tengen.search.running import StopToken
from tengen.search.solver import ExactSolver, Score, Solver
from tengen.search.solving import unsolvable

# A small game is solved faster than the memory for a large table is allocated.
_FEW_CELLS = 16
_SMALL_TABLE, _LARGE_TABLE = 1, 32
# Boards up to this size are always solved: it takes seconds, once for all games, since results are
# kept. Of larger boards only the square ones, where symmetry helps: 5x5/4 takes at most 5.5 million
# nodes.
_MOST_CELLS_IN_REACH, _LONGEST_LINE_IN_REACH = 20, 4
_ALSO_IN_REACH = (5, 5, 4)
"""Width, height and line length."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The exact value of a position, for the side to move."""

    score: Score
    keeping: tuple[int, ...]
    """Moves that keep the value: win, draw or loss."""
    best: tuple[int, ...]
    """Moves that are the best possible: fastest win, slowest loss, any draw."""

    @classmethod
    def of(cls, scores: Mapping[int, Score]) -> "Truth":
        """Derived from the scores of all legal moves."""
        best = max(scores.values())
        return cls(
            best,
            tuple(move for move, score in scores.items() if score.value == best.value),
            tuple(move for move, score in scores.items() if score == best),
        )


class Oracle(Protocol):
    """Gives exact answers; None if the budget is too small."""

    def truth(self, position: Position[Any], nodes: int | None = None) -> Truth | None:
        """Everything a meter needs; the budget is in nodes, not time, for reproducibility."""

    def good_moves(
        self, position: Position[Any], nodes: int, stop: StopToken | None = None
    ) -> Sequence[int] | None:
        """The best moves, or else all that keep the value, each within `nodes` nodes.

        An oracle that always finds the best moves ignores the limit. The answer depends on the
        position alone, not on earlier queries. Thread-safe.
        """


def find_oracle(game: Game[Any]) -> Oracle:
    """The core's solver for this game: Connect Four or a small m,n,k game.

    Raises `UnsupportedError` for other games.
    """
    if is_usual_connect_four(game):
        return ConnectFourOracle()
    if game.facts.family in (Family.GOMOKU, Family.TIC_TAC_TOE):
        return SolverOracle(game)
    raise unsolvable(game)


class SolverOracle:
    """The proof search of the core."""

    def __init__(self, game: Game[Any], memory_mb: int = 256) -> None:
        self._game = game
        self._is_small = game.num_actions <= _FEW_CELLS
        self._memory_mb = _SMALL_TABLE if self._is_small else memory_mb
        self._made: Solver | None = None
        self._making = Turns()
        self._fresh_solver()

    @property
    def _solver(self) -> Solver:
        """A solver that keeps its results between queries."""
        with self._making:
            if self._made is None:
                self._made = Solver(self._game, self._memory_mb)
        return self._made

    def _fresh_solver(self) -> Solver:
        return Solver(self._game, _SMALL_TABLE if self._is_small else _LARGE_TABLE)

    def truth(self, position: Position[Any], nodes: int | None = None) -> Truth | None:
        """Reuses the results of earlier queries; each is limited to the given number of nodes."""
        return _truth(self._solver, position, nodes)

    def good_moves(
        self, position: Position[Any], nodes: int, stop: StopToken | None = None
    ) -> Sequence[int] | None:
        """On small boards, solves without a limit and keeps all results.

        Elsewhere, uses a new solver each time: results of earlier queries would otherwise decide
        whether the nodes suffice.
        """
        if is_in_reach(self._game):
            return self._solver.best_moves(position, stop=stop)
        solver = self._fresh_solver()
        moves = solver.best_moves(position, nodes=nodes, stop=stop)
        if moves is not None:
            return moves
        return solver.keeping_moves(position, nodes=nodes, stop=stop)


def is_in_reach(game: Game[Any]) -> bool:
    """Whether every position of this m,n,k game can be solved in seconds."""
    length = game.facts.line_length
    if length is None or game.num_actions > _MOST_CELLS_IN_REACH:
        return (game.width, game.height, length) == _ALSO_IN_REACH
    return length <= _LONGEST_LINE_IN_REACH


class ConnectFourOracle:
    """The core's solver for Connect Four on the 7x6 board, with its opening book."""

    def __init__(self) -> None:
        self._solver = ConnectFourSolver()

    def truth(self, position: Position[Any], nodes: int | None = None) -> Truth | None:
        """Takes milliseconds for most positions, seconds for some right after the book."""
        return _truth(self._solver, position, nodes)

    def good_moves(
        self, position: Position[Any], nodes: int, stop: StopToken | None = None
    ) -> Sequence[int] | None:
        """The best moves, whatever the limit; None where sides did not move in turn."""
        if not is_solvable(position):
            return None
        return self._solver.best_moves(position, stop=stop)


def _truth(solver: ExactSolver, position: Position[Any], nodes: int | None) -> Truth | None:
    """Solves step by step, each within the given number of nodes."""
    score = solver.score(position, nodes=nodes)
    keeping = score and solver.keeping_moves(position, nodes=nodes)
    best = keeping and solver.best_moves(position, nodes=nodes)
    return Truth(score, keeping, best) if score and keeping and best else None
