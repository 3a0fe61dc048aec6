"""Exact values: who wins, how soon, and by which moves."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import total_ordering
from typing import Any, TypeVar

from tengen import _core
from tengen.errors import ConfigError, UnsupportedError
from tengen.rules.game import Game
from tengen.rules.native import NativeGame
from tengen.rules.position import Position
from tengen.search.one_user import Turns
from tengen.search.result import ProofValue, refuse_finished
from tengen.search.running import StopToken

_VALUES: dict[int, ProofValue] = {1: "win", 0: "draw", -1: "loss"}

_Answer = TypeVar("_Answer")
_Question = Callable[[Any, int | None, float | None, StopToken | None], _Answer | None]


@total_ordering
@dataclass(frozen=True, slots=True)
class Score:
    """A game-theoretic result for one side; quicker wins and slower losses are greater."""

    value: int
    """+1, 0 or -1."""
    plies: int
    """Moves of both sides until a win or loss is complete, with best play; 0 for a draw."""

    @property
    def name(self) -> ProofValue:
        """The value as a word."""
        return _VALUES[self.value]

    def __lt__(self, other: "Score") -> bool:
        return self._rank < other._rank

    @property
    def _rank(self) -> float:
        return self.value / (1 + self.plies)


DRAW = Score(0, 0)


@dataclass(frozen=True, slots=True)
class Solution:
    """What was found about a position; None where the budget ran out."""

    value: ProofValue | None
    plies: int | None = None
    """Moves until the win or loss is complete; None for a draw."""
    best: tuple[int, ...] = ()
    """All moves with the best score: fastest win, slowest loss."""


class ExactSolver:
    """The questions every solver answers.

    What it learns stays in its memory for the next question. Every question ends without an answer
    when its `seconds` or `nodes` are used up, or when its `stop` is requested. Threads may share a
    solver: they take turns, a whole question each, and time spent waiting is not counted.
    """

    def __init__(self, game: Game[Any], core: _core.Solver | _core.ConnectFourSolver) -> None:
        self.game = game
        self._core = core
        # The core searches without the GIL and has one table and one node count.
        self._turns = Turns()

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return self._core.nodes

    def value(
        self,
        position: Position[Any],
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: StopToken | None = None,
    ) -> ProofValue | None:
        """Win, draw or loss for the side to move; None when the budget ends first."""
        value = self._ask(self._core.value, position, nodes, seconds, stop)
        return None if value is None else _VALUES[value]

    def score(
        self,
        position: Position[Any],
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: StopToken | None = None,
    ) -> Score | None:
        """Value and distance under best play; None when the budget ends first."""
        number = self._ask(self._core.score, position, nodes, seconds, stop)
        return None if number is None else self._score(position, number)

    def score_moves(
        self,
        position: Position[Any],
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: StopToken | None = None,
    ) -> dict[int, Score] | None:
        """The exact score of every legal move; None when the budget ends first.

        Plies count from this position: a move that wins at once scores (+1, 1).
        """
        numbers = self._ask(self._core.score_moves, position, nodes, seconds, stop)
        if numbers is None:
            return None
        return {
            action: self._score(position, number)
            for action, number in enumerate(numbers)
            if number is not None
        }

    def keeping_moves(
        self,
        position: Position[Any],
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: StopToken | None = None,
    ) -> tuple[int, ...] | None:
        """All moves that keep the value, whatever their distance."""
        moves = self._ask(self._core.keeping_moves, position, nodes, seconds, stop)
        return None if moves is None else tuple(moves)

    def best_moves(
        self,
        position: Position[Any],
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: StopToken | None = None,
    ) -> tuple[int, ...] | None:
        """All moves with the best score; much quicker than the scores of all moves."""
        moves = self._ask(self._core.best_moves, position, nodes, seconds, stop)
        return None if moves is None else tuple(moves)

    def solve(
        self,
        position: Position[Any],
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: StopToken | None = None,
    ) -> Solution:
        """Value, distance and best moves; each has the whole budget, and is None if it runs out."""
        value = self.value(position, seconds=seconds, nodes=nodes, stop=stop)
        if value is None:
            return Solution(None)
        score = self.score(position, seconds=seconds, nodes=nodes, stop=stop)
        if score is None:
            return Solution(value)
        best = self.best_moves(position, seconds=seconds, nodes=nodes, stop=stop)
        return Solution(value, score.plies or None, best or ())

    def _ask(
        self,
        question: _Question[_Answer],
        position: Position[Any],
        nodes: int | None,
        seconds: float | None,
        stop: StopToken | None,
    ) -> _Answer | None:
        if seconds is not None and not 0 < seconds < math.inf:
            raise ConfigError(f"seconds must be above 0; got {seconds!r}")
        state = self._core_state(position)
        refuse_finished(position.outcome)
        with self._turns:
            try:
                return question(state, nodes, seconds, stop)
            except ValueError as error:
                raise UnsupportedError(str(error)) from None

    def _core_state(self, position: Position[Any]) -> _core.NativePosition:
        """The position as the core knows it; raises `UnsupportedError` for another game's."""
        if position.game.name != self.game.name:
            raise UnsupportedError(
                f"this solver is for {self.game.name}; got a position of {position.game.name}"
            )
        state: _core.NativePosition = position.state
        return state

    def _score(self, position: Position[Any], number: int) -> Score:
        if number == 0:
            return DRAW
        cells = position.game.cells(position.state)
        stones = sum(occupant is not None for occupant in cells)
        return Score(1 if number > 0 else -1, len(cells) + 1 - abs(number) - stones)


class Solver(ExactSolver):
    """Solves positions of one Gomoku game with (width + 1) * height up to 64.

    The boards whose value it finds from the start in seconds are those up to 6x6 with lines of four
    or fewer; all best moves take longer.
    """

    def __init__(self, game: Game[Any], memory_mb: int = 256) -> None:
        require_memory(memory_mb)
        if not isinstance(game, NativeGame):
            raise UnsupportedError(
                f"the solver supports only Gomoku on small boards; got {game.name!r}"
            )
        try:
            core = _core.Solver(game.core, memory_mb)
        except ValueError as error:
            raise UnsupportedError(f"{game.name} cannot be solved: {error}") from None
        super().__init__(game, core)


def require_memory(megabytes: int) -> None:
    """Raises `ConfigError` for less than a table needs."""
    if megabytes < 1:
        raise ConfigError(f"a solver needs 1 megabyte or more; got {megabytes!r}")
