"""Continuous analysis of the current node of a table, by one net or two side by side."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Any

from tengen.errors import TengenError
from tengen.search import RunningSearch, Score, Search, SearchResult
from tengen.studio.analysis_message import (
    certain,
    end_text,
    exact_scores,
    heat,
    longest,
    move_analyses,
    solved,
    total_visits,
)
from tengen.studio.analysis_side import Side, analysis_config
from tengen.studio.answers import Analysis, SearchState
from tengen.studio.both import said
from tengen.studio.evaluations import keep, keep_exact
from tengen.studio.exact import ExactScores
from tengen.studio.refusals import own_fault
from tengen.studio.requests import Analyse
from tengen.studio.searches import ended_at_exit, snapshots
from tengen.studio.shapes import Text
from tengen.studio.shelf import Shelf
from tengen.studio.slots import Priority, SearchSlots
from tengen.studio.table import Table
from tengen.studio.tree import TreeNode

Send = Callable[[Analysis], None]

_SLICE_SECONDS = 0.4
"""How long a search goes on while others wait."""


class Analyser:
    """Follows the current node of a table until it is stopped."""

    def __init__(
        self,
        table: Table,
        request: Analyse,
        shelf: Shelf,
        slots: SearchSlots,
        exact: ExactScores,
        send: Send,
        failed: Callable[[TengenError], None],
        before: "Analyser | None" = None,
    ) -> None:
        """Goes on with the trees of `before` where they are of the same nets and settings.

        Raises `StudioError` for unknown nets and settings.
        """
        self._failed = failed
        self._table, self._request, self._slots, self._send = table, request, slots, send
        self._exact = exact
        self._sides = [self._side(number, shelf, before) for number in range(len(request.nets))]
        self._solving = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def _side(self, number: int, shelf: Shelf, before: "Analyser | None") -> Side:
        game, name = self._table.game, self._request.nets[number]
        evaluator = shelf.evaluator(game, name, f"nets.{number}")
        config = analysis_config(self._table, evaluator, self._request.settings)
        for known in () if before is None else before._sides[number : number + 1]:
            if known.net == name and known.search.config == config:
                return known
        return Side(number, name, evaluator, Search(game, evaluator.evaluator, config))

    def start(self) -> None:
        """Begins or goes on; messages follow."""
        for side in self._sides:
            side.go_on(self._request)
        self._tasks = [asyncio.create_task(self._follow(side)) for side in self._sides]
        self._tasks.append(asyncio.create_task(self._follow_exactly()))

    def node_changed(self) -> None:
        """The table shows another node."""
        for side in self._sides:
            side.moved.set()
        self._solving.set()

    def latest(self) -> list[Analysis]:
        """What was told last about the node in view."""
        told = [side.last for side in self._sides if side.last is not None]
        return [analysis for analysis in told if analysis.node == self._table.node.id]

    async def stop(self) -> None:
        """Ends all searches and says so."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for side in self._sides:
            last = side.last or self._message(side, self._table.node, None, "stopped")
            side.last = last.model_copy(update={"state": "stopped", "waiting": None})
            self._send(side.last)

    async def _follow(self, side: Side) -> None:
        while True:
            node = self._table.node
            side.begin(node)
            if node.position.outcome is not None:
                side.is_done = True
                self._tell_end(side, self._message(side, node, None, "finished"), "over")
            if side.is_done:
                await side.moved.wait()
                continue
            try:
                await self._search(side, node)
            except Exception as error:  # of a game or a net; another node may be without fault
                side.is_done = True
                self._tell(side, self._message(side, node, None, "finished"))
                self._failed(own_fault(error))

    async def _search(self, side: Side, node: TreeNode) -> None:
        """One turn at a core: until the end, another node, or others wait."""

        def say_busy() -> None:
            waiting = side.last if side.last is not None and side.last.node == node.id else None
            message = waiting or self._message(side, node, None, "waiting")
            self._tell(side, message.model_copy(update={"state": "waiting", "waiting": _busy()}))

        async with self._slots.hold(Priority.ANALYSIS, say_busy):
            if self._table.node is not node:
                return
            running = side.search.start(node.position, side.limit(self._request))
            try:
                await self._watch(side, node, running)
            except asyncio.CancelledError:
                with contextlib.suppress(Exception):  # nobody waits for its faults any more
                    result = running.result()
                    side.last = self._message(side, node, result, "running")
                    side.count(result)
                raise
        result = running.result()
        side.is_done = result.stop_reason != "stopped"
        if not side.is_done and side.is_settled(result):
            side.is_done = True
            self._tell_end(side, self._message(side, node, result, "finished"), "proven")
        side.count(result)

    async def _watch(self, side: Side, node: TreeNode, running: RunningSearch) -> None:
        """Tells what a search finds, and stops it when its turn is over."""
        async with ended_at_exit(running):
            began = asyncio.get_running_loop().time()
            async for result in snapshots(running):
                self._report(side, node, result)
                passed = asyncio.get_running_loop().time() - began
                is_others_turn = self._slots.is_wanted and passed > _SLICE_SECONDS
                if self._table.node is not node or is_others_turn or side.is_settled(result):
                    break

    async def _follow_exactly(self) -> None:
        """Finds the exact scores of each node shown, where there are any."""
        while True:
            node = self._table.node
            self._solving.clear()
            if not self._exact.known(node.position):
                scores = await self._exact.find(node.position, Priority.ANALYSIS)
                keep_exact(node, scores)
                for side in self._sides if scores else ():
                    if side.last is not None and side.last.node == node.id:
                        self._tell(side, _with_exact(side.last, node, scores))
            await self._solving.wait()

    def _report(self, side: Side, node: TreeNode, result: SearchResult) -> None:
        state: SearchState = "running" if result.stop_reason in (None, "stopped") else "finished"
        keep(node, result)
        self._tell(side, self._message(side, node, result, state))

    def _tell(self, side: Side, message: Analysis) -> None:
        side.last = message
        self._send(message)

    def _tell_end(self, side: Side, message: Analysis, reason: str) -> None:
        """An end that the search did not come to by itself."""
        self._tell(side, message.model_copy(update={"end": said(f"studio end {reason}")}))

    def _message(
        self, side: Side, node: TreeNode, result: SearchResult | None, state: SearchState
    ) -> Analysis:
        """A snapshot, or the frame of one while nothing is known."""
        found = {} if result is None else _findings(result, side)
        message = Analysis(
            game_id=self._table.id,
            node=node.id,
            side=side.number,
            evaluator=evaluator_text(side.evaluator.name),
            state=state,
            waiting=None,
            to_move=node.position.to_move,
            **(_NOTHING | found),
        )
        return _with_exact(message, node, self._exact.known(node.position))


