"""`Search`: one tree, one game, any evaluator."""

import math
from contextlib import closing
from dataclasses import replace
from typing import Any

from tengen.errors import ConfigError
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search.arguments import require_parts
from tengen.search.config import Limit, SearchConfig
from tengen.search.evaluator import AnyEvaluator
from tengen.search.inside import SimulationTrace, TreeView, trace_simulation, view_tree
from tengen.search.pool import SearchPool
from tengen.search.result import SearchResult
from tengen.search.running import RunningSearch, StopToken
from tengen.search.threaded import threaded_evaluator


class Search:
    """Searches positions of one game; the same seed gives the same visit counts.

    `run` continues the tree if the position follows from the last one searched.
    """

    def __init__(
        self,
        game: Game[Any],
        evaluator: AnyEvaluator | None = None,
        config: SearchConfig | None = None,
        *,
        seed: int = 0,
        threads: int = 1,
        encoding: str | None = None,
    ) -> None:
        """An evaluator must be given: a net by `load_evaluator`, or `RolloutEvaluator()`.

        `threads` share out the batches of an evaluator in the core: set `leaves_per_batch` too.

        They change the speed, never the result.
        """
        evaluator = require_parts(game, evaluator, config)
        self.game = game
        shared = evaluator if threads == 1 else threaded_evaluator(evaluator, threads)
        self._pool = SearchPool(game, shared, config, seeds=[seed], encoding=encoding)

    @property
    def config(self) -> SearchConfig:
        """The parameters of this search."""
        return self._pool.config

    @property
    def evaluator(self) -> AnyEvaluator:
        """What evaluates positions."""
        return self._pool.evaluator

    @property
    def position(self) -> Position[Any] | None:
        """The position at the root, or None before the first search."""
        return self._pool.position(0)

    def start(
        self,
        position: Position[Any],
        limit: Limit | None = None,
        *,
        every: float = 0.1,
        stop: StopToken | None = None,
    ) -> RunningSearch:
        """Searches in the background until the limit, a proof, or a stop.

        Without a limit it goes on until it is stopped. Snapshots are made `every` so many seconds.
        Several searches may share one `stop` token. The tree belongs to the running search until
        that is over: whoever else asks gets `InUseError`.
        """
        if not isinstance(every, int | float) or not 0 < every < math.inf:
            raise ConfigError(f"every must be a number of seconds above 0; got {every!r}")
        return RunningSearch(self._pool.begin({0: position}, limit or Limit(), stop), every)

    def run(
        self, position: Position[Any], limit: Limit, *, stop: StopToken | None = None
    ) -> SearchResult:
        """The same as `start(...).result()`, but in the thread that asks."""
        return self._pool.run([position], limit, stop=stop)[0]

    def advance(self, action: int | str) -> None:
        """Makes the position after `action` the root and keeps its subtree."""
        self._pool.advance(0, action)

    def set_moves_left(self, slope: float, cap: float) -> None:
        """Changes the moves-left bonus from the next run on, keeping the tree."""
        config = replace(self._pool.config, mlh_slope=slope, mlh_cap=cap)
        with self._pool.held():
            self._pool.config = config
            self._pool.core.set_moves_left(0, slope, cap)

    def explain(self, depth: int = 1, most: int | None = None) -> TreeView:
        """The top of the tree as data: N, Q, P, U, M and proof of each child.

        `depth` levels below the root, and of each node the `most` most visited moves.
        """
        with self._pool.held():
            return view_tree(self._pool.core, depth, most)

    def trace(self, position: Position[Any], most: int | None = None) -> SimulationTrace:
        """Runs a single simulation from `position` and records what it did.

        Of each node the `most` most visited moves, and the chosen one. As many traces as a search
        has simulations give the same tree.
        """
        with closing(self._pool.begin({0: position}, Limit(simulations=1))) as run:
            return trace_simulation(self._pool.core, lambda: run.go_on(math.inf), most)
