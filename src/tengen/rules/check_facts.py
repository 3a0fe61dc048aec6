"""Checks a game's facts against its numbers and its rules. Part of `check_game`."""

from typing import Any

from tengen.errors import UnsupportedError
from tengen.rules.facts import ActionForm, Corner, GameFacts
from tengen.rules.game import Game
from tengen.rules.lines import lines_through
from tengen.rules.position import Position


def contradiction_in(game: Game[Any]) -> str | None:
    """The first promise about its facts that a game breaks, or None."""
    facts: object = game.facts
    if not isinstance(facts, GameFacts):
        return f"facts must be a GameFacts; got {facts!r}"
    found = _texts(facts) or _actions(game, facts) or _board(facts) or _lines(game, facts)
    return None if found is None else f"facts: {found}"


def _texts(facts: GameFacts) -> str | None:
    if facts.family is not None and not (isinstance(facts.family, str) and facts.family):
        return f"family must be a string or None; got {facts.family!r}"
    names = facts.seat_names
    if len(names) != 2 or names[0] == names[1] or not all(isinstance(n, str) and n for n in names):
        return f"seat_names must be two different strings; got {names!r}"
    return None


def _actions(game: Game[Any], facts: GameFacts) -> str | None:
    places = {ActionForm.CELLS: game.width * game.height, ActionForm.COLUMNS: game.width}
    count, passing = places.get(facts.actions), facts.pass_action
    if count is None:
        in_range = passing is None or 0 <= passing < game.num_actions
        return None if in_range else f"pass_action must be an action; got {passing!r}"
    if passing not in (None, count):
        return f"pass_action must be {count}, after the {facts.actions}; got {passing!r}"
    expected = count + (passing is not None)
    if game.num_actions != expected:
        needed = f"actions are {facts.actions}, so num_actions must be {expected}"
        return f"{needed}; got {game.num_actions}"
    return None


def _board(facts: GameFacts) -> str | None:
    if facts.actions is ActionForm.COLUMNS and not facts.gravity:
        return f"columns can be actions only where stones fall; the board has {facts.board}"
    if facts.gravity and facts.origin is not Corner.BOTTOM_LEFT:
        return f"stones fall to the first row, which must be at the bottom; got {facts.origin!r}"
    return None


def _lines(game: Game[Any], facts: GameFacts) -> str | None:
    if (facts.line_length is None) != (facts.line_rule is None):
        return "line_length and line_rule must be set together"
    longest = max(game.width, game.height)
    if facts.line_length is not None and not 2 <= facts.line_length <= longest:
        return f"line_length must be 2 to {longest}; got {facts.line_length!r}"
    return None


def contradiction_at(position: Position[Any]) -> str | None:
    """The promise of the facts that this position breaks, or None.

    Only promises about the last move: a pass leaves the stones alone, and a line wins.
    """
    game, facts = position.game, position.game.facts
    try:
        cells = list(game.cells(position.state))
    except UnsupportedError:
        return None
    last = position.last_action
    if last is not None and last == facts.pass_action and position.history:
        before = list(game.cells(position.undo().state))
        return None if cells == before else f"the pass {last} must leave the stones unchanged"
    return _unsettled_line(position, cells)


def _unsettled_line(position: Position[Any], cells: list[int | None]) -> str | None:
    facts, cell = position.game.facts, position.game.cell_of(position)
    if cell is None or facts.line_length is None or facts.line_rule is None:
        return None
    seat = cells[cell]
    if seat is None:
        return None
    line = lines_through(cells, position.game.width, cell, facts.line_length, facts.line_rule)
    outcome = position.outcome
    if not line or (outcome is not None and outcome.winner == seat):
        return None
    return f"a line of {facts.line_length} ({facts.line_rule}) must win; got {outcome!r}"
