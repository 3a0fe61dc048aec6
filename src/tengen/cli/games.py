"""`tengen games`: what can be played."""

from rich.table import Table

from tengen.cli.console import out
from tengen.rules.registry import FAMILIES


def games() -> None:
    """List the games and how their names are written."""
    table = Table("name", "game", "usual sizes", box=None, padding=(0, 3, 0, 0))
    for family in FAMILIES.values():
        table.add_row(family.form, family.summary, ", ".join(family.names))
    table.add_row("openspiel:NAME", "two-player games of OpenSpiel", "openspiel:hex")
    table.add_row("FILE.py:CLASS", "a game of your own", "examples/hex.py:Hex")
    out.print(table)