def _with_exact(message: Analysis, node: TreeNode, scores: Mapping[int, Score]) -> Analysis:
    """Where a position is solved, its result goes before any opinion."""
    found = {
        "certain": solved(node.position, scores, message.certain),
        "exact": exact_scores(node.position, scores),
    }
    return message.model_copy(update=found)


def evaluator_text(net: str | None) -> Text:
    """What evaluates positions."""
    return said("evaluator rollouts") if net is None else said("evaluator net", name=net)


def _busy() -> Text:
    return said("studio busy")


_NOTHING: dict[str, Any] = {
    "win_rate": None,
    "value": None,
    "wdl": None,
    "moves_left": None,
    "certain": None,
    "exact": [],
    "moves": [],
    "heat": None,
    "visits": 0,
    "simulations": 0,
    "simulations_per_second": 0.0,
    "seconds": 0.0,
    "depth": 0,
    "end": None,
}


def _findings(result: SearchResult, side: Side) -> dict[str, Any]:
    moves = move_analyses(result)
    simulations, seconds = side.simulations + result.simulations, side.seconds + result.seconds
    return {
        "win_rate": result.win_rate,
        "value": result.root_value,
        "wdl": result.wdl,
        "moves_left": result.moves_left,
        "certain": certain(result),
        "moves": moves,
        "heat": heat(result),
        "visits": total_visits(result),
        "simulations": simulations,
        "simulations_per_second": result.simulations / max(result.seconds, 1e-3),
        "seconds": seconds,
        "depth": longest(moves),
        "end": end_text(result),
    }
