"""Searches of the studio: run in their own threads, watched and stopped from the event loop."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from tengen.search import RunningSearch, SearchResult

Answer = TypeVar("Answer")

_POLL_SECONDS = 0.01
"""How soon the event loop notices news of a search: well below what people notice."""
UPDATE_SECONDS = 0.12
"""Between two messages about the same search: several a second, and no more than can be read."""


@asynccontextmanager
async def ended_at_exit(running: RunningSearch) -> AsyncIterator[RunningSearch]:
    """Leaving the block, also by cancellation, stops the search and waits for its end."""
    try:
        yield running
    finally:
        running.stop()
        while not running.is_over:
            await asyncio.sleep(_POLL_SECONDS)


async def snapshots(running: RunningSearch) -> AsyncIterator[SearchResult]:
    """The first snapshot at once, then one every `UPDATE_SECONDS`, and the result last."""
    loop = asyncio.get_running_loop()
    last, next_time = None, 0.0
    while not running.is_over:
        newest = running.snapshot()
        if newest is not None and newest is not last and loop.time() >= next_time:
            last, next_time = newest, loop.time() + UPDATE_SECONDS
            yield newest
        await asyncio.sleep(_POLL_SECONDS)
    yield running.result()


async def in_thread(
    work: Callable[..., Answer], *arguments: object, stop: Callable[[], None]
) -> Answer:
    """Blocking work in a thread; when cancelled, it is told to stop and waited for."""
    task = asyncio.ensure_future(asyncio.to_thread(work, *arguments))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        stop()
        await asyncio.wait([task])
        raise
