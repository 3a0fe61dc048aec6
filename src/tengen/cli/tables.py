"""Tables that fit the terminal: cells are never truncated, whatever the width.

A table has layouts, the widest first: which columns it has, and which cells are stacked in one
column. The first layout that fits is drawn. If none fits, every row becomes a block with a line for
each cell.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tengen.cli.language import texts

Layout = Sequence[tuple[str, ...]]
Cell = str | Text


@dataclass(frozen=True, slots=True)
class Column:
    """How the cells of one name are shown."""

    name: str
    heading: str | None = None
    """The heading, if not the name in the user's language."""
    justify: Literal["left", "right"] = "left"
    least_width: int | None = None
    """The least width of cells that may wrap between words; others never wrap."""

    @property
    def title(self) -> str:
        """The text above the cells."""
        return texts().heading(self.name) if self.heading is None else self.heading


def number_column(name: str, heading: str | None = None) -> Column:
    """A column of right-aligned numbers."""
    return Column(name, heading, justify="right")


def text_column(name: str, heading: str | None = None, least_width: int = 1) -> Column:
    """A column of words, which may wrap."""
    return Column(name, heading, least_width=least_width)


class FittedTable:
    """Rows of cells in the first layout that fits; without layouts, all columns side by side."""

    def __init__(
        self,
        columns: Iterable[Column],
        rows: Iterable[Sequence[Cell]],
        layouts: Sequence[Layout] = (),
        *,
        gap: int = 2,
        header_style: str = "bold underline",
    ) -> None:
        self._columns = {column.name: column for column in columns}
        self._rows = [
            {name: _text(cell) for name, cell in zip(self._columns, row, strict=True)}
            for row in rows
        ]
        self._layouts = layouts or [[(name,) for name in self._columns]]
        self._gap = gap
        self._header_style = header_style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self._fitted(options.max_width)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self._fitted(options.max_width))

    def _fitted(self, room: int) -> RenderableType:
        for layout in self._layouts:
            gaps = self._gap * (len(layout) - 1)
            if (widths := self._widths(layout, room - gaps)) is not None:
                return self._drawn(layout, widths)
        return self._blocks()

    def _widths(self, layout: Layout, room: int) -> list[int] | None:
        """The width of each column; None if they do not all fit."""
        wanted = [self._widest(names, least=False) for names in layout]
        widths = [self._widest(names, least=True) for names in layout]
        spare = room - sum(widths)
        if spare < 0:
            return None
        for _ in range(min(spare, sum(wanted) - sum(widths))):
            wanting = [index for index, width in enumerate(widths) if width < wanted[index]]
            widths[min(wanting, key=widths.__getitem__)] += 1
        return widths

    def _widest(self, names: tuple[str, ...], *, least: bool) -> int:
        return max(self._width(self._columns[name], least=least) for name in names)

    def _width(self, column: Column, *, least: bool) -> int:
        """The natural width of the heading and the cells, or their minimum."""
        texts = [column.title, *(row[column.name].plain for row in self._rows)]
        wanted = max(_length(text.splitlines()) for text in texts)
        if not least or column.least_width is None:
            return wanted
        return min(wanted, max(column.least_width, *(_length(text.split()) for text in texts)))

    def _drawn(self, layout: Layout, widths: list[int]) -> Table:
        """One line per row, or several followed by a blank one."""
        is_tall = any(len(names) > 1 for names in layout)
        table = Table(
            box=None,
            pad_edge=False,
            padding=(0, self._gap, int(is_tall), 0),
            header_style=self._header_style,
        )
        for names, width in zip(layout, widths, strict=True):
            columns = [self._columns[name] for name in names]
            table.add_column(
                "\n".join(column.title for column in columns),
                justify=columns[0].justify,
                width=width,
                overflow="fold",
            )
        for row in self._rows:
            table.add_row(*(Text("\n").join(row[name] for name in names) for names in layout))
        return table

    def _blocks(self) -> Group:
        parts: list[RenderableType] = []
        first, *others = self._columns.values()
        for row in self._rows:
            block = Table.grid(padding=(0, 2, 0, 0))
            for column in others:
                block.add_row(Text(column.title, "dim"), row[column.name])
            parts += [*([""] if parts else []), row[first.name], Padding(block, (0, 0, 0, 2))]
        return Group(*parts)


def _text(cell: Cell) -> Text:
    return cell if isinstance(cell, Text) else Text(cell)


def _length(parts: Sequence[str]) -> int:
    return max(map(cell_len, parts), default=0)
