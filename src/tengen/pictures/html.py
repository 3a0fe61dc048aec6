"""Tables and captions as HTML for notebooks: styles in the elements, colours of the notebook."""

from collections.abc import Sequence
from html import escape

_RULE = "1px solid rgba(128,128,128,.35)"
_CELL = "padding:.2em .8em .2em 0;border:none;background:none;white-space:nowrap"
_BAR = "#4c8dd6"


def preformatted(text: str) -> str:
    """Preformatted text in a monospaced font."""
    return f'<pre style="line-height:1.25;margin:0">{escape(text)}</pre>'


def captioned(picture: str, heading: str, words: str = "") -> str:
    """A picture below its heading; both texts are escaped, the picture is markup."""
    more = f' <span style="opacity:.75">· {escape(words)}</span>' if words else ""
    title = f'<div style="margin:.2em 0 .5em"><b>{escape(heading)}</b>{more}</div>'
    return f"<div>{title}{picture}</div>"


def beside(left: str, right: str) -> str:
    """Two pieces of markup side by side, stacked where space is narrow."""
    style = "display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start"
    return f'<div style="{style}"><div>{left}</div><div>{right}</div></div>'


def facts_table(facts: Sequence[tuple[str, str]]) -> str:
    """Names and values, one pair per line."""
    rows = "".join(
        f'<tr style="background:none">{_cell(name, "left;opacity:.7")}{_cell(value, "left")}</tr>'
        for name, value in facts
    )
    return f'<table style="border-collapse:collapse;border:none"><tbody>{rows}</tbody></table>'


def table(
    columns: Sequence[tuple[str, bool]], rows: Sequence[Sequence[str]], shares: Sequence[float]
) -> str:
    """A row for each move, the first one in bold; each column says whether it holds numbers.

    `shares` are drawn as bars in a column of their own at the left.
    """
    head = '<th style="border:none;background:none"></th>' + "".join(
        _cell(name, "right" if is_number else "left", tag="th") for name, is_number in columns
    )
    body = "".join(
        f'<tr style="background:none{";font-weight:600" if number == 0 else ""}">{_bar(share)}'
        + "".join(
            _cell(value, "right" if is_number else "left")
            for value, (_, is_number) in zip(row, columns, strict=True)
        )
        + "</tr>"
        for number, (row, share) in enumerate(zip(rows, shares, strict=True))
    )
    return (
        '<table style="border-collapse:collapse;border:none">'
        f'<thead style="border-bottom:{_RULE}"><tr style="background:none">{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _cell(words: str, align: str, tag: str = "td") -> str:
    return f'<{tag} style="{_CELL};text-align:{align}">{escape(words)}</{tag}>'


def _bar(share: float) -> str:
    width = f"width:{max(2, round(60 * share))}px"
    bar = f'<div style="{width};height:.7em;border-radius:2px;background:{_BAR}"></div>'
    return f'<td style="{_CELL};min-width:60px">{bar}</td>'
