"""Views of a search in the terminal: its board, its moves, its tree."""

from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from tengen.cli.language import texts
from tengen.cli.prose import Prose
from tengen.cli.tables import Cell, Column, FittedTable, Layout
from tengen.cli.wording import assembled
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
    """Indented, without trailing spaces."""
    return Padding(renderable, (0, 0, 0, columns), expand=False)


def seat_text(seat: int) -> Text:
    """A seat in its colour."""
    return Text(SEAT_SYMBOLS[seat], SEAT_STYLES[seat])


def value_text(value: float, *, style: str | None = None) -> Text:
    """A value from -1 to +1, green if good for its seat and red if bad."""
    colour = "green" if value > 0.05 else "red" if value < -0.05 else "default"
    rounded = round(value, 3) + 0.0  # adding 0 turns -0.0 into 0.0
    return Text(f"{rounded:+.3f}", style or colour)


def proof_text(proof: str | None, plies: int) -> Text:
    """A proven result, and the number of plies to it."""
    if proof is None:
        return Text("")
    key = f"certain {proof} in" if plies else f"certain {proof}"
    return Text(texts()(key, plies=plies), PROOF_STYLES[proof])


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
    text.append(texts().message(status), "italic")
    return indented(text)


def _cell_style(symbol: str) -> str:
    for name, style in zip(SEAT_SYMBOLS, SEAT_STYLES, strict=True):
        if symbol.lower() == name:
            return f"{style} reverse" if symbol.isupper() else style
    return "dim"


def verdict(position: Position[Any], root: TreeView, result: SearchResult) -> Padding:
    """The result of the search in words."""
    told = assembled(
        "verdict",
        visits=f"{root.visits:,}",
        seat=seat_text(position.to_move),
        standing=_in_words(root.value, result),
        value=value_text(root.value),
    )
    best = assembled(
        "verdict move",
        move=Text(position.move_name(result.best_action), "bold"),
        line=Text(" ".join(position.move_names(_shown_line(result))), "bold"),
    )
    return indented(Text("\n").join([told, best]))


def _shown_line(result: SearchResult) -> tuple[int, ...]:
    """What is proven is shown to its end."""
    return result.line[:16] if result.proof is None else result.proof.line


def _in_words(value: float, result: SearchResult) -> str:
    if result.proof is not None:
        return texts()(f"forced {result.proof.value}", plies=result.proof.plies)
    size = abs(value)
    if size < 0.05:
        return texts()("stands even")
    degree = "slightly" if size < 0.25 else "clearly" if size < 0.6 else "far"
    return texts()(f"stands {degree} {'better' if value > 0 else 'worse'}")


def children_table(position: Position[Any], root: TreeView, top: int) -> Padding:
    """The moves of a position with the parts of their scores; fewer parts on narrow terminals."""
    all_visits = max(1, sum(child.visits for child in root.children))
    highest = max((child.score for child in root.children), default=0.0)
    rows = [
        _child_cells(position, child, child.visits / all_visits, is_next=child.score == highest)
        for child in root.children[:top]
    ]
    table = FittedTable(_child_columns(), rows, _CHILD_LAYOUTS)
    return indented(with_hidden(table, len(root.children) - top))


def with_hidden(table: FittedTable, hidden: int) -> RenderableType:
    """The table, and below it the number of omitted rows."""
    return Group(table, _more(hidden)) if hidden > 0 else table


def _more(hidden: int) -> Text:
    return Text(texts()("more rows", count=hidden), "dim")


def _child_columns() -> list[Column]:
    words = ("move", "bar", "proof")
    return [
        Column(
            name,
            "" if name == "bar" else None,
            justify="left" if name in words else "right",
        )
        for name in _CHILD_COLUMNS
    ]


def _child_cells(
    position: Position[Any], child: ChildView, share: float, *, is_next: bool
) -> list[Cell]:
    return [
        Text(position.move_name(child.action), "bold" if child.visits else "dim"),
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
    speak, values = texts(), {"seat": SEAT_SYMBOLS[root.to_move], "c": _exploration(config, root)}
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), style="dim")
    for name in ("N", "share", "Q", "P", "U", "M", "score", "proof"):
        meaning = _moves_left(config) if name == "M" else speak(f"legend {name}", **values)
        table.add_row(Text(speak.heading(name), "bold"), Prose(meaning))
    return indented(table)


def _exploration(config: SearchConfig, root: TreeView) -> str:
    if config.c_base is None:
        return texts()("constant c", c=f"{config.c_init:g}")
    now = config.exploration(root.visits)
    return texts()("growing c", c=f"{config.c_init:g}", now=f"{now:.3f}")


def _moves_left(config: SearchConfig) -> str:
    if config.mlh_slope == 0:
        return texts()("legend no M")
    return texts()("legend M", slope=f"{config.mlh_slope:g}", cap=f"{config.mlh_cap:g}")


def tree(position: Position[Any], root: TreeView, depth: int, top: int) -> Padding:
    """The top of the tree; Q is always from the point of view of the side choosing the move."""
    label = assembled("tree root", seat=seat_text(root.to_move), visits=f"{root.visits:,}")
    drawn = Tree(label, guide_style="dim")
    _add_branches(drawn, position, root, depth, top)
    return indented(drawn)


def _add_branches(
    drawn: Tree, position: Position[Any], node: TreeView, depth: int, top: int
) -> None:
    visited = [child for child in node.children if child.visits]
    names = [position.move_name(child.action) for child in visited[:top]]
    width = max(map(len, names), default=0)
    for name, child in zip(names, visited, strict=False):
        label = Text.assemble(
            seat_text(node.to_move),
            " ",
            (name.ljust(width), "bold"),
            f"  N {child.visits:<6,}  Q ",
            value_text(child.q),
            f"  P {child.prior:5.1%}  ",
            proof_text(child.proof, child.proof_plies + 1 if child.proof else 0),
        )
        branch = drawn.add(label)
        if child.tree is not None and depth > 1:
            _add_branches(branch, position.play(child.action), child.tree, depth - 1, top)
    if hidden := max(0, len(visited) - top):
        drawn.add(_more(hidden))
