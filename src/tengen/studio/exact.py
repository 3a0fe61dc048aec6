"""Exact scores of Connect Four, found once for every position that anybody looks at."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from tengen.rules.position import Position
from tengen.search import ConnectFourSolver, Score, StopToken
from tengen.search.connect_four import is_solvable
from tengen.studio.searches import in_thread
from tengen.studio.slots import Priority, SearchSlots

_SECONDS = 20.0
"""All but a few positions take milliseconds, the hardest some seconds."""
_MOST_POSITIONS = 5000


class ExactScores:
    """The solver, and what it has found."""

    def __init__(self, slots: SearchSlots) -> None:
        self._slots = slots
        self._solver: ConnectFourSolver | None = None
        self._found: OrderedDict[int, Mapping[int, Score]] = OrderedDict()
        self._turn = asyncio.Lock()

    def known(self, position: Position[Any]) -> Mapping[int, Score]:
        """The scores of all moves, if they have been found; empty otherwise."""
        return self._found.get(position.hash, {}) if self.can_solve(position) else {}

    def can_solve(self, position: Position[Any]) -> bool:
        """Whether there are exact scores for this position."""
        return position.outcome is None and is_solvable(position)

    async def find(
        self,
        position: Position[Any],
        priority: Priority,
        on_wait: Callable[[], None] = lambda: None,
    ) -> Mapping[int, Score]:
        """The scores of all moves; empty if the time does not suffice or there are none."""
        if not self.can_solve(position):
            return {}
        if known := self.known(position):
            return known
        # One question at a time: the solver has one table, and its second user would only wait.
        if self._turn.locked():
            on_wait()
        async with self._turn, self._slots.hold(priority, on_wait):
            stop = StopToken()
            scores = await in_thread(self._solve, position, stop, stop=stop.request)
        if scores is not None:
            self._found[position.hash] = scores
            if len(self._found) > _MOST_POSITIONS:
                self._found.popitem(last=False)
        return scores or {}

    def _solve(self, position: Position[Any], stop: StopToken) -> dict[int, Score] | None:
        self._solver = self._solver or ConnectFourSolver()
        return self._solver.score_moves(position, seconds=_SECONDS, stop=stop)
