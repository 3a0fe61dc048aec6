"""Set-up stones in SGF: AB, AW and AE before the first move, and PL for the side to move."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from tengen.errors import RecordError
from tengen.play.properties import MOVE_NAMES, SETUP_NAMES
from tengen.play.records import at_line
from tengen.play.setups import Setup
from tengen.play.sgf_board import cell_of_point, point_of_cell
from tengen.play.sgf_tree import SgfNode
from tengen.rules.game import Game

_OWNERS: dict[str, int | None] = {"AB": 0, "AW": 1, "AE": None}
_RECTANGLE = re.compile(r"\s*([A-Za-z]{2})\s*:\s*([A-Za-z]{2})\s*", re.ASCII)


def write_setup(setup: Setup, game: Game[Any]) -> str:
    """The root properties of the set-up."""
    usual = game.cells(game.initial().state)
    written = ""
    for name, owner in _OWNERS.items():
        points = [
            f"[{point_of_cell(game, cell)}]"
            for cell, seat in enumerate(setup.cells)
            if seat == owner and (owner is not None or usual[cell] is not None)
        ]
        written += name + "".join(points) if points else ""
    return f"{written}PL[{'BW'[setup.to_move]}]"


def read_setup(nodes: Sequence[SgfNode], game: Game[Any], to_move: int | None) -> Setup | None:
    """The set-up of the nodes before the first move; None if it is the usual start.

    `to_move` is known where there is a move or PL; otherwise the side with fewer stones moves.
    """
    usual = tuple(game.cells(game.initial().state))
    cells, changed = list(usual), set()
    for node in _before_moves(nodes):
        with at_line(node.line):
            for name, owner in _OWNERS.items():
                for cell in _cells(node, name, game):
                    if cell in changed:
                        raise RecordError(f"point {point_of_cell(game, cell)!r} is set up twice")
                    changed.add(cell)
                    cells[cell] = owner
        changed.clear()
    if tuple(cells) == usual:
        return None
    if to_move is None:
        to_move = int(cells.count(0) > cells.count(1))
    return Setup(tuple(cells), to_move)


def refuse_late_setup(node: SgfNode, moves: int) -> None:
    """Raises `RecordError` for stones that are set up after a move."""
    for name in SETUP_NAMES:
        if moves and node.properties.get(name):
            raise RecordError(
                f"{name} sets stones up after move {moves}; Tengen reads set-up stones only "
                "before the first move"
            )


def _before_moves(nodes: Sequence[SgfNode]) -> Iterator[SgfNode]:
    """The nodes up to and including the first move's: its set-up stones precede the move."""
    for node in nodes:
        yield node
        if any(name in node.properties for name in MOVE_NAMES):
            return


def _cells(node: SgfNode, name: str, game: Game[Any]) -> Iterator[int]:
    for value in node.properties.get(name, ()):
        rectangle = _RECTANGLE.fullmatch(value)
        if rectangle is None:
            yield cell_of_point(game, value.strip())
            continue
        ends = [divmod(cell_of_point(game, point), game.width) for point in rectangle.groups()]
        (top, left), (bottom, right) = map(min, *ends), map(max, *ends)
        yield from (
            row * game.width + column
            for row in range(top, bottom + 1)
            for column in range(left, right + 1)
        )
