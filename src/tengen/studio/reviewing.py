"""Whole-game review: every position of a line is searched, and every move judged."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tengen.errors import StudioError, TengenError
from tengen.play.searching import analysing_config
from tengen.search import Limit, Score, Search, SearchResult
from tengen.studio.answers import ReviewAnswer, ReviewedMove, SearchState, SeatReport
from tengen.studio.both import said
from tengen.studio.evaluations import keep, keep_end, keep_exact
from tengen.studio.exact import ExactScores
from tengen.studio.judging import Judgement, judge, reports, summary
from tengen.studio.refusals import own_fault
from tengen.studio.requests import Review
from tengen.studio.searches import ended_at_exit, snapshots
from tengen.studio.shapes import Text
from tengen.studio.shelf import Shelf
from tengen.studio.slots import Priority, SearchSlots
from tengen.studio.table import Table
from tengen.studio.tree import GameTree, TreeNode

_USUAL = Limit(simulations=200)


@dataclass(frozen=True, slots=True)
class View:
    """A position as the review sees it; `result` is None where the game is over."""

    node: TreeNode
    result: SearchResult | None
    exact: dict[int, Score]


class Reviewer:
    """Reviews the line through the current node of a table."""

    def __init__(
        self,
        table: Table,
        request: Review,
        shelf: Shelf,
        slots: SearchSlots,
        exact: ExactScores,
        send: Callable[[ReviewAnswer], None],
        over: Callable[[TengenError | None], None],
    ) -> None:
        """Raises `StudioError` for an unknown net or node; `over` is called at the end."""
        self._table, self._slots, self._exact = table, slots, exact
        self._send, self._over = send, over
        self._limit = _USUAL
        if request.simulations is not None or request.seconds is not None:
            self._limit = Limit(request.simulations, request.seconds)
        evaluator = shelf.evaluator(table.game, request.net, "net").evaluator
        config = analysing_config(table.game, evaluator)
        self._search = Search(table.game, evaluator, config)
        self._is_whole = request.node is None
        self._line = _line(table.tree, table.node, request.node)
        self._judged: list[Judgement] = []
        self._moves: list[ReviewedMove] = []
        self._done = 0
        self._state: SearchState = "running"
        self._waiting: Text | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins; messages follow."""
        if self._is_whole:
            self._table.tree.reviewed = None
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Ends the review and says so; what was judged stays."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        self._tell("stopped", self._moves)

    async def _run(self) -> None:
        fault: TengenError | None = None
        try:
            await self._review()
        except Exception as error:  # of a game or a net
            fault = own_fault(error)
            self._tell("stopped", self._moves)
        self._over(fault)

    async def _review(self) -> None:
        before: View | None = None
        for node in self._line:
            view = await self._look(node)
            self._done += 1
            self._tell("running", [] if before is None else [self._judge(before, view)])
            before = view
        game = self._table.game
        report, words = reports(game, self._judged), summary(game, self._judged)
        if self._is_whole:
            self._table.tree.reviewed = self._line[-1]
        self._tell("finished", self._moves, report=report, summary=words)

    async def _look(self, node: TreeNode) -> View:
        """Searches a position that is not over; exact scores where there are any."""
        position = node.position
        if position.outcome is not None:
            keep_end(node)
            return View(node, None, {})
        exact = dict(await self._exact.find(position, Priority.ANALYSIS))
        async with self._slots.hold(Priority.ANALYSIS, self._say_waiting):
            running = self._search.start(position, self._limit)
            async with ended_at_exit(running):
                async for _ in snapshots(running):
                    pass
        result = running.result()
        keep(node, result)
        keep_exact(node, exact)
        return View(node, result, exact)

    def _judge(self, before: View, after: View) -> ReviewedMove:
        assert before.result is not None
        judgement = judge(before.node, before.result, before.exact, after.node)
        message = judgement.message()
        judgement.note()
        self._judged.append(judgement)
        self._moves.append(message)
        return message

    def _say_waiting(self) -> None:
        self._tell("waiting", [], waiting=said("studio busy"))

    def _tell(
        self,
        state: SearchState,
        moves: Sequence[ReviewedMove],
        *,
        waiting: Text | None = None,
        report: Sequence[SeatReport] = (),
        summary: Sequence[Text] = (),
    ) -> None:
        """Only puts together what is known, so that nothing can fail here."""
        self._state, self._waiting = state, waiting
        message = self.progress()
        update = {"moves": list(moves), "report": list(report), "summary": list(summary)}
        self._send(message.model_copy(update=update))

    def progress(self) -> ReviewAnswer:
        """How far it is, with all that was judged."""
        return ReviewAnswer(
            game_id=self._table.id,
            state=self._state,
            waiting=self._waiting,
            done=self._done,
            total=len(self._line),
            moves=self._moves,
            report=[],
            summary=[],
        )


def _line(tree: GameTree, current: TreeNode, only: int | None) -> list[TreeNode]:
    """The positions to search: a whole line, or those around one move."""
    if only is None:
        return tree.line_through(current)
    node = tree.node(only)
    if node.parent is None:
        raise StudioError("no move led to the start of the game", field="node")
    return [node.parent, node]
