"""`tengen games`: the supported games."""

from tengen.cli.console import show
from tengen.cli.language import texts
from tengen.cli.tables import FittedTable, text_column
from tengen.rules.registry import FAMILIES


def games() -> None:
    """List the supported games and how to name them."""
    speak = texts()
    columns = [text_column(name, least_width=20) for name in ("name", "game", "examples")]
    rows = [
        *(
            (each.form, speak.message(each.summary), ", ".join(each.names))
            for each in FAMILIES.values()
        ),
        ("openspiel:NAME", speak("games openspiel"), "openspiel:hex"),
        ("FILE.py:CLASS", speak("games own"), "examples/hex.py:Hex"),
    ]
    wide = [("name",), ("game",), ("examples",)]
    show(FittedTable(columns, rows, (wide, [("name",), ("game", "examples")]), gap=3))
