"""Who knows the truth about a game: exact scores for every move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tengen.errors import UnsupportedError
from tengen.rules.facts import Family
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search.connect_four import ConnectFourSolver, is_usual_connect_four
from tengen.search.one_user import Turns
from tengen.search.running import StopToken
from tengen.search.solver import ExactSolver, Score, Solver

# A game of few cells is solved sooner than the memory for a large table is taken.
_FEW_CELLS = 16
_SMALL_TABLE, _LARGE_TABLE = 1, 32
# Boards up to this size are always solved, in seconds and once for all games, as what is learned is
# kept. Of larger ones the square, whose symmetries help: 5x5/4 takes 5.5 million nodes at most.
_MOST_CELLS_IN_REACH, _LONGEST_LINE_IN_REACH = 20, 4
_ALSO_IN_REACH = (5, 5, 4)
"""Width, height and line length."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What is exactly known about a position, for the side to move."""

    score: Score
    keeping: tuple[int, ...]
    """Moves that keep the value: win, draw or loss."""
    best: tuple[int, ...]
    """Moves that are the best possible: fastest win, slowest loss, any draw."""

    @classmethod
    def of(cls, scores: Mapping[int, Score]) -> "Truth":
        """What follows from the scores of all legal moves."""
        best = max(scores.values())
        return cls(
            best,
            tuple(move for move, score in scores.items() if score.value == best.value),
            tuple(move for move, score in scores.items() if score == best),
        )


class Oracle(Protocol):
    """Knows the truth; each answer is None if the budget did not suffice."""

    def truth(self, position: Position[Any], nodes: int | None = None) -> Truth | None:
        """All that a meter needs; its budget is nodes, not time, so that it repeats."""

    def good_moves(
        self, position: Position[Any], nodes: int, stop: StopToken | None = None
    ) -> Sequence[int] | None:
        """The best moves, or else all that keep the value, each within so many nodes.

        An oracle that always finds the best ones needs no such limit. The answer depends on the
        position alone, not on what was asked before. Threads may ask at once.
        """


def find_oracle(game: Game[Any]) -> Oracle:
    """The core's solvers: of Connect Four, and of small m,n,k games.

    Raises `UnsupportedError` for other games.
    """
    if is_usual_connect_four(game):
        return ConnectFourOracle()
    if game.facts.family in (Family.GOMOKU, Family.TIC_TAC_TOE):
        return SolverOracle(game)
    raise UnsupportedError(
        "exact values are known for connect4 and small m,n,k games only, such as gomoku:6x6/4; "
        f"got {game.name}"
    )


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
        """Remembers what it has learned from one question to the next."""
        with self._making:
            if self._made is None:
                self._made = Solver(self._game, self._memory_mb)
        return self._made

    def _fresh_solver(self) -> Solver:
        return Solver(self._game, _SMALL_TABLE if self._is_small else _LARGE_TABLE)

    def truth(self, position: Position[Any], nodes: int | None = None) -> Truth | None:
        """Uses what earlier questions taught, each within the given number of nodes."""
        return _truth(self._solver, position, nodes)

    def good_moves(
        self, position: Position[Any], nodes: int, stop: StopToken | None = None
    ) -> Sequence[int] | None:
        """On small boards it takes as long as it takes, and remembers every question of every game.

        Elsewhere a solver that has learned nothing yet is asked: what an earlier question taught
        would decide whether the nodes suffice.
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
    """The core's solver of Connect Four on the 7x6 board, with its opening book."""

    def __init__(self) -> None:
        self._solver = ConnectFourSolver()

    def truth(self, position: Position[Any], nodes: int | None = None) -> Truth | None:
        """Takes milliseconds, and a second at most."""
        return _truth(self._solver, position, nodes)

    def good_moves(
        self, position: Position[Any], nodes: int, stop: StopToken | None = None
    ) -> Sequence[int] | None:
        """The best moves, whatever the limit."""
        return self._solver.best_moves(position, stop=stop)


def _truth(solver: ExactSolver, position: Position[Any], nodes: int | None) -> Truth | None:
    """Asks step by step, each within the given number of nodes."""
    score = solver.score(position, nodes=nodes)
    keeping = score and solver.keeping_moves(position, nodes=nodes)
    best = keeping and solver.best_moves(position, nodes=nodes)
    return Truth(score, keeping, best) if score and keeping and best else None
