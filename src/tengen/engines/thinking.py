"""Searching within the time and the memory an engine is given."""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any, cast

from tengen.engines.info import Info
from tengen.engines.memory import resident_bytes, tree_megabytes
from tengen.engines.timing import Margin, seconds_allowed
from tengen.play.playing import playing_config
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search.cached import CachedEvaluator
from tengen.search.config import Limit
from tengen.search.evaluator import AnyEvaluator, CoreEvaluator
from tengen.search.result import SearchResult
from tengen.search.search import Search

# "As fast as possible" still looks a few moves around.
_LEAST_SIMULATIONS = 32
_HURRIED = Limit(simulations=_LEAST_SIMULATIONS, seconds=0.05)
# Slices are counted in simulations, because the core looks at the clock only every 16 of them,
# and grow or shrink so that each takes about this long.
_SLICE_SECONDS = 0.02
_FIRST_SLICE = 8
_LEAST_SECONDS = 0.001
_MOST_CACHE_MEGABYTES = 64
# The cache is made in the time of the first move, and on a busy machine a megabyte takes a whole
# millisecond: so it may take 2% of that move, and still holds the answers of several moves.
_CACHE_MEGABYTES_PER_SECOND = 16

clock = time.perf_counter
"""The clock of all deadlines here."""


class Thinker:
    """One game's search: goes on with its tree, ends in time, can be stopped from outside.

    The search runs in a thread of its own, in slices. On a busy machine a slice may end late; then
    the answer is what the slice before it found, given by a thread that only waited for the clock.

    Memory is taken by the first search: a manager says after START how much there may be.
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
        self._worker = ThreadPoolExecutor(1)
        self._running: Future[SearchResult] | None = None
        self._found: SearchResult | None = None
        self._stopped = False

    def think(
        self, position: Position[Any], info: Info, arrived: float, share: float = 1.0
    ) -> SearchResult:
        """Searches until shortly before the answer to what `arrived` is due.

        `share` of the time is used, for questions that take several searches.
        """
        allowed = seconds_allowed(info)
        if allowed <= 0:
            return self.glance(position, info)
        search = self._search_for(info)
        until = arrived + self._margin.end_of_search(allowed) * share
        self._stopped, self._found = False, None
        self._running = self._worker.submit(self._search_slices, search, position, until)
        return self._result_at(arrived + self._margin.last_moment(allowed) * share)

    def glance(self, position: Position[Any], info: Info) -> SearchResult:
        """A short look that keeps the tree."""
        return self._search_for(info).run(position, _HURRIED)

    def advance(self, before: Position[Any], action: int) -> None:
        """Goes on with the tree below a move, if it grew from the position before it."""
        self._settle()
        if self._search is not None and self._search.position == before:
            self._search.advance(action)

    def forget(self) -> None:
        """Drops the tree."""
        self._settle()
        self._search = None

    def stop(self) -> None:
        """Ends the present search soon; to be called from another thread.

        It still looks at the least there is to look at, if its time allows that.
        """
        self._stopped = True
        search, found = self._search, self._found
        if search is not None and found is not None and _is_enough(found):
            search.stop()

    def megabytes(self, info: Info) -> int:
        """The most that tree and cache may take under these settings."""
        return tree_megabytes(info, self._base_bytes)

    def _search_slices(self, search: Search, position: Position[Any], until: float) -> SearchResult:
        result = self._found = search.run(position, Limit(simulations=1))
        simulations = _FIRST_SLICE
        while (left := until - clock()) > 0 and not (self._stopped and _is_enough(result)):
            part = search.run(position, Limit(simulations, max(_LEAST_SECONDS, left)))
            result = self._found = _added(result, part)
            if part.stop_reason not in ("simulations", "time"):
                return result
            simulations = _next_slice(simulations, part.seconds)
        self._margin.note_search(clock() - until)
        return replace(result, stop_reason="stopped" if self._stopped else "time")

    def _result_at(self, moment: float) -> SearchResult:
        """The search's result, or what it has found by this moment, or the first thing it finds."""
        assert self._running is not None
        try:
            return self._running.result(max(0.0, moment - clock()))
        except TimeoutError:
            self._margin.note_wait(clock() - moment)
            return self._found or self._running.result()
        except BaseException:
            self.stop()
            raise

    def _settle(self) -> None:
        """Waits for a slice that was not waited for."""
        if self._running is not None:
            self._running.result()
            self._running = None

    def _search_for(self, info: Info) -> Search:
        self._settle()
        megabytes = self.megabytes(info)
        if self._search is None or megabytes != self._megabytes:
            # What there was goes first, so that old and new are never there together.
            self._search = None
            self._megabytes = megabytes
            self._fit_cache(_cache_megabytes(info, megabytes))
            self._search = self._make_search()
        return self._search

    def _fit_cache(self, megabytes: int) -> None:
        """A cache of another size is a new one; one of the same size keeps what it knows."""
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
    """A quarter of all memory, or what may be made in the time of a move."""
    affordable = int(_CACHE_MEGABYTES_PER_SECOND * seconds_allowed(info))
    return min(_MOST_CACHE_MEGABYTES, megabytes // 4, affordable)


def _is_enough(result: SearchResult) -> bool:
    return result.simulations >= _LEAST_SIMULATIONS


def _next_slice(simulations: int, seconds: float) -> int:
    """Twice as many simulations after a quick slice, half as many after a slow one."""
    if seconds < _SLICE_SECONDS / 2:
        return simulations * 2
    return max(1, simulations // 2) if seconds > _SLICE_SECONDS else simulations


def _added(before: SearchResult, after: SearchResult) -> SearchResult:
    """The later result with the work of both."""
    return replace(
        after,
        simulations=before.simulations + after.simulations,
        seconds=before.seconds + after.seconds,
    )
