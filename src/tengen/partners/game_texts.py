"""What can be said about a game in progress, in one language: legal moves, refusals, results."""

from collections.abc import Collection
from typing import Any

from tengen.errors import TengenError, UnsupportedError
from tengen.rules.facts import ActionForm
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position
from tengen.texts import Texts

_MOST_NAMES = 12


def legal_moves(position: Position[Any], texts: Texts) -> str:
    """The names of legal moves, shortened to a few."""
    names = [position.move_name(action) for action in position.legal_actions]
    if len(names) <= _MOST_NAMES:
        return ", ".join(names)
    shown = ", ".join(names[:_MOST_NAMES])
    return texts("and more", moves=shown, count=len(names) - _MOST_NAMES)


def refused_move(position: Position[Any], action: int, texts: Texts) -> str:
    """The message for an action that is not legal now."""
    game, name = position.game, position.move_name(action)
    if position.legal_actions == [game.facts.pass_action]:
        return texts("must pass")
    if game.facts.actions is ActionForm.COLUMNS:
        return texts("full", move=name)
    if _is_taken(position, action):
        return texts("taken", move=name)
    return texts("not legal", move=name, moves=legal_moves(position, texts))


def _is_taken(position: Position[Any], action: int) -> bool:
    """Whether the action is an occupied cell; false if the game cannot tell."""
    game = position.game
    try:
        row, column = game.row_and_column(action)
        return game.cells(position.state)[row * game.width + column] is not None
    except TengenError:
        return False


def result_sentence(
    position: Position[Any], outcome: Outcome, texts: Texts, humans: Collection[int] = ()
) -> str:
    """Who won and why; a single person among the players is addressed as `you`."""
    reason = texts.reason(outcome.reason)
    if discs := disc_counts(position):
        reason += f" ({discs[0]} : {discs[1]})"
    if outcome.winner is None:
        return texts("draw", reason=reason)
    if len(humans) != 1:
        seat = texts.seat(position.game.facts.seat_names[outcome.winner])
        return texts("seat wins", seat=seat, reason=reason)
    if outcome.winner in humans:
        return texts("you win", reason=reason)
    if outcome.reason == "resigned":
        reason = texts("you resigned")
    return texts("you lose", reason=reason)


def disc_counts(position: Position[Any]) -> tuple[int, int] | None:
    """The number of discs of each seat, in games that count them."""
    if not position.game.facts.counts_stones:
        return None
    cells = list(position.game.cells(position.state))
    return cells.count(0), cells.count(1)


def has_cells(position: Position[Any]) -> bool:
    """Whether the game shows what is on its board."""
    try:
        position.game.cells(position.state)
    except UnsupportedError:
        return False
    return True
