"""Moves that cannot be played, refused in words of the game: colours and names of moves."""

from typing import Any

from tengen.partners.game_texts import refused_move, result_sentence
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position
from tengen.studio.both import both, said
from tengen.studio.refusals import ExplainedError, about


def refuse_finished(position: Position[Any], outcome: Outcome | None, field: str = "") -> None:
    """Raises `StudioError` where the game is over, by its rules or before."""
    if outcome is not None:
        result = both(lambda texts: texts.message(result_sentence(position, outcome, texts)))
        raise ExplainedError(said("studio over", result=result), field=field)


def legal_action(position: Position[Any], move: str, field: str) -> int:
    """The legal action that a person's move names; raises `StudioError`."""
    refuse_finished(position, position.outcome, field)
    with about(field):
        action = position.parse_move(move)
    if action not in position.legal_actions:
        reason = both(lambda texts: refused_move(position, action, texts))
        raise ExplainedError(reason, field=field)
    return action


def position_after(start: Position[Any], moves: str, field: str) -> Position[Any]:
    """The position after moves in one string; raises `StudioError`."""
    with about(field):
        names = start.game.split_moves(moves)
    position = start
    for name in names:
        position = position.play(legal_action(position, name, field))
    return position
