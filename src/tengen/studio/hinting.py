"""Hints: what the adviser of `tengen play` says, for the page."""

from typing import Any

from tengen.errors import GameOverError
from tengen.partners import sentences
from tengen.partners.advice import Advice
from tengen.partners.adviser import Adviser
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.studio.analysis_message import exact_scores, move_analyses
from tengen.studio.answers import HintAnswer
from tengen.studio.both import CHINESE, ENGLISH
from tengen.studio.exact import ExactScores
from tengen.studio.requests import Hint
from tengen.studio.searches import in_thread
from tengen.studio.shapes import Text
from tengen.studio.slots import Priority, SearchSlots
from tengen.studio.table import Table

_MOST_MOVES = 5


async def hint(table: Table, request: Hint, slots: SearchSlots, exact: ExactScores) -> HintAnswer:
    """Searches the current node for a moment; raises `GameOverError`."""
    node = table.node
    if node.outcome is not None:
        raise GameOverError(f"the game is over: {node.outcome}")
    scores = await exact.find(node.position, Priority.HINT)
    async with slots.hold(Priority.HINT):
        # The adviser's own limit is a few seconds: nothing has to stop it.
        advice = await in_thread(_advice, table.game, node.position, stop=lambda: None)
    return HintAnswer(
        request=request.request,
        game_id=table.id,
        node=node.id,
        moves=move_analyses(advice.result)[:_MOST_MOVES],
        exact=exact_scores(node.position, scores),
        sentences=_sentences(advice),
    )


def _advice(game: Game[Any], position: Position[Any]) -> Advice:
    adviser = Adviser(game, None, seed=0, on_search=lambda searched, result: None)
    return adviser.study(position)


def _sentences(advice: Advice) -> list[Text]:
    name = advice.game.facts.seat_names[advice.position.to_move]
    english, chinese = (
        sentences.verdict(advice, texts, texts.seat(name), is_you=False)
        for texts in (ENGLISH, CHINESE)
    )
    return [Text(en=one, zh=other) for one, other in zip(english, chinese, strict=True)]
