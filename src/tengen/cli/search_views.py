"""How a search looks in the terminal: its board, its moves, its tree."""

import math
from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from tengen.cli.tables import Cell, Column, FittedTable, Layout
from tengen.play.move_names import move_name, move_names
from tengen.rules.boards import SEAT_SYMBOLS
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search import ChildView, SearchConfig, SearchResult, TreeView

SEAT_STYLES = ("bold cyan", "bold magenta")
PROOF_STYLES = {"win": "bold green", "draw": "yellow", "loss": "bold red"}
_BAR_WIDTH = 16
_CHILD_COLUMNS = ("move", "N", "share", "bar", "Q", "P", "U", "M", "score", "proof")
_CHILD_LAYOUTS: list[Layout] = [
    [(name,) for name in _CHILD_COLUMNS if name not in dropped]
    for dropped in ((), ("bar",), ("bar", "M"), ("bar", "M", "U"))
]
_EIGHTHS = " ▏▎▍▌▋▊▉"


def indented(renderable: RenderableType, columns: int = 1) -> Padding:
    """Set in from the left, without spaces on the right."""
    return Padding(renderable, (0, 0, 0, columns), expand=False)


def seat_text(seat: int) -> Text:
    """A seat in its colour."""
    return Text(SEAT_SYMBOLS[seat], SEAT_STYLES[seat])


def value_text(value: float, *, style: str | None = None) -> Text:
    """A value from -1 to +1, green when good and red when bad for whoever it belongs to."""
    colour = "green" if value > 0.05 else "red" if value < -0.05 else "default"
    rounded = round(value, 3) + 0.0  # adding 0 turns -0.0 into 0.0
    return Text(f"{rounded:+.3f}", style or colour)


def proof_text(proof: str | None, plies: int) -> Text:
    """A proven result, and in how many plies it comes."""
    if proof is None:
        return Text("")
    return Text(f"{proof} in {plies}" if plies else proof, PROOF_STYLES[proof])


def bar(share: float) -> Text:
    """A share as a bar that ends on an eighth of a character."""
    eighths = round(share * _BAR_WIDTH * 8)
    full, rest = divmod(eighths, 8)
    drawn = "█" * full + (_EIGHTHS[rest] if rest else "")
    return Text(drawn.ljust(_BAR_WIDTH), "blue")


def board(game: Game[Any], position: Position[Any]) -> Padding:
    """The board with coordinates, each seat in its colour."""
    text = Text()
    *rows, status = game.draw(position).splitlines()
    for row in rows:
        for symbol in row + "\n":
            text.append(symbol, _cell_style(symbol))
    text.append(status, "italic")
    return indented(text)


def _cell_style(symbol: str) -> str:
    for name, style in zip(SEAT_SYMBOLS, SEAT_STYLES, strict=True):
        if symbol.lower() == name:
            return f"{style} reverse" if symbol.isupper() else style
    return "dim"


def verdict(
    game: Game[Any], position: Position[Any], root: TreeView, result: SearchResult
) -> Padding:
    """The result of the search in words."""
    text = Text(f"After {root.visits:,} simulations ")
    text.append_text(seat_text(position.to_move))
    text.append(f" {_in_words(root.value, result)} ")
    text.append_text(Text.assemble("(value ", value_text(root.value), ").\n"))
    text.append("Best move: ")
    text.append(move_name(game, result.best_action), "bold")
    text.append("   expected line: ")
    text.append(" ".join(move_names(game, result.line[:16])), "bold")
    return indented(text)


def _in_words(value: float, result: SearchResult) -> str:
    if result.proof is not None:
        words = {"win": "wins", "draw": "draws", "loss": "loses"}
        return f"{words[result.proof.value]} by force in {result.proof.plies} plies"
    size = abs(value)
    if size < 0.05:
        return "stands even"
    degree = "slightly" if size < 0.25 else "clearly" if size < 0.6 else "far"
    return f"stands {degree} {'better' if value > 0 else 'worse'}"


def children_table(
    game: Game[Any], root: TreeView, top: int, headings: Mapping[str, str] | None = None
) -> Padding:
    """The moves of a position with the parts of their scores; narrow terminals show fewer parts.

    `headings` are what columns are called in another language.
    """
    all_visits = max(1, sum(child.visits for child in root.children))
    highest = max((child.score for child in root.children), default=0.0)
    rows = [
        _child_cells(game, child, child.visits / all_visits, is_next=child.score == highest)
        for child in root.children[:top]
    ]
    table = FittedTable(_child_columns(headings or {}), rows, _CHILD_LAYOUTS)
    return indented(with_hidden(table, len(root.children) - top))


