"""Who knows the truth about a game: exact scores for every move, and a player that uses them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tengen import _core
from tengen.errors import UnsupportedError
from tengen.nets.packages import require_package
from tengen.play import Forfeit
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search.solver import DRAW, Score, Solver

CONNECT_FOUR = "connect4"
SECONDS_PER_POSITION = 60.0
"""How long the perfect player thinks before it gives up."""


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
        """All that a meter needs; its budget is no matter of time, so that it can be repeated."""

    def best_moves(
        self, position: Position[Any], seconds: float | None = None
    ) -> Sequence[int] | None:
        """Only the best moves, which may be known sooner."""


def find_oracle(game: Game[Any]) -> Oracle:
    """BitBully for Connect Four, the core's proof search for small m,n,k games.

    Raises `UnsupportedError` for other games, `MissingPackageError` without BitBully.
    """
    if game.name == CONNECT_FOUR:
        return ConnectFourOracle()
    if game.name.partition(":")[0] in ("gomoku", "tictactoe"):
        return SolverOracle(game)
    raise UnsupportedError(
        f"nobody knows the exact values of {game.name}; "
        "perfect play is for connect4 and small boards of Gomoku, such as gomoku:6x6/4"
    )


class SolverOracle:
    """The proof search of the core."""

    def __init__(self, game: Game[Any], memory_mb: int = 256) -> None:
        self._solver = Solver(game, memory_mb)

    def truth(self, position: Position[Any], nodes: int | None = None) -> Truth | None:
        """Asks step by step, each within the given number of nodes."""
        score = self._solver.score(position, nodes=nodes)
        keeping = score and self._solver.keeping_moves(position, nodes=nodes)
        best = keeping and self._solver.best_moves(position, nodes=nodes)
        return Truth(score, keeping, best) if score and keeping and best else None

    def best_moves(
        self, position: Position[Any], seconds: float | None = None
    ) -> Sequence[int] | None:
        """Sooner known than all there is."""
        return self._solver.best_moves(position, seconds=seconds)


class ConnectFourOracle:
    """BitBully, a perfect solver of Connect Four on the 7x6 board, with its opening book."""

    def __init__(self) -> None:
        self._package = require_package("bitbully", "perfect Connect Four", "oracle")
        self._solver = self._package.BitBully(opening_book="12-ply-dist")

    def truth(self, position: Position[Any], nodes: int | None = None) -> Truth:
        """Takes milliseconds, whatever the limit."""
        return Truth.of(self.score_moves(position))

    def score_moves(self, position: Position[Any]) -> dict[int, Score]:
        """Exact scores for every legal move."""
        stones, board = _board_of(position)
        scores = self._solver.score_all_moves(self._package.Board.from_array(board))
        return {
            column: score_of_bitbully(scores[column], stones) for column in position.legal_actions
        }

    def best_moves(self, position: Position[Any], seconds: float | None = None) -> Sequence[int]:
        """The moves with the highest of these scores."""
        return self.truth(position).best


def _board_of(position: Position[Any]) -> tuple[int, list[list[int]]]:
    """The number of stones, and BitBully's own picture: [row][column], top row first.

    BitBully lets player 1 begin; here that is whoever is to move when the number is even.
    """
    game = position.game
    cells = game.cells(position.state)
    stones = sum(cell is not None for cell in cells)
    if cells.count(position.to_move) != stones // 2:
        raise UnsupportedError("the perfect solver takes boards where the sides moved in turn")
    mover = 1 + stones % 2
    marks = [
        0 if cell is None else mover if cell == position.to_move else 3 - mover for cell in cells
    ]
    rows = [marks[start : start + game.width] for start in range(0, len(marks), game.width)]
    return stones, rows[::-1]


def score_of_bitbully(number: int, stones: int) -> Score:
    """BitBully says 22 minus the stones the winner will have; negative if the mover loses."""
    if number == 0:
        return DRAW
    winners_stones = 22 - abs(number)
    winner_begins = (stones % 2 == 0) == (number > 0)
    end = 2 * winners_stones - 1 if winner_begins else 2 * winners_stones
    return Score(1 if number > 0 else -1, end - stones)


class PerfectPlayer:
    """Plays one of the best moves, drawn evenly; game i draws from seed i."""

    name = "perfect"

    def __init__(self, oracle: Oracle, seeds: Sequence[int]) -> None:
        self._oracle = oracle
        self._randoms = [_core.Random(seed % 2**64) for seed in seeds]

    def choose(self, positions: Mapping[int, Position[Any]]) -> dict[int, int | Forfeit]:
        """A best move for each game; forfeits a game that is too hard to solve in time."""
        return {number: self._choose(number, position) for number, position in positions.items()}

    def _choose(self, number: int, position: Position[Any]) -> int | Forfeit:
        moves = self._oracle.best_moves(position, SECONDS_PER_POSITION)
        if moves is None:
            return Forfeit(f"no proof within {SECONDS_PER_POSITION:g} seconds")
        return moves[self._randoms[number].below(len(moves))]

    def close(self) -> None:
        """Holds nothing but memory."""
