"""The two places the commands write to, whatever the encoding of the terminal or pipe."""

import io
import os
import sys

from rich.console import Console, RenderableType

from tengen.cli.substitutes import can_show, substituting
from tengen.texts import Language, usual_language

out = Console()
errors = Console(stderr=True)
_ANY_WIDTH = 1000
_SAMPLES = {Language.ENGLISH: "", Language.CHINESE: "天元"}


def prepare_streams() -> None:
    """From now on, no unencodable or undecodable character can end a command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=substituting(stream.encoding))
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def tell(line: str, console: Console = out) -> None:
    """A verbatim line: never wrapped, coloured or parsed as markup, so that it can be copied."""
    console.print(line, soft_wrap=True, highlight=False, markup=False)


def show(table: RenderableType) -> None:
    """A table; in a pipe at its natural width, since there is no edge to fit."""
    is_bounded = out.is_terminal or "COLUMNS" in os.environ
    console = out if is_bounded else Console(width=_ANY_WIDTH)
    console.print(table)


def spoken_language(asked: Language | None) -> Language:
    """The requested language, else the user's; English where Chinese cannot be displayed."""
    if asked is not None:
        return asked
    usual = usual_language()
    return usual if can_show(_SAMPLES[usual], out.encoding) else Language.ENGLISH


def spinner_name(console: Console) -> str:
    """A rich spinner that the console can display."""
    return "line" if console.options.ascii_only else "dots"
