"""A terminal as an SVG picture: small, without embedded fonts, and the same in every viewer."""

import re
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby

from rich.cells import cell_len
from rich.color import blend_rgb
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME
from rich.text import Text

COLUMN, LINE, SIZE = 9.0, 18, 15
MARGIN, BAR = 16, 34
GROUND, BAR_COLOUR, TITLE = "#1b1f24", "#2a2f36", "#b9c1cc"
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
BUTTONS = ("#ff5f57", "#febc2e", "#28c840")


@dataclass(frozen=True)
class Look:
    """The style of a piece of text."""

    ink: str
    ground: str | None
    attributes: str


def terminal_svg(ansi: str, width: int, title: str) -> str:
    """The text, with its escape sequences rendered, as a window of `width` columns."""
    console = Console(width=width, color_system="truecolor", legacy_windows=False)
    lines = console.render_lines(Text.from_ansi(ansi, no_wrap=True), pad=False)
    across, down = 2 * MARGIN + width * COLUMN, BAR + 2 * MARGIN + len(lines) * LINE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:g} {down:g}" '
        f'width="{across:.0f}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{across:g}" height="{down:g}" rx="9" fill="{GROUND}"/>',
        f'<path d="M0 {BAR}V9a9 9 0 0 1 9-9h{across - 18:g}a9 9 0 0 1 9 9v{BAR - 9}z" '
        f'fill="{BAR_COLOUR}"/>',
        *(
            f'<circle cx="{20 + 20 * place}" cy="{BAR / 2:g}" r="6" fill="{colour}"/>'
            for place, colour in enumerate(BUTTONS)
        ),
        f'<g font-family="{FONT}" font-size="{SIZE}">',
        f'<text x="{across / 2:g}" y="{BAR / 2 + 5:g}" text-anchor="middle" fill="{TITLE}">'
        f"{escape(title)}</text>",
    ]
    for number, line in enumerate(lines):
        pieces = [(segment.text, look_of(segment.style)) for segment in line]
        parts += drawn_line(pieces, BAR + MARGIN + number * LINE)
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"


def drawn_line(pieces: list[tuple[str, Look]], top: float) -> Iterator[str]:
    """Backgrounds first, then text; neighbours of the same style are one piece.

    Viewers differ in how they treat runs of spaces, so a piece contains none.
    """
    yield from (
        f'<rect x="{MARGIN + start * COLUMN:.1f}" y="{top:g}" width="{length * COLUMN + 0.3:.1f}" '
        f'height="{LINE + 0.3:g}" fill="{look.ground}"/>'
        for start, length, _, look in merged(pieces, lambda look: look.ground)
        if look.ground
    )
    for start, _, words, look in merged(pieces, lambda look: (look.ink, look.attributes)):
        for gap, bare in re.findall(r"( *)([^ ]+(?: [^ ]+)*)", words):
            start += len(gap)
            yield (
                f'<text x="{MARGIN + start * COLUMN:.1f}" y="{top + 0.75 * LINE:.1f}" '
                f'textLength="{cell_len(bare) * COLUMN:.1f}" fill="{look.ink}"{look.attributes}>'
                f"{escape(bare)}</text>"
            )
            start += cell_len(bare)


def merged(
    pieces: list[tuple[str, Look]], key: Callable[[Look], Hashable]
) -> Iterator[tuple[int, int, str, Look]]:
    """(first column, columns, text, look) of neighbours with an equal key."""
    start = 0
    for _, group in groupby(pieces, lambda piece: key(piece[1])):
        found = list(group)
        words = "".join(text for text, _ in found)
        yield start, cell_len(words), words, found[0][1]
        start += cell_len(words)


def look_of(style: Style | None) -> Look:
    """A style with plain colours."""
    style = style or Style()
    theme = SVG_EXPORT_THEME
    ink = theme.foreground_color if style.color is None else style.color.get_truecolor(theme)
    ground = None if style.bgcolor is None else style.bgcolor.get_truecolor(theme)
    if style.reverse:
        ink, ground = ground or (27, 31, 36), ink
    if style.dim:
        ink = blend_rgb(ink, ground or (27, 31, 36), 0.45)
    attributes = (
        ' font-weight="bold"' * bool(style.bold)
        + ' font-style="italic"' * bool(style.italic)
        + ' text-decoration="underline"' * bool(style.underline)
    )
    return Look(written(ink), None if ground is None else written(ground), attributes)


def written(colour: tuple[int, int, int]) -> str:
    """#rrggbb."""
    return "#" + "".join(f"{part:02x}" for part in colour)
