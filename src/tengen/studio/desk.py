"""A table at work: its players' moves, its clock, analysis and review, and who watches."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Protocol

from tengen.errors import StudioError, TengenError
from tengen.studio.analysing import Analyser
from tengen.studio.answers import Deleted, ServerMessage, State
from tengen.studio.exact import ExactScores
from tengen.studio.hinting import hint
from tengen.studio.moving import Mover
from tengen.studio.refusals import error_message
from tengen.studio.requests import Analyse, Hint, Review
from tengen.studio.reviewing import Reviewer
from tengen.studio.shelf import Shelf
from tengen.studio.slots import SearchSlots
from tengen.studio.state_message import Work, state_message
from tengen.studio.table import OUT_OF_TIME, Table

_ABANDONED_SECONDS = 10.0
"""How long searches go on when the last page has gone: a reload takes less."""


class Watcher(Protocol):
    """Somebody who is told about a game."""

    def send(self, message: ServerMessage) -> None:
        """Sends a message soon."""


class Desk:
    """Belongs to one event loop; `saved` is called after every change of the table."""

    def __init__(
        self,
        table: Table,
        shelf: Shelf,
        slots: SearchSlots,
        exact: ExactScores,
        saved: Callable[[], None],
    ) -> None:
        self.table = table
        self._shelf, self._slots, self._exact, self._saved = shelf, slots, exact, saved
        self._watchers: set[Watcher] = set()
        self._mover = Mover(table, shelf, slots, self._changed_by_player, self._failed, self.tell)
        self._analyser: Analyser | None = None
        self._stopped: Analyser | None = None
        """The last analysis, whose trees the next one goes on with."""
        self._reviewer: Reviewer | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._leaving: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def watch(self, watcher: Watcher) -> None:
        """Tells this watcher of every change from now on."""
        self._watchers.add(watcher)

    def welcome(self, watcher: Watcher) -> None:
        """Shows a new watcher what runs here, or ran last."""
        analyser = self._analyser or self._stopped
        for analysis in () if analyser is None else analyser.latest():
            watcher.send(analysis)
        if self._reviewer is not None:
            watcher.send(self._reviewer.progress())

    def leave(self, watcher: Watcher) -> None:
        """The last one to leave ends analyses, soon."""
        self._watchers.discard(watcher)
        if not self._watchers and self._leaving is None:
            loop = asyncio.get_running_loop()
            self._leaving = loop.call_later(_ABANDONED_SECONDS, self._end_if_abandoned)

    def _end_if_abandoned(self) -> None:
        self._leaving = None
        if self._watchers:
            return
        self._run(self._end_searches())
        if not self.table.humans and not self.table.is_paused:
            self.table.pause(is_paused=True)
            self.changed()

    async def _end_searches(self) -> None:
        analyser, self._analyser, self._stopped = self._analyser, None, None
        reviewer, self._reviewer = self._reviewer, None
        for each in (analyser, reviewer):
            if each is not None:
                await each.stop()

    def state(self, request: int | None = None) -> State:
        """The table as it is."""
        work = Work(
            self._mover.thinking,
            self._mover.waits,
            self._analyser is not None,
            self._reviewer is not None,
        )
        return state_message(self.table, work, request)

    def begin(self) -> None:
        """Players of the server may move at once."""
        self._mover.follow()
        self._set_flag()

    def changed(self, asker: Watcher | None = None, request: int | None = None) -> None:
        """The table has changed: tells everybody; `asker` gets the number of its request."""
        self._mover.follow()
        self._set_flag()
        if self._analyser is not None:
            self._analyser.node_changed()
        state = self.state()
        for watcher in self._watchers:
            answer = state.model_copy(update={"request": request}) if watcher is asker else state
            watcher.send(answer)
        self._saved()

    def _changed_by_player(self) -> None:
        self.changed()

    def tell(self, message: ServerMessage) -> None:
        """Sends a message to every watcher."""
        for watcher in self._watchers:
            watcher.send(message)

    def _failed(self, error: TengenError) -> None:
        self.tell(error_message(error, game_id=self.table.id))

    def _set_flag(self) -> None:
        """Looks at the clock when its time will be over."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        clock = self.table.clock
        if clock is not None and clock.running is not None:
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(clock.left[clock.running] + 0.01, self._look_at_flag)

    def _look_at_flag(self) -> None:
        seat = self.table.flag()
        if seat is not None:
            self.table.end(1 - seat, OUT_OF_TIME)
        self.changed()

    async def analyse(self, request: Analyse, asker: Watcher) -> None:
        """Begins an analysis in the place of any other."""
        analyser = Analyser(
            self.table,
            request,
            self._shelf,
            self._slots,
            self._exact,
            self.tell,
            self._failed,
            self._analyser or self._stopped,
        )
        before, self._analyser, self._stopped = self._analyser, analyser, None
        if before is not None:
            await before.stop()
        if self._analyser is analyser:
            analyser.start()
            self.changed(asker, request.request)

    async def stop_analysis(self, asker: Watcher, request: int | None) -> None:
        """Ends the analysis; raises `StudioError` if there is none."""
        analyser, self._analyser = self._analyser, None
        if analyser is None:
            raise StudioError("no analysis is running")
        self._stopped = analyser
        await analyser.stop()
        self.changed(asker, request)

    async def review(self, request: Review, asker: Watcher) -> None:
        """Begins a review in the place of any other."""
        reviewer = Reviewer(
            self.table,
            request,
            self._shelf,
            self._slots,
            self._exact,
            self.tell,
            lambda error: self._review_over(reviewer, error),
        )
        before, self._reviewer = self._reviewer, reviewer
        if before is not None:
            await before.stop()
        if self._reviewer is reviewer:
            reviewer.start()
            self.changed(asker, request.request)

    def _review_over(self, reviewer: Reviewer, error: TengenError | None) -> None:
        if self._reviewer is reviewer:
            self._reviewer = None
        if error is not None:
            self._failed(error)
        self.changed()

    async def stop_review(self, asker: Watcher, request: int | None) -> None:
        """Ends the review; raises `StudioError` if there is none."""
        reviewer, self._reviewer = self._reviewer, None
        if reviewer is None:
            raise StudioError("no review is running")
        await reviewer.stop()
        self.changed(asker, request)

    async def hint(self, request: Hint, asker: Watcher) -> None:
        """Sends the best moves to whoever asked."""
        await hint(self.table, request, self._slots, self._exact, asker.send)

    async def close(self) -> None:
        """Ends all that runs here."""
        for handle in (self._flag, self._leaving):
            if handle is not None:
                handle.cancel()
        await self._end_searches()
        await self._mover.close()

    def deleted(self) -> None:
        """Tells everybody that the game is gone."""
        self.tell(Deleted(game_id=self.table.id))

    def _run(self, work: Coroutine[None, None, None]) -> None:
        """In the background; the set keeps the task alive."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
