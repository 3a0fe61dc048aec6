"""Hints: what the adviser of `tengen play` says, for the page."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from tengen.errors import StudioError
from tengen.partners import sentences
from tengen.partners.advice import Advice
from tengen.partners.adviser import Adviser
from tengen.search import Score
from tengen.studio.analysis_message import exact_scores, move_analyses, solved_analyses
from tengen.studio.answers import HintAnswer, MoveAnalysis
from tengen.studio.both import CHINESE, ENGLISH, said
from tengen.studio.exact import ExactScores
from tengen.studio.explaining import refuse_finished
from tengen.studio.requests import Hint
from tengen.studio.searches import ended_at_exit, snapshots
from tengen.studio.shapes import Text
from tengen.studio.slots import Priority, SearchSlots
from tengen.studio.table import Table
from tengen.studio.tree import TreeNode

_MOST_MOVES = 5
_MOST_PENDING = 8


async def hint(
    table: Table,
    request: Hint,
    slots: SearchSlots,
    exact: ExactScores,
    send: Callable[[HintAnswer], None],
) -> None:
    """Searches the current node for a moment and answers; a finished game is refused."""
    node = table.node
    refuse_finished(node.position, node.outcome)
    told = HintAnswer(
        game_id=table.id,
        node=node.id,
        state="waiting",
        waiting=said("studio busy"),
        moves=[],
        exact=[],
        sentences=[],
    )
    has_waited = False

    def say_waiting() -> None:
        nonlocal has_waited
        has_waited = True
        send(told)

    try:
        scores = await exact.find(node.position, Priority.HINT, say_waiting)
        async with slots.hold(Priority.HINT, say_waiting):
            if has_waited:
                send(told.model_copy(update={"state": "running", "waiting": None}))
            advice = await _advice(node, scores)
    except asyncio.CancelledError:
        ended = {"request": request.request, "state": "stopped", "waiting": None}
        send(told.model_copy(update=ended))
        raise
    send(told.model_copy(update={"request": request.request, **_findings(advice)}))


async def _advice(node: TreeNode, scores: Mapping[int, Score]) -> Advice:
    adviser = await asyncio.to_thread(
        Adviser, node.position.game, None, 0, lambda searched, result: None
    )
    running = adviser.start(node.position)
    async with ended_at_exit(running):
        async for _ in snapshots(running):
            pass
    return adviser.advise(running.result(), scores)


def _findings(advice: Advice) -> dict[str, Any]:
    return {
        "state": "finished",
        "waiting": None,
        "moves": _moves(advice)[:_MOST_MOVES],
        "exact": exact_scores(advice.position, advice.exact),
        "sentences": _sentences(advice),
    }


def _moves(advice: Advice) -> list[MoveAnalysis]:
    if advice.exact:
        return solved_analyses(advice.result, advice.exact)
    return move_analyses(advice.result)


def _sentences(advice: Advice) -> list[Text]:
    name = advice.game.facts.seat_names[advice.position.to_move]
    english, chinese = (
        sentences.verdict(advice, texts, texts.seat(name), is_you=False)
        for texts in (ENGLISH, CHINESE)
    )
    return [Text(en=one, zh=other) for one, other in zip(english, chinese, strict=True)]


class PendingHints:
    """The hints that one page waits for."""

    def __init__(self) -> None:
        self._tasks: dict[asyncio.Task[None], str] = {}

    def add(self, game_id: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Begins one in the background; raises `StudioError` if there are too many."""
        if len(self._tasks) >= _MOST_PENDING:
            raise StudioError("earlier hints are not ready yet: wait a moment", code="busy")
        task = asyncio.create_task(work())
        self._tasks[task] = game_id
        task.add_done_callback(self._tasks.pop)

    async def stop(self, game_id: str) -> None:
        """Ends those for a game, and waits for their end."""
        await asyncio.sleep(0)  # one that has not begun could not say that it was stopped
        ended = [task for task, game in self._tasks.items() if game == game_id]
        for task in ended:
            task.cancel()
        await asyncio.gather(*ended, return_exceptions=True)

    def close(self) -> None:
        """Ends all of them."""
        for task in self._tasks:
            task.cancel()
