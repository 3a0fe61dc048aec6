"""Positions as text boards, both ways.

`x` is seat 0 and `o` is seat 1; the last stone played is uppercase. The bottom line shows who is
to move or how the game ended, then `o began` if x did not, and the last action where no
uppercase stone shows it (`after pass`):

    3 . . .
    2 . X .
    1 o . x
      a b c
    o to move

Where the game's first row is at the top, as in Othello, so are row 1 and the names of the columns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tengen.errors import NotationError
from tengen.rules.arguments import require_text
from tengen.rules.facts import ActionForm, Corner
from tengen.rules.own_names import quoted, unquoted
from tengen.rules.setups import set_up

if TYPE_CHECKING:
    from tengen.rules.game import Game
    from tengen.rules.position import Position

SEAT_SYMBOLS = ("x", "o")
EMPTY_SYMBOL = "."

_ROW = re.compile(r"\s*(?:(?P<number>\d{1,3})\s+)?(?P<cells>[.xXoO](?:\s*[.xXoO])*)\s*")
_COLUMN_AXIS = re.compile(r"\s*[0-9a-z](?:\s+[0-9a-z])*\s*")
_STATUS = re.compile(
    r"\s*(?:(?P<to_move>[xo]) to move|(?:[xo] won|draw) \(.*\))"
    r"(?:, (?P<first>[xo]) began)?(?:, after (?P<last_action>\S.*))?\s*"
)


def draw(game: Game[Any], position: Position[Any]) -> str:
    """The board as text."""
    cells, last = game.cells(position.state), game.cell_of(position)
    lines = []
    for row in game.rows_from_top:
        start = row * game.width
        symbols = [_symbol(cells[i], i == last) for i in range(start, start + game.width)]
        lines.append(f"{row + 1:>2} " + " ".join(symbols))
    first_row_is_on_top = game.facts.origin is Corner.TOP_LEFT
    lines.insert(0 if first_row_is_on_top else len(lines), "   " + " ".join(column_names(game)))
    lines.append(_status_line(game, position))
    return "\n".join(lines)


def _symbol(occupant: int | None, is_last: bool) -> str:
    if occupant is None:
        return EMPTY_SYMBOL
    symbol = SEAT_SYMBOLS[occupant]
    return symbol.upper() if is_last else symbol


def column_names(game: Game[Any]) -> list[str]:
    """The column labels above or below a board."""
    if game.facts.actions is ActionForm.COLUMNS:
        names = [game.action_name(column) for column in range(game.width)]
        if all(len(name) == 1 for name in names):
            return names
    return ["abcdefghijklmnopqrstuvwxyz"[column % 26] for column in range(game.width)]


def _status_line(game: Game[Any], position: Position[Any]) -> str:
    outcome = position.outcome
    if outcome is None:
        status = f"{SEAT_SYMBOLS[position.to_move]} to move"
    elif outcome.winner is None:
        status = f"draw ({outcome.reason})"
    else:
        status = f"{SEAT_SYMBOLS[outcome.winner]} won ({outcome.reason})"
    if position.first != 0:
        status += f", {SEAT_SYMBOLS[position.first]} began"
    if position.last_action in (None, _action_on(game, game.cell_of(position))):
        return status
    return f"{status}, after {quoted(game.action_name(position.last_action))}"


def _action_on(game: Game[Any], cell: int | None) -> int | None:
    """The action that fills a cell; None in games whose actions are not cells."""
    if cell is None:
        return None
    try:
        return game.action_at(*divmod(cell, game.width))
    except NotationError:
        return None


@dataclass(slots=True)
class _Drawing:
    """The contents of a text board; rows from the top, with their numbers if given."""

    rows: list[str] = field(default_factory=list)
    numbers: list[str | None] = field(default_factory=list)
    to_move: int | None = None
    is_over: bool = False
    first: int = 0
    last_action: str | None = None


def parse(game: Game[Any], text: str) -> Position[Any]:
    """The position of a text board; row numbers, column names and status line are optional."""
    drawing = _read(require_text(text, "a board must be a string"))
    _refuse_other_size(game, drawing.rows)
    _refuse_other_order(game, drawing.numbers)
    rows = dict(zip(game.rows_from_top, drawing.rows, strict=True))
    symbols = "".join(rows[row] for row in range(game.height))
    cells = [None if s == EMPTY_SYMBOL else SEAT_SYMBOLS.index(s.lower()) for s in symbols]
    last_cell = _last_cell(symbols)
    to_move = drawing.to_move
    if to_move is None:
        to_move = _side_to_move(cells, drawing, last_cell)
    last_action = _action_on(game, last_cell)
    if drawing.last_action is not None:
        last_action = game.parse_action(unquoted(drawing.last_action))
    position = set_up(game, cells, to_move, drawing.first, last_action)
    if game.cell_of(position) != last_cell:
        raise NotationError("the uppercase stone does not match the last action")
    if drawing.to_move is not None and position.to_move != to_move:
        raise NotationError(f"with these stones it cannot be {SEAT_SYMBOLS[to_move]}'s turn")
    return position


def _read(text: str) -> _Drawing:
    drawing = _Drawing()
    for number, line in enumerate(text.splitlines(), 1):
        if row := _ROW.fullmatch(line):
            drawing.rows.append("".join(row["cells"].split()))
            drawing.numbers.append(row["number"])
        elif status := _STATUS.fullmatch(line):
            drawing.is_over = status["to_move"] is None
            if not drawing.is_over:
                drawing.to_move = SEAT_SYMBOLS.index(status["to_move"])
            drawing.first = SEAT_SYMBOLS.index(status["first"] or "x")
            drawing.last_action = status["last_action"]
        elif line.strip() and not _COLUMN_AXIS.fullmatch(line):
            raise NotationError(
                f"line {number} of the board is neither a row of . x o nor a line such as "
                f"'x to move': {line.strip()!r}"
            )
    return drawing


def _refuse_other_size(game: Game[Any], rows: list[str]) -> None:
    if len(rows) != game.height:
        raise NotationError(f"{game.name} has {game.height} rows; this board has {len(rows)}")
    for number, row in enumerate(rows, 1):
        if len(row) != game.width:
            raise NotationError(
                f"{game.name} has {game.width} columns; row {number} from the top has {len(row)}"
            )


def _refuse_other_order(game: Game[Any], numbers: list[str | None]) -> None:
    """Otherwise an upside-down board would be read as another position."""
    for place, (row, number) in enumerate(zip(game.rows_from_top, numbers, strict=True), 1):
        if number is not None and int(number) != row + 1:
            raise NotationError(
                f"row {place} from the top of {game.name} must be numbered {row + 1}; got {number}"
            )


def _last_cell(symbols: str) -> int | None:
    capitals = [cell for cell, symbol in enumerate(symbols) if symbol.isupper()]
    if len(capitals) > 1:
        raise NotationError(
            f"only the last stone may be uppercase; got {len(capitals)} uppercase stones"
        )
    return capitals[0] if capitals else None


def _side_to_move(cells: list[int | None], drawing: _Drawing, last_cell: int | None) -> int:
    """The side that did not play the last stone; without one, the side with fewer stones."""
    if last_cell is not None:
        return 1 - int(cells[last_cell] or 0)
    first = drawing.first
    surplus = cells.count(first) - cells.count(1 - first)
    if surplus in (0, 1):
        return first ^ surplus
    if drawing.is_over:
        return first
    raise NotationError(
        "cannot tell from the stones who is to move: add a line such as 'x to move'"
    )
