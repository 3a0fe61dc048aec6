"""`RunningSearch`: a search as a value that can be watched, stopped and waited for."""

import atexit
import os
import threading
import weakref
from collections.abc import Iterator
from typing import Protocol, Self

from tengen import _core
from tengen.errors import InUseError
from tengen.search.result import SearchResult

StopToken = _core.StopToken
"""A request to stop, for searches, self-play and solvers alike: any thread may make it, before or
while they work; it is never taken back, so it cannot be lost."""


class Work(Protocol):
    """A search that has begun and belongs to nobody else until it is over."""

    stop: StopToken

    def go_on(self, seconds: float) -> bool:
        """Searches for about so long, at least one batch; whether it is over."""

    def result(self) -> SearchResult:
        """What has been found so far; not before something has been evaluated."""

    def close(self) -> None:
        """Lets others use the search."""


class RunningSearch:
    """Searches in a thread of its own until its limit, a proof or `stop`.

    Iterating gives snapshots: one as soon as anything is known, then one every `every` seconds,
    and the result last. Leaving its `with` block stops it and waits for its end; so does dropping
    it, without the waiting. What goes wrong while it searches is raised by whoever asks for the
    result: `result`, iteration, the end of the `with` block.
    """

    def __init__(self, work: Work, every: float) -> None:
        self._progress = _Progress(work, every)
        self._process = os.getpid()
        weakref.finalize(self, work.stop.request)
        threading.Thread(target=self._progress.finish_work, name="search", daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.stop()
        self._progress.over.wait()
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
        """Whether there is a result, or an error."""
        return self._progress.over.is_set()

    def stop(self) -> None:
        """Ends the search within one evaluation batch; may be called from any thread."""
        self._progress.work.stop.request()

    def snapshot(self) -> SearchResult | None:
        """The newest that is known, at once: the result when it is over, None at the beginning."""
        return self._progress.newest

    def result(self, timeout: float | None = None) -> SearchResult:
        """Waits for the end of the search; `TimeoutError` when it takes longer than `timeout`."""
        if os.getpid() != self._process:
            raise InUseError("this search runs in the process that was forked, not in this one")
        if not self._progress.over.wait(timeout):
            raise TimeoutError(f"the search is still running after {timeout:g} s")
        return self._progress.result()


class _Progress:
    """What the thread and its watchers share; it does not keep the `RunningSearch` alive."""

    def __init__(self, work: Work, every: float) -> None:
        self.work = work
        self.over = threading.Event()
        self.newest: SearchResult | None = None
        self._every = every
        self._snapshots = 0
        self._news = threading.Condition()
        self._error: BaseException | None = None

    def finish_work(self) -> None:
        """Runs the search to its end, with snapshots on the way."""
        _at_work.add(self)
        try:
            # Short steps first: a watcher wants to see something at once.
            seconds = min(self._every, _FIRST_STEP_SECONDS)
            while not self.work.go_on(seconds):
                self._tell(self.work.result())
                seconds = min(self._every, 2 * seconds)
            self.newest = self.work.result()
        except BaseException as error:
            self._error = error
        finally:
            self.work.close()
            with self._news:
                self.over.set()
                self._news.notify_all()
            _at_work.discard(self)

    def wait_for_news(self, seen: int) -> tuple[int, SearchResult] | None:
        """The first snapshot after number `seen` that is there, and its number; None at the end."""
        with self._news:
            self._news.wait_for(lambda: self._snapshots > seen or self.over.is_set())
            if self.over.is_set() or self.newest is None:
                return None
            return self._snapshots, self.newest

    def result(self) -> SearchResult:
        """To be asked when it is over."""
        if self._error is not None:
            raise self._error
        assert self.newest is not None
        return self.newest

    def _tell(self, snapshot: SearchResult) -> None:
        with self._news:
            self.newest = snapshot
            self._snapshots += 1
            self._news.notify_all()


_FIRST_STEP_SECONDS = 0.005
_LAST_BATCH_SECONDS = 10.0

_at_work: set[_Progress] = set()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_at_work.clear)


@atexit.register
def _stop_all() -> None:
    """A thread that comes back from the core while the interpreter is taken down would crash it."""
    for progress in (left := list(_at_work)):
        progress.work.stop.request()
    for progress in left:
        progress.over.wait(_LAST_BATCH_SECONDS)
