"""One simulation, step by step: select, expand, evaluate, back up."""

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tengen.cli.language import texts
from tengen.cli.search_views import (
    indented,
    proof_text,
    seat_text,
    value_text,
    with_hidden,
)
from tengen.cli.tables import Cell, Column, FittedTable, Layout, number_column, text_column
from tengen.cli.wording import assembled
from tengen.rules.position import Position
from tengen.search import ChildView, SimulationTrace, TreeView
from tengen.search.inside import Backup

_INDENT = 12
_CANDIDATE_COLUMNS = (
    Column("chosen", ""),
    Column("move"),
    *(number_column(name) for name in ("N", "Q", "+ U", "+ M", "= score")),
)
_CANDIDATE_LAYOUTS: list[Layout] = [
    [(column.name,) for column in _CANDIDATE_COLUMNS if column.name not in dropped]
    for dropped in ((), ("+ M",), ("+ U", "+ M"))
]
_BACKUP_COLUMNS = (
    text_column("position", least_width=8),
    *(number_column(name) for name in ("to move", "adds", "N", "value")),
    Column("proof", ""),
)
_BACKUP_LAYOUTS: list[Layout] = [
    [(column.name,) for column in _BACKUP_COLUMNS],
    [("position", "to move"), ("adds", "N"), ("value", "proof")],
]


def story(position: Position[Any], trace: SimulationTrace, number: int, top: int) -> Group:
    """All steps of one simulation."""
    return Group(
        Text(texts()("simulation", number=number), "bold dim"),
        _select(position, trace, top),
        _expand(position, trace),
        _evaluate(trace),
        _back_up(position, trace),
    )


def _heading(step: str, what: Text) -> Table:
    heading = Table.grid()
    heading.add_column(width=_INDENT)
    heading.add_row(Text.assemble(" ", (texts()(f"step {step}"), "bold underline")), what)
    return heading


def _select(position: Position[Any], trace: SimulationTrace, top: int) -> Group:
    steps: list[Any] = [_heading("select", assembled("selecting"))]
    if not trace.path:
        steps.append(indented(assembled("root not visited"), _INDENT))
    for node, chosen in zip(trace.choices, trace.path, strict=True):
        steps.append(indented(_place(position, node), _INDENT))
        steps.append(indented(_candidates(position, node, chosen, top), _INDENT))
    return Group(*steps)


def _place(position: Position[Any], node: TreeView) -> Text:
    key = "chooses after" if node.path else "chooses at root"
    return assembled(
        key,
        moves=" ".join(position.move_names(node.path)),
        seat=seat_text(node.to_move),
        visits=f"{node.visits:,}",
    )


def _candidates(position: Position[Any], node: TreeView, chosen: int, top: int) -> RenderableType:
    ranked = sorted(node.children, key=lambda child: (child.action != chosen, -child.score))
    here = position.after(node.path)
    rows = [_candidate(here, child, is_chosen=child.action == chosen) for child in ranked[:top]]
    table = FittedTable(_CANDIDATE_COLUMNS, rows, _CANDIDATE_LAYOUTS, header_style="dim")
    return with_hidden(table, len(ranked) - top)


def _candidate(here: Position[Any], child: ChildView, *, is_chosen: bool) -> list[Cell]:
    return [
        Text("►" if is_chosen else "", "bold green"),
        Text(here.move_name(child.action), "bold" if is_chosen else ""),
        f"{child.visits:,}",
        value_text(child.q),
        f"{child.u:.3f}",
        f"{child.m:+.3f}",
        Text(f"{child.score:+.3f}", "bold green" if is_chosen else ""),
    ]


def _expand(position: Position[Any], trace: SimulationTrace) -> Table:
    where = " ".join(position.move_names(trace.path)) or texts()("the root")
    if trace.backups[0].visits_before:
        return _heading("expand", assembled("settled", where=where))
    moves = len(trace.leaf.children) if trace.leaf is not None else 0
    key = "new position with moves" if moves else "new position"
    return _heading("expand", assembled(key, where=where, count=str(moves)))


def _evaluate(trace: SimulationTrace) -> Table:
    leaf = trace.leaf
    assert leaf is not None, "a simulation always ends at a node"
    seat = seat_text(leaf.to_move)
    if leaf.proof is not None:
        proof = proof_text(leaf.proof, 0)
        return _heading("evaluate", assembled("certain leaf", seat=seat, proof=proof))
    value = value_text(leaf.own_value)
    return _heading("evaluate", assembled("evaluator says", value=value, seat=seat))


def _back_up(position: Position[Any], trace: SimulationTrace) -> Group:
    seats = [node.to_move for node in trace.choices]
    seats.append(trace.leaf.to_move if trace.leaf is not None else 0)
    rows = [_backup_cells(position, backup, seats) for backup in trace.backups]
    table = FittedTable(_BACKUP_COLUMNS, rows, _BACKUP_LAYOUTS, header_style="dim")
    return Group(
        _heading("back up", assembled("backing up")),
        indented(table, _INDENT),
    )


def _backup_cells(position: Position[Any], backup: Backup, seats: list[int]) -> list[Cell]:
    depth = len(backup.path)
    flipped = depth + 1 < len(seats) and seats[depth] != seats[depth + 1]
    return [
        " ".join(position.move_names(backup.path)) or texts()("root"),
        seat_text(seats[depth]),
        Text.assemble(value_text(backup.added), (" ↺" if flipped else "  ", "dim")),
        f"{backup.visits_before:,} → {backup.visits_after:,}",
        Text.assemble(value_text(backup.value_before), " → ", value_text(backup.value_after)),
        proof_text(backup.proof_after, 0),
    ]
