"""One simulation told step by step: select, expand, evaluate, back up."""

from typing import Any

from rich.console import Group
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tengen.cli.search_views import (
    indented,
    proof_text,
    seat_text,
    value_text,
)
from tengen.rules.position import Position
from tengen.search import SimulationTrace, TreeView
from tengen.search.inside import Backup


def story(position: Position[Any], trace: SimulationTrace, number: int, top: int) -> Group:
    """Everything one simulation did."""
    return Group(
        Rule(f"simulation {number} of the trace", align="left", style="dim"),
        _select(position, trace, top),
        _expand(position, trace),
        _evaluate(trace),
        _back_up(position, trace),
    )


def _heading(step: str, what: str) -> Text:
    return Text.assemble(" ", (step, "bold underline"), " " * (11 - len(step)), what)


def _select(position: Position[Any], trace: SimulationTrace, top: int) -> Group:
    steps: list[Any] = [_heading("select", "from the root down, always to the highest score")]
    if not trace.path:
        steps.append(indented(Text("the root has not been visited: stay there"), 12))
    for node, chosen in zip(trace.choices, trace.path, strict=True):
        steps.append(indented(_place(position, node), 12))
        steps.append(indented(_candidates(position, node, chosen, top), 12))
    return Group(*steps)


def _place(position: Position[Any], node: TreeView) -> Text:
    where = "after " + " ".join(position.move_names(node.path)) if node.path else "at the root"
    return Text.assemble(where, ", ", seat_text(node.to_move), f" chooses (N {node.visits:,})")


def _candidates(position: Position[Any], node: TreeView, chosen: int, top: int) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("", "move", "N", "Q", "+ U", "+ M", "= score"):
        table.add_column(name, justify="left" if name in ("", "move") else "right")
    here = position.after(node.path)
    ranked = sorted(node.children, key=lambda child: (child.action != chosen, -child.score))
    for child in ranked[:top]:
        is_chosen = child.action == chosen
        table.add_row(
            Text("►" if is_chosen else "", "bold green"),
            Text(here.move_name(child.action), "bold" if is_chosen else ""),
            f"{child.visits:,}",
            value_text(child.q),
            f"{child.u:.3f}",
            f"{child.m:+.3f}",
            Text(f"{child.score:+.3f}", "bold green" if is_chosen else ""),
        )
    if hidden := max(0, len(ranked) - top):
        table.add_row("", Text(f"and {hidden} more", "dim"))
    return table


def _expand(position: Position[Any], trace: SimulationTrace) -> Text:
    where = " ".join(position.move_names(trace.path)) or "the root"
    if trace.backups[0].visits_before:
        return _heading("expand", f"nothing: what {where} leads to is settled already")
    moves = len(trace.leaf.children) if trace.leaf is not None else 0
    what = f"{where} is a new position"
    return _heading("expand", f"{what} with {moves} moves" if moves else what)


def _evaluate(trace: SimulationTrace) -> Text:
    leaf = trace.leaf
    assert leaf is not None, "a simulation always ends at a node"
    if leaf.proof is not None:
        text = _heading("evaluate", "no need: for ")
        return text.append_text(
            Text.assemble(seat_text(leaf.to_move), " this is a certain ", proof_text(leaf.proof, 0))
        )
    text = _heading("evaluate", "the evaluator says ")
    text.append_text(value_text(leaf.own_value))
    return text.append_text(
        Text.assemble(" in the view of ", seat_text(leaf.to_move), ", who is to move there")
    )


def _back_up(position: Position[Any], trace: SimulationTrace) -> Group:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("position", "to move", "adds", "N", "value", ""):
        table.add_column(name, justify="left" if name in ("position", "") else "right")
    seats = [node.to_move for node in trace.choices]
    seats.append(trace.leaf.to_move if trace.leaf is not None else 0)
    for backup in trace.backups:
        _add_backup(table, position, backup, seats)
    return Group(
        _heading("back up", "to the root; the sign changes whenever the side to move does"),
        indented(table, 12),
    )


def _add_backup(table: Table, position: Position[Any], backup: Backup, seats: list[int]) -> None:
    depth = len(backup.path)
    flipped = depth + 1 < len(seats) and seats[depth] != seats[depth + 1]
    table.add_row(
        " ".join(position.move_names(backup.path)) or "root",
        seat_text(seats[depth]),
        Text.assemble(value_text(_added(backup)), (" ↺" if flipped else "  ", "dim")),
        f"{backup.visits_before:,} → {backup.visits_after:,}",
        Text.assemble(value_text(backup.value_before), " → ", value_text(backup.value_after)),
        proof_text(backup.proof_after, 0),
    )


def _added(backup: Backup) -> float:
    """The value this simulation added, worked out from the mean before and after."""
    if backup.proof_after is not None:
        return backup.value_after
    return backup.value_before + (backup.value_after - backup.value_before) * backup.visits_after
