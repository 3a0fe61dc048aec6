"""Permalinks: a game and a position as a short text for an address, readable and self-contained.

    g=gomoku:15x15/5&m=h8i9j10&n=2

`g` the game, `m` the moves of the line, `n` how many of them lead to the position shown (all if it
is missing), `f=1` if seat 1 begins, `s` stones that were set up: `.`, `x` and `o` row by row from
row 1 with counts (`112.x112.`), then `-x` or `-o` for the side to move.
"""

import re
from itertools import groupby
from typing import Any
from urllib.parse import parse_qsl, quote

from tengen.errors import StudioError
from tengen.play.setups import Setup
from tengen.rules.boards import EMPTY_SYMBOL, SEAT_SYMBOLS
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.rules.showing import MOST_CELLS
from tengen.studio.explaining import position_after
from tengen.studio.refusals import about
from tengen.studio.shapes import HumanPlayer
from tengen.studio.shelf import Shelf
from tengen.studio.table import Table

_SAFE = ":/,@!$'()*;.-_~"
_RUN = re.compile(r"(\d{0,4})([.xo])")
_STONES = re.compile(r"((?:\d{0,4}[.xo])*)-([xo])")
_LINK = re.compile(r"\s*(?:https?://[^\s#]*)?#?(g=\S+)\s*")
_MOST_PARTS = 10


def link_of(table: Table) -> str:
    """The link to the current node and the line through it."""
    line = table.tree.line_through(table.node)
    return position_link(line[-1].position, table.plies)


def position_link(end: Position[Any], shown: int) -> str:
    """The link to the end of a line, of which `shown` moves lead to the position in view."""
    setup = Setup.of(end.start)
    parts = {"g": end.game.name, "m": end.moves_text}
    if shown != len(end.history):
        parts["n"] = str(shown)
    if setup is not None:
        parts["s"] = _stones_text(setup)
    elif end.first:
        parts["f"] = "1"
    return "&".join(f"{key}={quote(value, safe=_SAFE)}" for key, value in parts.items() if value)


def link_in(text: str) -> str | None:
    """The link that a text is, alone or as the end of an address; None if it is anything else."""
    match = _LINK.fullmatch(text)
    return None if match is None else match[1]


def linked_table(link: str, shelf: Shelf, number: str) -> Table:
    """The table of a link, between two persons."""
    end, shown = read_link(link, shelf)
    table = Table(number, end.start, (HumanPlayer(), HumanPlayer()), shelf)
    table.replay(end.history)
    table.tree.show(table.tree.line_through(table.node)[shown])
    table.changed()
    return table


def read_link(link: str, shelf: Shelf) -> tuple[Position[Any], int]:
    """The end of the line, and the number of moves to the position shown; or `StudioError`."""
    try:
        pairs = parse_qsl(link, strict_parsing=True, max_num_fields=_MOST_PARTS)
    except ValueError:
        raise StudioError("this is not a link to a game", field="link") from None
    parts = dict(pairs)
    if "g" not in parts or not parts.keys() <= set("gmnfs"):
        raise StudioError("this is not a link to a game", field="link")
    game = shelf.game(parts["g"])
    with about("link"):
        start = _start(game, parts)
    position = position_after(start, parts.get("m", ""), "link")
    return position, _shown(parts.get("n"), len(position.history))


def _start(game: Game[Any], parts: dict[str, str]) -> Position[Any]:
    if "s" not in parts:
        return game.initial(int(parts.get("f") == "1"))
    return _setup(parts["s"]).position(game)


def _shown(text: str | None, plies: int) -> int:
    if text is None:
        return plies
    if not re.fullmatch(r"\d{1,4}", text, re.ASCII) or int(text) > plies:
        raise StudioError("this is not a link to a game", field="link")
    return int(text)


def _stones_text(setup: Setup) -> str:
    symbols = (EMPTY_SYMBOL if cell is None else SEAT_SYMBOLS[cell] for cell in setup.cells)
    runs = ((symbol, len(list(run))) for symbol, run in groupby(symbols))
    text = "".join(symbol if count == 1 else f"{count}{symbol}" for symbol, count in runs)
    return f"{text}-{SEAT_SYMBOLS[setup.to_move]}"


def _setup(text: str) -> Setup:
    match = _STONES.fullmatch(text)
    if match is None:
        raise StudioError("this is not a link to a game", field="link")
    cells: list[int | None] = []
    for count, symbol in _RUN.findall(match[1]):
        cell = None if symbol == EMPTY_SYMBOL else SEAT_SYMBOLS.index(symbol)
        cells += [cell] * (int(count) if count else 1)
        if len(cells) > MOST_CELLS:
            raise StudioError("this is not a link to a game", field="link")
    return Setup(tuple(cells), SEAT_SYMBOLS.index(match[2]))
