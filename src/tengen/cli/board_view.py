"""The board of a game in the terminal: Unicode and colours, or ASCII only.

The last stone is in brackets; the stones of a winning line have another background, or stars beside
them without colours.
"""

from dataclasses import dataclass
from typing import Any

from rich.text import Text

from tengen.cli.board_themes import Look, Theme, stone_symbol, theme_of
from tengen.errors import UnsupportedError
from tengen.pictures.points import star_points
from tengen.rules.boards import column_names
from tengen.rules.facts import Corner
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.rules.winning_line import winning_cells

_COORDINATES = "dim"
_LABEL_WIDTH = 3
_BOTH_SIDES_FROM = 10


def board_text(position: Position[Any], look: Look, *, show_legal: bool = False) -> Text:
    """The board with its coordinates; `show_legal` marks moves in games where few are legal."""
    game = position.game
    try:
        cells = game.cells(position.state)
    except UnsupportedError:
        return Text(game.draw(position), no_wrap=True)
    theme = theme_of(game)
    legal = set(position.legal_actions) if show_legal and theme.shows_legal else set()
    drawing = _Drawing(
        game, theme, look, list(cells), game.cell_of(position), winning_cells(position), legal
    )
    return Text("\n", no_wrap=True).join(_LAYOUTS[theme.layout](drawing))


