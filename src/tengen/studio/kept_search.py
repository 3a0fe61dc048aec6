"""A search made one simulation at a time, with all that each did.

Nothing is ever undone: the state after simulation n is told by the first n (ADR 17). Every
simulation makes at most one node, which bears its number; the root is 1.
"""

import zlib
from typing import Any

from pydantic import TypeAdapter

from tengen.errors import StudioError
from tengen.rules.position import Position
from tengen.search import Search, SimulationTrace
from tengen.search.inside import Backup
from tengen.studio.microscope_shapes import MadeNode, NodeProof
from tengen.studio.simulation_message import Subject

_MOST_ROWS = 24
"""Moves kept of each node: more than a table can show, and few enough to keep them all."""
_TRACE = TypeAdapter(SimulationTrace)


class KeptSearch:
    """Made by one thread at a time; what has been made may be read by any."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self._search = Search(subject.position.game, subject.evaluator, subject.config)
        self._traces: list[bytes] = []
        self.leaves: list[int] = []
        """The node that each simulation ended at."""
        self.nodes: list[MadeNode] = []
        self.proofs: list[NodeProof] = []
        self._paths: dict[int, tuple[int, ...]] = {}
        self.ids: dict[tuple[int, ...], int] = {}
        """Nodes by the actions that lead to them."""
        self._positions: dict[int, Position[Any]] = {}
        self._proven: set[int] = set()

    @property
    def count(self) -> int:
        """How many simulations have been made."""
        return len(self._traces)

    @property
    def is_proven(self) -> bool:
        """Whether the root is: then there is nothing left to search."""
        return 1 in self._proven

    def simulate(self) -> None:
        """Makes one more simulation."""
        number = self.count + 1
        trace = self._search.trace(self.subject.position, _MOST_ROWS)
        leaf = self.ids.setdefault(trace.path, number)
        if leaf == number:
            self._add_node(number, trace)
        for backup in trace.backups:
            self._note_proof(number, backup)
        self.leaves.append(leaf)
        self._traces.append(zlib.compress(_TRACE.dump_json(trace), 1))

    def _add_node(self, number: int, trace: SimulationTrace) -> None:
        self._paths[number] = trace.path
        position, parent, action, move = self.subject.position, 0, 0, ""
        if trace.path:
            parent, action = self.ids[trace.path[:-1]], trace.path[-1]
            above = self._positions[parent]
            position, move = above.play(action), above.move_name(action)
        self._positions[number] = position
        self.nodes.append(
            MadeNode(id=number, parent=parent, action=action, move=move, to_move=position.to_move)
        )

    def _note_proof(self, number: int, backup: Backup) -> None:
        node = self.ids[backup.path]
        if backup.proof_after is not None and node not in self._proven:
            self._proven.add(node)
            self.proofs.append(NodeProof(at=number, node=node, value=backup.proof_after))

    def trace(self, number: int) -> SimulationTrace:
        """What a simulation did; raises `StudioError` if it has not been made."""
        if number > self.count:
            raise StudioError("this simulation has not been made yet", field="number")
        return _TRACE.validate_json(zlib.decompress(self._traces[number - 1]))

    def traces(self) -> list[SimulationTrace]:
        """All of them."""
        return [self.trace(number) for number in range(1, self.count + 1)]

    def position(self, node: int, number: int) -> Position[Any]:
        """The position of a node that exists after a simulation; raises `StudioError`."""
        if node > number or node not in self._positions:
            raise StudioError("there is no such node yet", field="node")
        return self._positions[node]

    def last_visit(self, node: int, number: int) -> Backup:
        """The last change of a node up to a simulation."""
        path = self._paths[node]
        for earlier in range(min(number, self.count), 0, -1):
            if self._paths[self.leaves[earlier - 1]][: len(path)] == path:
                backups = self.trace(earlier).backups
                return next(backup for backup in backups if backup.path == path)
        raise StudioError("there is no such node yet", field="node")
