"""How a search result shows itself: a headline, a table, a board with its candidates."""

from collections.abc import Sequence
from typing import Any

from tengen import pictures
from tengen.rules.position import Position
from tengen.rules.showing import board_or_text, board_picture, status_text
from tengen.search.result import Candidate, SearchResult, win_rate

_COLUMNS = (
    ("move", False),
    ("visits", True),
    ("share", True),
    ("win rate", True),
    ("prior", True),
    ("proof", False),
    ("line", False),
)
"""Names, and whether they hold numbers."""
_LINE_LENGTH = 6


def headline(result: SearchResult) -> str:
    """The best move and what it is worth, in a few words."""
    worth = f"win rate {result.win_rate:.1%}"
    if result.proof is not None:
        worth = f"a proven {result.proof.value} in {_plies(result.proof.plies)}"
    return f"best move {result.best_move}, {worth}, {result.simulations:,} simulations"


def result_text(result: SearchResult) -> str:
    """The headline and a table."""
    game = result.position.game
    lines = [f"{game.name}, {status_text(result.position)}: {headline(result)}"]
    columns, rows = _table(result)
    names = [name for name, _ in columns]
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    for row in [names, *rows]:
        cells = [
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, (_, is_number) in zip(row, widths, columns, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def result_html(result: SearchResult) -> str:
    """The board with the candidates, and a table of them."""
    picture = board_or_text(result.position, lambda _: result_picture(result))
    table = pictures.table(*_table(result), [_share(result, c) for c in result.candidates])
    words = f"{status_text(result.position)} · {headline(result)}"
    return pictures.captioned(pictures.beside(picture, table), result.position.game.name, words)


def result_picture(result: SearchResult) -> str:
    """The board with a disc on each candidate."""
    shares = {candidate.action: _share(result, candidate) for candidate in result.candidates}
    return board_picture(result.position, shares, result.best_action)


def _table(result: SearchResult) -> tuple[list[tuple[str, bool]], list[list[str]]]:
    """The columns that have anything to say, and a row for each candidate."""
    rows = [_row(result, candidate) for candidate in result.candidates]
    kept = [i for i, (name, _) in enumerate(_COLUMNS) if name != "proof" or any(r[i] for r in rows)]
    return [_COLUMNS[i] for i in kept], [[row[i] for i in kept] for row in rows]


def _row(result: SearchResult, candidate: Candidate) -> list[str]:
    action = candidate.action
    proof = f"{candidate.proof} in {_plies(candidate.plies)}" if candidate.proof else ""
    return [
        result.position.move_name(action),
        f"{result.visits[action]:,}",
        f"{_share(result, candidate):.1%}",
        f"{win_rate(result.values[action]):.1%}",
        f"{result.priors[action]:.1%}",
        proof,
        _line(result.position, candidate.line),
    ]


def _line(position: Position[Any], line: Sequence[int]) -> str:
    names = position.move_names(line[:_LINE_LENGTH])
    return " ".join([*names, "..."] if len(line) > _LINE_LENGTH else names)


def _share(result: SearchResult, candidate: Candidate) -> float:
    return float(result.visits[candidate.action] / max(1, result.visits.sum()))


def _plies(plies: int) -> str:
    return "1 ply" if plies == 1 else f"{plies} plies"