def stone_text(game: Game[Any], seat: int, look: Look) -> Text:
    """A stone of one seat on a piece of its board."""
    theme = theme_of(game)
    symbol = stone_symbol(theme, seat, look)
    if not look.colours:
        return Text(symbol)
    if theme.fields[0]:
        return Text(f" {symbol} ", f"{theme.stones[seat]} {theme.fields[0]}")
    return Text(symbol, theme.stones[seat])


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Everything needed to draw one position."""

    game: Game[Any]
    theme: Theme
    look: Look
    cells: list[int | None]
    last: int | None
    won: frozenset[int]
    legal: set[int]

    def field(self, cell: int) -> str:
        """The background of a cell."""
        if not self.look.colours:
            return ""
        row, column = divmod(cell, self.game.width)
        return self.theme.won if cell in self.won else self.theme.fields[(row + column) % 2]

    def style(self, foreground: str, cell: int) -> str:
        """A foreground on the background of a cell; empty without colours."""
        return f"{foreground} {self.field(cell)}".strip() if self.look.colours else ""

    def gap(self, foreground: str) -> str:
        """A foreground between two cells."""
        return f"{foreground} {self.theme.fields[0]}".strip() if self.look.colours else ""

    def stone(self, cell: int, empty: tuple[str, str]) -> tuple[str, str]:
        """The symbol and style of a cell; `empty` gives those of an empty cell."""
        seat = self.cells[cell]
        if seat is not None:
            symbol = stone_symbol(self.theme, seat, self.look)
            return symbol, self.style(self.theme.stones[seat], cell)
        if cell in self.legal:
            is_subtle = self.look.colours and not self.look.ascii
            return "·" if is_subtle else "+", self.style("bold #d8ffe8", cell)
        return empty

    def sides(self, cell: int) -> tuple[str, str] | None:
        """The characters left and right of a cell: brackets, stars or spaces."""
        if cell == self.last:
            return "[", "]"
        return ("*", "*") if cell in self.won and not self.look.colours else None

    def shown(self, unicode: str, plain: str) -> str:
        """A character, or its plain substitute."""
        return plain if self.look.ascii else unicode


def _crossings(drawing: _Drawing) -> list[Text]:
    """Stones on the crossings of lines, two characters per column."""
    rows = [_crossing_row(drawing, row) for row in drawing.game.rows_from_top]
    return _with_coordinates(drawing.game, rows, step=2, indent=_LABEL_WIDTH + 1)


def _crossing_row(drawing: _Drawing, row: int) -> Text:
    """One row as a track: a gap, a crossing, a gap, ... a gap."""
    game, first = drawing.game, row * drawing.game.width
    ruled = drawing.theme.layout == "crossings" and not drawing.look.ascii
    line = "─" if ruled else " "
    between, mark = drawing.gap(drawing.theme.lines), drawing.gap(drawing.theme.mark)
    track = [(line, between)] * (2 * game.width + 1)
    track[0] = track[-1] = (" ", between)
    for column in range(game.width):
        cell, place = first + column, 2 * column + 1
        empty = _crossing(drawing, row, column) if ruled else _point(drawing, row, column)
        track[place] = drawing.stone(cell, (empty, drawing.style(drawing.theme.lines, cell)))
    for column in range(game.width):
        place, sides = 2 * column + 1, drawing.sides(first + column)
        if sides is None:
            continue
        if track[place - 1][0] != "]":
            track[place - 1] = (sides[0], mark)
        track[place + 1] = (sides[1], mark)
    return Text.assemble(*track)


def _crossing(drawing: _Drawing, row: int, column: int) -> str:
    game = drawing.game
    if (row, column) in star_points(game.width, game.height):
        return "╋"
    rows = game.rows_from_top
    height = 0 if row == rows[0] else 2 if row == rows[-1] else 1
    side = 0 if column == 0 else 2 if column == game.width - 1 else 1
    return ("┌┬┐", "├┼┤", "└┴┘")[height][side]


def _point(drawing: _Drawing, row: int, column: int) -> str:
    starred = drawing.theme.layout == "crossings" and (row, column) in star_points(
        drawing.game.width, drawing.game.height
    )
    return "+" if starred else drawing.shown("·", ".")


def _frame(drawing: _Drawing) -> list[Text]:
    """Discs in a frame, three characters per cell; row numbers unless discs fall into columns."""
    game = drawing.game
    top, bottom, left, right = _frame_parts(drawing)
    style = drawing.theme.frame if drawing.look.colours else ""
    falls = game.facts.gravity
    indent = 1 if falls else _LABEL_WIDTH
    lines = [
        Text.assemble(
            (" " if falls else f"{row + 1:>{_LABEL_WIDTH - 1}} ", _COORDINATES),
            (left, style),
            _frame_row(drawing, row),
            (right, style),
        )
        for row in game.rows_from_top
    ]
    rims = [Text(" " * indent + rim, style) for rim in (top, bottom)]
    names = _column_names(game, 3, indent + 2)
    return _with_names(game, names, [rims[0], *lines, rims[1]], on_both_sides=falls)


def _frame_parts(drawing: _Drawing) -> tuple[str, str, str, str]:
    """Top, bottom, left and right: half blocks in colours, lines without."""
    length = 3 * drawing.game.width
    if drawing.look.ascii:
        rim = f"+{'-' * length}+"
        return rim, rim, "|", "|"
    if drawing.look.colours:
        return f"▗{'▄' * length}▖", f"▝{'▀' * length}▘", "▐", "▌"
    return f"╭{'─' * length}╮", f"╰{'─' * length}╯", "│", "│"


def _frame_row(drawing: _Drawing, row: int) -> Text:
    text = Text()
    for cell in range(row * drawing.game.width, (row + 1) * drawing.game.width):
        left, right = drawing.sides(cell) or (" ", " ")
        text.append(left, drawing.style(drawing.theme.mark, cell))
        text.append(*drawing.stone(cell, _hole(drawing, cell)))
        text.append(right, drawing.style(drawing.theme.mark, cell))
    return text


def _hole(drawing: _Drawing, cell: int) -> tuple[str, str]:
    """An empty cell: a dark hole in colours where discs fall, a dot elsewhere."""
    if not drawing.look.colours:
        return drawing.shown("·", "."), ""
    if not drawing.game.facts.gravity:
        return " ", drawing.style("", cell)
    return drawing.shown("●", "."), drawing.style(drawing.theme.lines, cell)


def _noughts(drawing: _Drawing) -> list[Text]:
    """Crosses and noughts between lines."""
    game, shown = drawing.game, drawing.shown
    bar = shown("┼", "+").join([shown("─", "-") * 3] * game.width)
    between = Text(" " * (_LABEL_WIDTH + 1) + bar, _COORDINATES)
    lines: list[Text] = []
    for row in game.rows_from_top:
        line = Text.assemble((f"{row + 1:>{_LABEL_WIDTH - 1}}  ", _COORDINATES))
        for column in range(game.width):
            cell = row * game.width + column
            left, right = drawing.sides(cell) or (" ", " ")
            line.append(left, drawing.style(drawing.theme.mark, cell))
            line.append(*drawing.stone(cell, (" ", "")))
            line.append(right, drawing.style(drawing.theme.mark, cell))
            if column < game.width - 1:
                line.append(shown("│", "|"), _COORDINATES)
        lines += [line, between]
    return _with_names(game, _column_names(game, 4, _LABEL_WIDTH + 2), lines[:-1])


def _with_coordinates(game: Game[Any], rows: list[Text], step: int, indent: int) -> list[Text]:
    """Row numbers and column names around the rows; on all four sides of large boards."""
    names = _column_names(game, step, indent)
    large = game.width >= _BOTH_SIDES_FROM
    lines = []
    for number, row in zip((row + 1 for row in game.rows_from_top), rows, strict=True):
        right = f" {number}" if large else ""
        lines.append(
            Text.assemble(
                (f"{number:>{_LABEL_WIDTH - 1}} ", _COORDINATES), row, (right, _COORDINATES)
            )
        )
    return _with_names(game, names, lines, on_both_sides=large)


def _with_names(
    game: Game[Any], names: Text, lines: list[Text], *, on_both_sides: bool = False
) -> list[Text]:
    """The names of the columns on the side of row 1, or on both."""
    on_top = game.facts.origin is Corner.TOP_LEFT
    above = [names] if on_top or on_both_sides else []
    below = [names] if not on_top or on_both_sides else []
    return [*above, *lines, *below]


def _column_names(game: Game[Any], step: int, indent: int) -> Text:
    names = column_names(game)
    return Text(" " * indent + (" " * (step - 1)).join(names), _COORDINATES)


_LAYOUTS = {"crossings": _crossings, "frame": _frame, "noughts": _noughts, "plain": _crossings}
