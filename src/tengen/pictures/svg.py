"""A board as SVG."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from tengen.pictures.board import Board, Candidate
from tengen.pictures.grounds import GROUNDS
from tengen.pictures.layout import CELL, Layout
from tengen.pictures.looks import COLOURS, Colours, Stone, blend, ink_on
from tengen.pictures.shapes import circle, label, line, rectangle

_LARGEST_SIDE = 460
_LARGEST_CELL = 56
_NAME_SIZE, _LARGEST_NAME_SIZE = 13, 17
_LEAST_NAME_PIXELS = 10
_RADII = {"wood": 0.46, "frame": 0.41, "felt": 0.42, "paper": 0.3, "plain": 0.38}
_LEAST_SHARE = 0.01
_MOST_CANDIDATES = 9


def board_svg(board: Board) -> str:
    """The board, its stones and its marks as one self-contained SVG element."""
    layout, colours = Layout.of(board), COLOURS[board.look]
    scale = min(_LARGEST_SIDE / max(layout.width, layout.height), _LARGEST_CELL / CELL)
    name_size = min(max(_NAME_SIZE, _LEAST_NAME_PIXELS / scale), _LARGEST_NAME_SIZE)
    size = " ".join(
        f'{name}="{round(length * scale)}"'
        for name, length in (("width", layout.width), ("height", layout.height))
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'viewBox="0 0 {layout.width:g} {layout.height:g}" role="img" '
        'style="max-width:100%;height:auto">',
        f"<title>{escape(board.title)}</title>",
        rectangle(0, 0, layout.width, layout.height, colours.rim, rx=10),
        *GROUNDS[board.look](board, layout, colours),
        *_names(board, layout, colours.names, name_size),
        *_Pieces(board, layout, colours).drawn(),
        "</svg>",
    ]
    return "\n".join(parts)


def _names(board: Board, layout: Layout, colour: str, size: float) -> Iterator[str]:
    for column, name in enumerate(board.column_names):
        x, _ = layout.centre(column)
        for y in layout.name_rows:
            yield label(x, y, name, size, colour)
    for row, name in enumerate(board.row_names):
        _, y = layout.centre(row * board.width)
        for x in layout.name_columns:
            yield label(x, y, name, size, colour)


@dataclass(frozen=True, slots=True)
class _Pieces:
    """Everything that stands on the cells."""

    board: Board
    layout: Layout
    colours: Colours

    @property
    def radius(self) -> float:
        return CELL * _RADII[self.board.look]

    def drawn(self) -> Iterator[str]:
        for cell, seat in enumerate(self.board.cells):
            if seat is not None:
                yield from self.stone(cell, seat)
        for cell in sorted(self.board.playable):
            yield circle(*self.layout.centre(cell), 4, self.colours.candidate)
        shown = [one for one in self.board.candidates if one.is_best or one.share >= _LEAST_SHARE]
        for candidate in shown[:_MOST_CANDIDATES]:
            yield from self.candidate(candidate)

    def stone(self, cell: int, seat: int) -> Iterator[str]:
        x, y = self.layout.centre(cell)
        if self.board.look == "paper":
            yield from self.paper_mark(cell, seat)
            return
        paint = self.colours.stones[seat]
        yield circle(x, y + 1.5, self.radius, "#000000", fill_opacity=0.25)
        yield circle(x, y, self.radius, paint.fill, stroke=paint.rim, stroke_width=1)
        yield from self.shine(x, y, paint)
        if cell in self.board.won:
            yield circle(x, y, self.radius - 1, stroke=self.colours.won, stroke_width=4)
        if cell == self.board.last:
            yield circle(x, y, 5, self.colours.last[seat])

    def shine(self, x: float, y: float, paint: Stone) -> Iterator[str]:
        if self.board.look in ("frame", "plain"):
            yield circle(x, y, 0.66 * self.radius, stroke=paint.rim, stroke_width=1.5)
            return
        shift, size = 0.32 * self.radius, 0.4 * self.radius
        yield circle(x - shift, y - shift, size, paint.shine, fill_opacity=0.55)

    def paper_mark(self, cell: int, seat: int) -> Iterator[str]:
        x, y = self.layout.centre(cell)
        highlight = self.colours.won if cell in self.board.won else None
        if highlight is None and cell == self.board.last:
            highlight = self.colours.last[seat]
        if highlight is not None:
            side = CELL - 6
            yield rectangle(x - side / 2, y - side / 2, side, side, highlight, rx=6)
        paint, reach = self.colours.stones[seat].fill, 0.26 * CELL
        if seat == 1:
            yield circle(x, y, reach, stroke=paint, stroke_width=4.5)
            return
        for rise in (reach, -reach):
            ends = (x - reach, y - rise, x + reach, y + rise)
            yield line(*ends, paint, stroke_width=4.5, stroke_linecap="round")

    def candidate(self, candidate: Candidate) -> Iterator[str]:
        """A disc sized by the share of visits and labelled with it in percent."""
        x, y = self.layout.centre(candidate.cell)
        faint = blend(self.colours.ground, self.colours.candidate, 0.7 + 0.3 * candidate.share)
        fill = self.colours.best if candidate.is_best else faint
        radius = CELL * (0.31 + 0.13 * candidate.share**0.5)
        percent = f"{100 * candidate.share:.0f}" if candidate.share >= 0.005 else "<1"
        yield circle(x, y, radius, fill, stroke=ink_on(fill), stroke_opacity=0.35)
        yield label(x, y, percent, 15, ink_on(fill), font_weight="600")
