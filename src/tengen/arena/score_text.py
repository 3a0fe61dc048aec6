"""Exact scores as text: `+3 0 . -8`, one word per action.

+3: the move wins, and the game ends 3 plies from here. -8: it loses in 8 plies. 0: it draws. A dot:
it is not legal.
"""

from collections.abc import Mapping

from tengen.errors import NotationError
from tengen.search.solver import DRAW, Score

_ILLEGAL = "."


def scores_text(scores: Mapping[int, Score], actions: int) -> str:
    """The scores as text, one word per action."""
    return " ".join(_word(scores.get(action)) for action in range(actions))


def parse_scores(text: str) -> dict[int, Score]:
    """The scores in a text, by action; raises `NotationError`."""
    try:
        numbers = {
            action: int(word) for action, word in enumerate(text.split()) if word != _ILLEGAL
        }
    except ValueError:
        raise NotationError(f"scores are words such as +3, -8, 0 or a dot; got {text!r}") from None
    return {action: _score(number) for action, number in numbers.items()}


def _word(score: Score | None) -> str:
    if score is None:
        return _ILLEGAL
    return f"{score.value * score.plies:+d}" if score.value else "0"


def _score(number: int) -> Score:
    return Score(1 if number > 0 else -1, abs(number)) if number else DRAW
