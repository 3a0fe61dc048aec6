"""The adviser's findings as data: best moves, chances, expected play."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search import Score, SearchResult, TreeView
from tengen.search.result import win_rate

_LINE_LENGTH = 6


@dataclass(frozen=True, slots=True)
class AdvisedMove:
    """One move, from the view of the side that would make it."""

    action: int
    win_rate: float | None
    """0 to 1; a draw counts half. None if the search has not tried it."""
    visits: int
    line: tuple[int, ...]
    """The expected play, beginning with this move."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How a game is expected to end for the side to move, in whole percents that add up to 100."""

    win: int
    draw: int
    loss: int


@dataclass(frozen=True, slots=True)
class Advice:
    """A position as the adviser sees it."""

    position: Position[Any]
    result: SearchResult
    tree: TreeView
    """The top of the search tree, three levels deep."""
    net: str | None
    """The net used; None for random games."""
    exact: Mapping[int, Score] = field(default_factory=dict)
    """The exact score of every legal move, where the game is solved; otherwise empty."""

    @property
    def game(self) -> Game[Any]:
        """The rules."""
        return self.position.game

    @property
    def visits(self) -> int:
        """Simulations so far, including those of earlier questions."""
        return int(self.result.visits.sum())

    @property
    def win_rate(self) -> float:
        """0 to 1 for the side to move; a draw counts half."""
        return self.result.win_rate

    @property
    def chances(self) -> Chances | None:
        """None if the evaluator gives no draw probability."""
        if self.result.wdl is None:
            return None
        win, draw = (round(100 * share) for share in self.result.wdl[:2])
        return Chances(win, draw, 100 - win - draw)

    @property
    def line(self) -> tuple[int, ...]:
        """The expected play, beginning with the recommended move."""
        return self.best_moves(1)[0].line

    def best_moves(self, most: int) -> list[AdvisedMove]:
        """Visited moves, the recommended one first, then by visits; in a solved game all moves."""
        result = self.result
        if self.exact:
            rank = sorted(self.exact, key=lambda a: (self.exact[a], result.visits[a]), reverse=True)
            return [self._advised(action) for action in rank]
        order = [int(action) for action in np.argsort(-result.visits, kind="stable")]
        others = [move for move in order if result.visits[move] and move != result.best_action]
        return [self._advised(action) for action in [result.best_action, *others][:most]]

    @property
    def exactly_best(self) -> list[int]:
        """The moves with the best exact score; empty unless the game is solved."""
        best = max(self.exact.values(), default=None)
        return [action for action, score in self.exact.items() if score == best]

    def _advised(self, action: int) -> AdvisedMove:
        value, visits = self.result.values[action], int(self.result.visits[action])
        rate = None if np.isnan(value) else win_rate(value)
        return AdvisedMove(action, rate, visits, self._line_after(action))

    def _line_after(self, action: int) -> tuple[int, ...]:
        """The expected play after a move: the most visited answers."""
        if action == self.result.best_action:
            return self.result.line[:_LINE_LENGTH]
        line = [action]
        below = next((c.tree for c in self.tree.children if c.action == action), None)
        while below is not None and below.children and below.children[0].visits:
            line.append(below.children[0].action)
            below = below.children[0].tree
        return tuple(line)
