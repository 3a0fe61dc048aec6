"""Files of a table: which formats can hold it, and what they are called."""

import re
import time

from tengen.play.setups import Setup
from tengen.studio.shapes import RecordFormat
from tengen.studio.table import Table

_MOST_LETTERS = 120


def formats_of(table: Table) -> list[RecordFormat]:
    """The formats that can hold the game; only SGF has room for set-up stones."""
    if Setup.of(table.tree.root.position) is not None:
        return ["sgf"]
    return ["sgf", "psq", "moves"] if table.game.facts.is_five_in_a_row else ["sgf", "moves"]


def date_of(table: Table) -> str:
    """The day of the last change."""
    return time.strftime("%Y-%m-%d", time.localtime(table.changed_at))


def file_name(table: Table) -> str:
    """Game, date and players, without the end, such as `connect4-2026-11-17-Human-Level-3`."""
    players = [seat.name.en.partition(" · ")[0] for seat in table.seats]
    words = " ".join([table.game.name, date_of(table), *players])
    return re.sub(r"[^\w.-]+", "-", words)[:_MOST_LETTERS].strip("-.")
