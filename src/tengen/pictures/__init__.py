"""Boards as SVG and tables as HTML: plain data in, text out. No rules, no libraries, no files.

Whatever a text says is escaped, and every colour stands beside its shape: pictures need no style
sheet, and nothing that a game calls itself can become markup.
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
