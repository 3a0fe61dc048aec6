"""Games and points in SGF: which game a file holds, and how its moves are written.

GM[4] is Gomoku and Renju, GM[2] Othello. Connect Four has no number of its own among the official
ones (1 to 40), so it gets one far above them, which other programs refuse instead of showing a
wrong board. `TG` is ours: the exact name of the game.
"""

import re
from typing import Any

from tengen.errors import RecordError, UnsupportedError
from tengen.play.records import five_in_a_row, game_named
from tengen.play.sgf_tree import SgfNode, escape
from tengen.rules.facts import ActionForm, Family, LineRule
from tengen.rules.game import Game
from tengen.rules.position import Position

GAME_NAME = "TG"
RULE = "RU"
_EXACT_RULE = "standard"
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_OTHELLO, _GOMOKU, _PRIVATE = 2, 4, 1004
_NUMBERS: dict[str | None, int] = {
    Family.GOMOKU: _GOMOKU,
    Family.TIC_TAC_TOE: _GOMOKU,
    Family.OTHELLO: _OTHELLO,
}


def sgf_refusal(game: Game[Any]) -> str | None:
    """Why SGF cannot hold the game, and what can; None if it can."""
    if game.facts.actions is ActionForm.NUMBERS or not _shows_stones(game):
        return (
            f"SGF holds only games whose moves are points on a board, and {game.name} is not one: "
            "choose a name that ends in .txt"
        )
    if max(game.width, game.height) > len(_LETTERS):
        return (
            f"SGF holds boards up to {len(_LETTERS)} a side, and {game.name} is larger: "
            "choose a name that ends in .txt"
        )
    return None


def _shows_stones(game: Game[Any]) -> bool:
    """Whether the game knows what is on its board; those of OpenSpiel do not."""
    try:
        game.cells(game.initial().state)
    except UnsupportedError:
        return False
    return True


def describe_game(game: Game[Any], *, tells_rule: bool = True) -> str:
    """The root properties that identify the game; raises `RecordError` if SGF cannot hold it."""
    if refusal := sgf_refusal(game):
        raise RecordError(refusal)
    facts = game.facts
    number = _NUMBERS.get(facts.family, _PRIVATE)
    square = game.width == game.height
    size = f"{game.width}" if square else f"{game.width}:{game.height}"
    is_exact = facts.line_rule is LineRule.EXACT
    rule = f"{RULE}[{_EXACT_RULE}]" if is_exact and tells_rule else ""
    return f"GM[{number}]SZ[{size}]{rule}{GAME_NAME}[{escape(game.name)}]"


def game_of(root: SgfNode, asked: Game[Any] | None) -> Game[Any]:
    """The game of a file: the one requested, if any, else that of the root."""
    if asked is None:
        name = root.text(GAME_NAME)
        return game_named(name) if name else _usual_game(root)
    width, height = _size(root, (asked.width, asked.height))
    if (width, height) != (asked.width, asked.height):
        raise RecordError(
            f"the file has a board of {width}x{height}; {asked.name} is played on "
            f"{asked.width}x{asked.height}"
        )
    return asked


def _usual_game(root: SgfNode) -> Game[Any]:
    """The game in a file of another program."""
    number = root.text("GM").strip()
    if number == str(_OTHELLO):
        return game_named("othello:{}x{}".format(*_size(root, (8, 8))))
    if number != str(_GOMOKU):
        raise RecordError(
            f"GM[{number[:20] or 1}] is not supported; GM[4] is Gomoku, GM[2] is Othello"
        )
    width, height = _size(root, (15, 15))
    if (width, height) == (3, 3):
        return game_named(Family.TIC_TAC_TOE)
    rule = root.text(RULE).lower()
    game = five_in_a_row(
        width, height, LineRule.EXACT if _EXACT_RULE in rule else LineRule.FREE_STYLE
    )
    if "renju" in rule:
        raise RecordError(
            "the file is a Renju game, which has other rules; to read it anyway, name a game "
            f"such as {game.name}"
        )
    return game


def is_rule_of(text: str, game: Game[Any]) -> bool:
    """Whether the file's rule fits the game that it is read as."""
    rule = text.lower()
    if game.facts.family != Family.GOMOKU:
        return True
    is_exact = game.facts.line_rule is LineRule.EXACT
    return "renju" not in rule and (_EXACT_RULE in rule) == is_exact


def _size(root: SgfNode, usual: tuple[int, int]) -> tuple[int, int]:
    text = root.text("SZ").strip()
    if not text:
        return usual
    match = re.fullmatch(r"([0-9]{1,2})(?::([0-9]{1,2}))?", text, re.ASCII)
    if match is None:
        raise RecordError(f"SZ must be a number or width:height; got {text[:20]!r}")
    return int(match[1]), int(match[2] or match[1])


def point_of(position: Position[Any], action: int) -> str:
    """The action in this position as a point; nothing for a pass."""
    game = position.game
    if action == game.facts.pass_action:
        return ""
    if game.facts.actions is ActionForm.COLUMNS:
        row, column = _landing_row(position, action), action
    else:
        row, column = divmod(action, game.width)
    return point_of_cell(game, row * game.width + column)


def point_of_cell(game: Game[Any], cell: int) -> str:
    """A cell as a point."""
    row, column = divmod(cell, game.width)
    return _LETTERS[column] + _LETTERS[game.rows_from_top.index(row)]


def action_of(position: Position[Any], point: str) -> int:
    """The inverse of `point_of`; raises `RecordError`."""
    game = position.game
    point, passing = point.strip(), game.facts.pass_action
    if passing is not None and (not point or (point == "tt" and game.width <= 19)):
        return passing
    cell = cell_of_point(game, point)
    if game.facts.actions is not ActionForm.COLUMNS:
        return cell
    row, column = divmod(cell, game.width)
    if _landing_row(position, column) != row:
        raise RecordError(f"a stone dropped into column {column + 1} does not land on {point!r}")
    return column


def cell_of_point(game: Game[Any], point: str) -> int:
    """The inverse of `point_of_cell`; raises `RecordError`."""
    if len(point) != 2 or not set(point) <= set(_LETTERS):
        raise RecordError(f"a point must be two letters such as 'dd'; got {point[:20]!r}")
    column, down = (_LETTERS.index(letter) for letter in point)
    if column >= game.width or down >= game.height:
        raise RecordError(f"point {point!r} is not on the {game.width}x{game.height} board")
    return game.rows_from_top[down] * game.width + column


def _landing_row(position: Position[Any], column: int) -> int:
    """Where a stone comes to rest; past the top when the column is full."""
    cells = position.game.cells(position.state)
    width = position.game.width
    return sum(cells[cell] is not None for cell in range(column, len(cells), width))