def with_hidden(table: FittedTable, hidden: int) -> RenderableType:
    """The table, and below it how many rows it leaves out."""
    return Group(table, Text(f"and {hidden} more", "dim")) if hidden > 0 else table


def _child_columns(headings: Mapping[str, str]) -> list[Column]:
    titles = {"bar": "", **headings}
    texts = ("move", "bar", "proof")
    return [
        Column(name, titles.get(name), justify="left" if name in texts else "right")
        for name in _CHILD_COLUMNS
    ]


def _child_cells(game: Game[Any], child: ChildView, share: float, *, is_next: bool) -> list[Cell]:
    return [
        Text(move_name(game, child.action), "bold" if child.visits else "dim"),
        f"{child.visits:,}",
        f"{share:.1%}",
        bar(share),
        value_text(child.q, style=None if child.visits else "dim"),
        f"{child.prior:.1%}",
        f"{child.u:.3f}",
        f"{child.m:+.3f}" if child.m else Text("0", "dim"),
        Text(f"{child.score:+.3f}", "bold" if is_next else ""),
        proof_text(child.proof, child.proof_plies + 1 if child.proof else 0),
    ]


def legend(config: SearchConfig, root: TreeView) -> Padding:
    """One line per column: what it is and how it is computed."""
    seat = SEAT_SYMBOLS[root.to_move]
    rows = {
        "N": "visits: how many simulations went this way",
        "share": "N / all visits: what a policy would learn from this search",
        "Q": f"mean value of those visits for {seat}, from -1 (lost) to +1 (won); "
        "dim: a first guess",
        "P": "prior: how likely the evaluator finds the move before any search",
        "U": f"c * P * √(N of parent) / (1 + N): curiosity, with {_exploration(config, root)}",
        "M": _moves_left_formula(config),
        "score": "Q + U + M: the next simulation goes to the highest, here in bold",
        "proof": f"what is certain for {seat}, and in how many plies",
    }
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), style="dim")
    for name, meaning in rows.items():
        table.add_row(Text(name, "bold"), meaning)
    return indented(table)


def _exploration(config: SearchConfig, root: TreeView) -> str:
    if config.c_base is None:
        return f"c = {config.c_init:g}"
    c = config.c_init + math.log((root.visits + config.c_base + 1) / config.c_base)
    return f"c = {config.c_init:g} growing slowly, now {c:.3f}"


def _moves_left_formula(config: SearchConfig) -> str:
    if config.mlh_slope == 0:
        return "moves-left bonus: off (--slope 0.03 turns it on)"
    return (
        f"clamp({config.mlh_slope:g} * (plies left - parent's), ±{config.mlh_cap:g}) * -Q: "
        "quicker wins, longer defences"
    )


def tree(game: Game[Any], root: TreeView, depth: int, top: int) -> Padding:
    """The top of the tree; Q is always in the view of whoever chooses the move."""
    label = Text.assemble("root  ", seat_text(root.to_move), " to move", f"  N {root.visits:,}")
    drawn = Tree(label, guide_style="dim")
    _add_branches(drawn, game, root, depth, top)
    return indented(drawn)


def _add_branches(drawn: Tree, game: Game[Any], node: TreeView, depth: int, top: int) -> None:
    visited = [child for child in node.children if child.visits]
    width = max((len(move_name(game, child.action)) for child in visited[:top]), default=0)
    for child in visited[:top]:
        label = Text.assemble(
            seat_text(node.to_move),
            " ",
            (move_name(game, child.action).ljust(width), "bold"),
            f"  N {child.visits:<6,}  Q ",
            value_text(child.q),
            f"  P {child.prior:5.1%}  ",
            proof_text(child.proof, child.proof_plies + 1 if child.proof else 0),
        )
        branch = drawn.add(label)
        if child.tree is not None and depth > 1:
            _add_branches(branch, game, child.tree, depth - 1, top)
    if hidden := max(0, len(visited) - top):
        drawn.add(Text(f"and {hidden} more", "dim"))
