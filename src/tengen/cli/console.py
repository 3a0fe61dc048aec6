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
    """No character that cannot be written or read ends a command from now on."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=substituting(stream.encoding))
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def tell(line: str, console: Console = out) -> None:
    """A line as it is: never wrapped, coloured or taken for markup, so that it can be copied."""
    console.print(line, soft_wrap=True, highlight=False, markup=False)


def show(table: RenderableType) -> None:
    """A table, in a pipe as wide as it wants to be: nobody sees the edge there."""
    is_bounded = out.is_terminal or "COLUMNS" in os.environ
    console = out if is_bounded else Console(width=_ANY_WIDTH)
    console.print(table)


def spoken_language(asked: Language | None) -> Language:
    """The language asked for; else the user's, but English where Chinese could not be shown."""
    if asked is not None:
        return asked
    usual = usual_language()
    return usual if can_show(_SAMPLES[usual], out.encoding) else Language.ENGLISH


def spinner_name(console: Console) -> str:
    """A spinner of rich that the console can show."""
    return "line" if console.options.ascii_only else "dots"
