"""Boards as SVG and tables as HTML: plain data in, text out. No rules, no libraries, no files.

All text is escaped, so a game's name cannot become markup. Colours are set on each shape, so
pictures need no style sheet.
"""

from tengen.pictures.board import Board, Candidate, Look
from tengen.pictures.html import beside, captioned, facts_table, preformatted, table
from tengen.pictures.svg import board_svg

__all__ = [
    "Board",
    "Candidate",
    "Look",
    "beside",
    "board_svg",
    "captioned",
    "facts_table",
    "preformatted",
    "table",
]
