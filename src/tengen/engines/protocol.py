"""The Gomocup protocol as text: bytes to lines, lines to commands, answers to lines.

Coordinates are x,y from 0 at the top left, as the programs that show boards draw them: x is our
column, and y counts our rows from the top, so a board looks the same on both sides.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tengen.errors import ProtocolError
from tengen.rules.game import Game

MOST_LINE_BYTES = 1000
SUGGEST = "SUGGEST"

_LINE_END = re.compile(rb"[\r\n]")
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_MOST_QUOTED = 60


class LineSplitter:
    """Cuts a stream into lines that end with CR LF, LF or CR; empty lines are dropped.

    A line longer than `MOST_LINE_BYTES` is cut, as the protocol allows.
    """

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[str]:
        """The lines that `data` completes."""
        *whole, rest = _LINE_END.split(self._rest + data)
        self._rest = rest[:MOST_LINE_BYTES]
        for line in whole:
            text = line[:MOST_LINE_BYTES].decode("utf-8", "replace").strip()
            if text:
                yield text

    def finish(self) -> Iterator[str]:
        """The text after the last line end."""
        yield from self.feed(b"\n")


@dataclass(frozen=True, slots=True)
class Command:
    """A line's first word in capitals, and the rest of the line."""

    word: str
    rest: str


def parse_command(line: str) -> Command:
    """Splits a line after its first word."""
    word, rest = first_word(line)
    return Command(word.upper(), rest)


def first_word(text: str) -> tuple[str, str]:
    """The first word and what follows it; any white space stands between them."""
    word, rest, *_ = (*text.split(maxsplit=1), "", "")
    return word, rest.strip()


def parse_number(text: str, what: str) -> int:
    """A whole number; `what` names it in the `ProtocolError`."""
    if not _NUMBER.fullmatch(text.strip()):
        raise ProtocolError(f"{what} must be a whole number; got {quoted(text)}")
    return int(text)


def parse_numbers(text: str, count: int, what: str) -> list[int]:
    """`count` whole numbers with commas between them."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != count or not all(_NUMBER.fullmatch(part) for part in parts):
        raise ProtocolError(f"{what} must be {count} comma-separated numbers; got {quoted(text)}")
    return [int(part) for part in parts]


def parse_cell(game: Game[Any], text: str) -> int:
    """The action at `x,y`."""
    x, y = parse_numbers(text, 2, "a cell x,y")
    return action_at(game, x, y)


def action_at(game: Game[Any], x: int, y: int) -> int:
    """The action on a cell; raises `ProtocolError` for one that is not on the board."""
    if not (0 <= x < game.width and 0 <= y < game.height):
        size = f"{game.width}x{game.height}"
        raise ProtocolError(f"{x},{y} is not on the {size} board")
    return (game.height - 1 - y) * game.width + x


def cell_text(game: Game[Any], action: int) -> str:
    """An action as `x,y`."""
    row, column = divmod(action, game.width)
    return f"{column},{game.height - 1 - row}"


def suggestion(game: Game[Any], action: int) -> str:
    """A move that the manager may confirm or replace with PLAY."""
    return f"{SUGGEST} {cell_text(game, action)}"


def quoted(text: str) -> str:
    """Foreign text for a message, as one short line."""
    return repr(text if len(text) <= _MOST_QUOTED else text[:_MOST_QUOTED] + "...")


def error(text: str) -> str:
    """The answer to a known command that cannot be carried out."""
    return _one_line("ERROR", text)


def unknown(text: str) -> str:
    """The answer to an unknown command."""
    return _one_line("UNKNOWN", text)


def message(text: str) -> str:
    """Something the user should see."""
    return _one_line("MESSAGE", text)


def debug(text: str) -> str:
    """Something only the author of an engine wants to see."""
    return _one_line("DEBUG", text)


def _one_line(word: str, text: str) -> str:
    return f"{word} {' '.join(text.split())}"
