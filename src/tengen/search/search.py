"""`Search`: one tree, one game, any evaluator."""

from dataclasses import replace
from typing import Any

from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search.config import Limit, SearchConfig
from tengen.search.evaluator import AnyEvaluator
from tengen.search.inside import SimulationTrace, TreeView, trace_simulation, view_tree
from tengen.search.pool import SearchPool
from tengen.search.result import SearchResult
from tengen.search.threaded import threaded_evaluator


class Search:
    """Searches positions of one game; the same seed gives the same visit counts.

    `run` goes on with the tree when the position lies ahead of the last one searched.
    """

    def __init__(
        self,
        game: Game[Any],
        evaluator: AnyEvaluator,
        config: SearchConfig | None = None,
        *,
        seed: int = 0,
        threads: int = 1,
        encoding: str | None = None,
    ) -> None:
        """`threads` share out the batches of an evaluator in the core: set `leaves_per_batch` too.

        They change the speed, never the result.
        """
        self.game = game
        shared = evaluator if threads == 1 else threaded_evaluator(evaluator, threads)
        self._pool = SearchPool(game, shared, config, seeds=[seed], encoding=encoding)

    @property
    def config(self) -> SearchConfig:
        """The parameters of this search."""
        return self._pool.config

    @property
    def position(self) -> Position[Any] | None:
        """The position at the root, or None before the first search."""
        return self._pool.position(0)

    def run(self, position: Position[Any], limit: Limit) -> SearchResult:
        """Searches until the limit, a proof, or `stop`."""
        return self._pool.run([position], limit)[0]

    def advance(self, action: int) -> None:
        """Makes the position after `action` the root, keeping what is known below it."""
        self._pool.advance(0, action)

    def stop(self) -> None:
        """Ends the present run soon; to be called from another thread."""
        self._pool.core.stop(0)

    def set_moves_left(self, slope: float, cap: float) -> None:
        """Changes the moves-left bonus from the next run on, keeping the tree."""
        self._pool.config = replace(self._pool.config, mlh_slope=slope, mlh_cap=cap)
        self._pool.core.set_moves_left(0, slope, cap)

    def explain(self, depth: int = 1, most: int | None = None) -> TreeView:
        """The top of the tree as data: N, Q, P, U, M and proof of each child.

        `depth` levels below the root, and of each node the `most` most visited moves.
        """
        return view_tree(self._pool.core, depth, most)

    def trace(self, position: Position[Any]) -> SimulationTrace:
        """Runs one single simulation from `position` and tells what it did."""
        limit = Limit(simulations=1)
        self._pool.begin(0, position, limit)
        return trace_simulation(self._pool.core, lambda: self.run(position, limit))
