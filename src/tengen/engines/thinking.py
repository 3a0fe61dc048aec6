"""Searching within the time and the memory an engine is given."""

import time
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

from tengen.engines.info import Info
from tengen.engines.memory import resident_bytes, tree_megabytes
from tengen.engines.timing import Margin, seconds_allowed
from tengen.play.searching import playing_config
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search.cached import CachedEvaluator
from tengen.search.config import Limit
from tengen.search.evaluator import AnyEvaluator, CoreEvaluator
from tengen.search.result import SearchResult
from tengen.search.running import RunningSearch, StopToken
from tengen.search.search import Search

# "As fast as possible", and a search that is stopped at once, still search this much.
_LEAST_SIMULATIONS = 32
_HURRIED_SECONDS = 0.05
_SNAPSHOT_SECONDS = 0.02
_LEAST_SECONDS = 1e-6
_MOST_CACHE_MEGABYTES = 64
# The cache is allocated during the first move, and on a busy machine a megabyte takes a whole
# millisecond: so it may take 2% of that move, and still holds the evaluations of several moves.
_CACHE_MEGABYTES_PER_SECOND = 16

clock = time.perf_counter
"""The clock of all deadlines here."""


class Thinker:
    """One game's search: reuses its tree, ends in time, can be stopped from outside.

    The search runs in the background. On a busy machine its last batch may end late; then the
    answer is its newest snapshot, given by a thread that only waited for the clock.

    Memory is allocated by the first search: a manager sends its limit after START.
    """

    def __init__(
        self, game: Game[Any], evaluator: AnyEvaluator, *, threads: int, seed: int
    ) -> None:
        self.game = game
        self.evaluator = evaluator
        self.threads = threads
        self._seed = seed
        self._margin = Margin()
        self._base_bytes = resident_bytes()
        self._megabytes = 0
        self._cache_megabytes = 0
        self._evaluator = evaluator
        self._search: Search | None = None
        self._running: RunningSearch | None = None

    def think(
        self,
        position: Position[Any],
        info: Info,
        arrived: float,
        share: float = 1.0,
        stop: StopToken | None = None,
    ) -> SearchResult:
        """Searches until shortly before the answer to what `arrived` is due, or until `stop`.

        `share` of the time is used, for questions that take several searches.
        """
        allowed = seconds_allowed(info)
        if allowed <= 0:
            return self.glance(position, info)
        until = arrived + self._margin.end_of_search(allowed) * share
        least = self._look(position, info, max(_LEAST_SECONDS, until - clock()))
        if least.stop_reason != "simulations":
            return least
        limit = Limit(seconds=max(_LEAST_SECONDS, until - clock()))
        self._running = self._search_for(info).start(
            position, limit, every=_SNAPSHOT_SECONDS, stop=stop
        )
        last_moment = arrived + self._margin.last_moment(allowed) * share
        found = self._result_at(last_moment, until)
        return least if found is None else _added(least, found)

    def glance(self, position: Position[Any], info: Info) -> SearchResult:
        """A short look that keeps the tree."""
        return self._look(position, info, _HURRIED_SECONDS)

    def advance(self, before: Position[Any], action: int) -> None:
        """Keeps the subtree of a move, if the tree is of the position before it."""
        self._settle()
        if self._search is not None and self._search.position == before:
            self._search.advance(action)

    def forget(self) -> None:
        """Drops the tree."""
        self._settle()
        self._search = None

    def megabytes(self, info: Info) -> int:
        """The most that tree and cache may take under these settings."""
        return tree_megabytes(info, self._base_bytes)

    def _look(self, position: Position[Any], info: Info, seconds: float) -> SearchResult:
        """The minimum search. It cannot be stopped: without it an answer is worthless."""
        return self._search_for(info).run(position, Limit(_LEAST_SIMULATIONS, seconds))

    def _result_at(self, last_moment: float, until: float) -> SearchResult | None:
        """The search's result, or the newest snapshot at the deadline."""
        assert self._running is not None
        try:
            result = self._running.result(max(0.0, last_moment - clock()))
        except TimeoutError:
            if self._running.is_over:  # it came from the evaluator, not from waiting
                raise
            self._margin.note_wait(clock() - last_moment)
            self._running.stop()
            return self._running.snapshot()
        except BaseException:
            self._running.stop()
            raise
        if result.stop_reason == "time":
            self._margin.note_search(clock() - until)
        return result

    def _settle(self) -> None:
        """Waits for an abandoned search and ignores its errors."""
        running, self._running = self._running, None
        if running is not None:
            with suppress(Exception):
                running.result()

    def _search_for(self, info: Info) -> Search:
        self._settle()
        megabytes = self.megabytes(info)
        if self._search is None or megabytes != self._megabytes:
            # The old one is released first, so that both never exist together.
            self._search = None
            self._megabytes = megabytes
            self._fit_cache(_cache_megabytes(info, megabytes))
            self._search = self._make_search()
        return self._search

    def _fit_cache(self, megabytes: int) -> None:
        """A cache of another size is created anew; one of the same size is kept."""
        if megabytes == self._cache_megabytes:
            return
        self._cache_megabytes = megabytes
        evaluator = self._evaluator = self.evaluator
        if isinstance(evaluator, CoreEvaluator) and megabytes:
            self._evaluator = cast(CoreEvaluator, CachedEvaluator(evaluator, megabytes))

    def _make_search(self) -> Search:
        megabytes = max(1, self._megabytes - self._cache_megabytes)
        config = playing_config(self.game, self.evaluator, one_tree=True)
        config = replace(config, memory_mb=megabytes)
        return Search(self.game, self._evaluator, config, seed=self._seed, threads=self.threads)


def _cache_megabytes(info: Info, megabytes: int) -> int:
    """A quarter of all memory, or what can be allocated in the time of a move."""
    affordable = int(_CACHE_MEGABYTES_PER_SECOND * seconds_allowed(info))
    return min(_MOST_CACHE_MEGABYTES, megabytes // 4, affordable)


def _added(before: SearchResult, after: SearchResult) -> SearchResult:
    """The later result with the work of both."""
    return replace(
        after,
        simulations=before.simulations + after.simulations,
        seconds=before.seconds + after.seconds,
    )
