"""The curves of a run as charts: their names, and what they mean."""

from tengen.runs.checks import EXACT_KEPT
from tengen.runs.series import LADDER, Series
from tengen.studio.both import said
from tengen.studio.shapes import Text
from tengen.studio.training.shapes import RunCurve
from tengen.texts.english import ENGLISH

_SHARES = (LADDER, EXACT_KEPT)


def chart_of(curve: Series) -> RunCurve:
    """A curve with its words."""
    return RunCurve(
        key=curve.name,
        title=_words("title", curve.name),
        about=_words("about", curve.name),
        kind="percent" if curve.name in _SHARES else "number",
        xs=curve.generations,
        ys=curve.values,
        lows=[low for low, _ in curve.intervals],
        highs=[high for _, high in curve.intervals],
        notes=[said("studio curve match", opponent=f"{each:,}") for each in curve.opponents],
    )


def _words(what: str, name: str) -> Text:
    """Heads that have no words of their own are called by their names."""
    key = f"studio curve {what} {name}"
    head = name.rpartition("/")[2].replace("_", "-")
    return said(key) if key in ENGLISH else said(f"studio curve {what} loss", head=head)
