"""Prose that also wraps between Chinese characters.

rich breaks lines at spaces only. Chinese has none, so a line would end at the last English word, or
in the middle of a long sentence with a comma at the start of the next line.
"""

import re
from collections.abc import Iterator
from typing import Any

from rich.cells import cell_len
from rich.containers import Lines
from rich.text import Text

_OPENING = "\N{LEFT DOUBLE QUOTATION MARK}\N{FULLWIDTH LEFT PARENTHESIS}"
_CLOSING = (
    "\N{RIGHT DOUBLE QUOTATION MARK}\N{FULLWIDTH RIGHT PARENTHESIS}\N{FULLWIDTH COMMA}"
    "\N{IDEOGRAPHIC COMMA}\N{IDEOGRAPHIC FULL STOP}\N{FULLWIDTH SEMICOLON}\N{FULLWIDTH COLON}"
    "\N{FULLWIDTH QUESTION MARK}"
)
_CHARACTER = r"\u4e00-\u9fff"
_UNIT = re.compile(
    rf"[{_OPENING}]*(?:[{_CHARACTER}]|[^\s{_CHARACTER}{_OPENING}{_CLOSING}]+)?[{_CLOSING}]*\s*"
)
"""What stays on one line: a word or a character, with the punctuation that belongs to it."""


class Prose(Text):
    """Text that is broken at spaces and between Chinese characters."""

    def wrap(self, console: Any, width: int, **_: Any) -> Lines:  # noqa: ANN401
        """The lines; called by rich when the text is printed."""
        lines = Lines()
        for paragraph in self.split(allow_blank=True):
            lines.extend(paragraph.divide(_breaks(paragraph.plain, width)))
        for line in lines:
            line.rstrip()
        return lines


def _breaks(text: str, width: int) -> Iterator[int]:
    """Where each line but the first begins."""
    used, start = 0, 0
    for unit in _units(text, width):
        if used and used + cell_len(unit.rstrip()) > width:
            yield start
            used = 0
        used += cell_len(unit)
        start += len(unit)


def _units(text: str, width: int) -> Iterator[str]:
    """Units; one that is wider than a line comes character by character."""
    for found in _UNIT.finditer(text):
        unit = found[0]
        yield from [unit] if cell_len(unit.rstrip()) <= width else unit
