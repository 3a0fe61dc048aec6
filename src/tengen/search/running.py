"""`RunningSearch`: a search as a value that can be watched, stopped and waited for."""

import atexit
import os
import threading
import weakref
from collections.abc import Iterator
from contextlib import closing
from types import TracebackType
from typing import Protocol, Self

from tengen import _core
from tengen.errors import InUseError
from tengen.search.result import SearchResult

StopToken = _core.StopToken
"""A request to stop, for searches, self-play and solvers alike: any thread may make it, before or
while they work; it is never taken back, so it cannot be lost."""


class Work(Protocol):
    """A search in progress with exclusive use of its trees."""

    stop: StopToken
    """Its own token: requesting it stops only this search."""

    def go_on(self, seconds: float) -> bool:
        """Searches for about `seconds`, at least one batch; whether it is over."""

    def result(self) -> SearchResult:
        """The result so far; only after the first evaluation."""

    def close(self) -> None:
        """Releases the search."""


class RunningSearch:
    """Searches in a thread of its own until its limit, a proof or `stop`.

    Iterating gives snapshots: one as soon as anything is known, then one every `every` seconds,
    and the result last. Leaving its `with` block stops it and waits for its end; dropping it stops
    it without waiting, unless its own evaluator or game refers to it. What goes wrong while it
    searches is raised by whoever asks for the result: `result`, iteration, the end of the `with`
    block.
    """

    def __init__(self, work: Work, every: float) -> None:
        self._progress = _Progress(work, every)
        weakref.finalize(self, work.stop.request)
        self._progress.begin()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.stop()
        self._progress.wait_for_end(None)
        if kind is None:
            self.result()

    def __iter__(self) -> Iterator[SearchResult]:
        seen = 0
        while (news := self._progress.wait_for_news(seen)) is not None:
            seen, snapshot = news
            yield snapshot
        yield self.result()

    @property
    def is_over(self) -> bool:
        """Whether the search has ended, with a result or an error."""
        return self._progress.is_over

    def stop(self) -> None:
        """Ends the search within one evaluation batch; callable from any thread."""
        self._progress.work.stop.request()

    def snapshot(self) -> SearchResult | None:
        """The latest snapshot, without waiting; the result when it is over, None at first."""
        return self._progress.newest

    def result(self, timeout: float | None = None) -> SearchResult:
        """Waits for the end of the search; `TimeoutError` when it takes longer than `timeout`."""
        if not self._progress.wait_for_end(timeout):
            raise TimeoutError(f"the search is still running after {timeout:g} s")
        return self._progress.result()


class _Progress:
    """What the thread and its watchers share; it does not keep the `RunningSearch` alive."""

    def __init__(self, work: Work, every: float) -> None:
        self.work = work
        self.is_over = False
        self.newest: SearchResult | None = None
        self._every = every
        self._snapshots = 0
        self._news = threading.Condition()
        self._error: BaseException | None = None
        self._trace: TracebackType | None = None
        self._process = os.getpid()

    def begin(self) -> None:
        """Starts the thread; the search is free again if that fails."""
        try:
            _refuse_at_the_end()
            _at_work.add(self)
            threading.Thread(target=self._finish_work, name="search", daemon=True).start()
        except BaseException:
            _at_work.discard(self)
            self.work.close()
            raise

    def _finish_work(self) -> None:
        """Runs the search to its end and publishes snapshots."""
        result = None
        try:
            with closing(self.work):
                result = self._search()
        except BaseException as error:
            self._error, self._trace = error, error.__traceback__
        with self._news:
            self.newest = result or self.newest
            self.is_over = True
            self._news.notify_all()
        _at_work.discard(self)

    def _search(self) -> SearchResult:
        # Short steps first, so that a watcher sees something at once.
        seconds = min(self._every, _FIRST_STEP_SECONDS)
        while not self.work.go_on(seconds):
            self._tell(self.work.result())
            seconds = min(self._every, 2 * seconds)
        return self.work.result()

    def _tell(self, snapshot: SearchResult) -> None:
        with self._news:
            self.newest = snapshot
            self._snapshots += 1
            self._news.notify_all()

    def wait_for_end(self, timeout: float | None) -> bool:
        """Whether it ends within `timeout` seconds."""
        self._refuse_after_fork()
        with self._news:
            return self._news.wait_for(lambda: self.is_over, timeout)

    def wait_for_news(self, seen: int) -> tuple[int, SearchResult] | None:
        """The newest snapshot and its number, once that is above `seen`; None at the end."""
        self._refuse_after_fork()
        with self._news:
            self._news.wait_for(lambda: self._snapshots > seen or self.is_over)
            if self.is_over or self.newest is None:
                return None
            return self._snapshots, self.newest

    def result(self) -> SearchResult:
        """To be asked when it is over."""
        if self._error is not None:
            raise self._error.with_traceback(self._trace)
        assert self.newest is not None
        return self.newest

    def _refuse_after_fork(self) -> None:
        if os.getpid() != self._process:
            raise InUseError("this search belongs to the parent process, not to this fork")


_FIRST_STEP_SECONDS = 0.005
_LAST_BATCH_SECONDS = 10.0

_is_ending = threading.Event()
_at_work: set[_Progress] = set()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_at_work.clear)


def _refuse_at_the_end() -> None:
    if _is_ending.is_set():
        raise InUseError("the program is exiting: no new search can be started")


@atexit.register
def _stop_all() -> None:
    """Ends running searches at the end of the program."""
    _is_ending.set()
    for progress in (left := list(_at_work)):
        progress.work.stop.request()
    for progress in left:
        progress.wait_for_end(_LAST_BATCH_SECONDS)
