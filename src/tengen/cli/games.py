"""`tengen games`: what can be played."""

from tengen.cli.console import show
from tengen.cli.tables import FittedTable, text_column
from tengen.rules.registry import FAMILIES


def games() -> None:
    """List the games and how their names are written."""
    columns = [text_column(name, least_width=20) for name in ("name", "game", "usual sizes")]
    rows = [
        *((each.form, each.summary, ", ".join(each.names)) for each in FAMILIES.values()),
        ("openspiel:NAME", "two-player games of OpenSpiel", "openspiel:hex"),
        ("FILE.py:CLASS", "a game of your own", "examples/hex.py:Hex"),
    ]
    wide = [("name",), ("game",), ("usual sizes",)]
    show(FittedTable(columns, rows, (wide, [("name",), ("game", "usual sizes")]), gap=3))
