"""The variation tree of a game: every move that was tried, and which node is shown."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tengen.errors import NoHistoryError, StudioError
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position
from tengen.search.result import ProofValue
from tengen.studio.shapes import Mark

MOST_NODES = 3000
"""So that a message about the whole tree stays small."""


@dataclass(frozen=True, slots=True)
class Best:
    """What a review found about the choice of a move. Rates are of its player."""

    line: tuple[int, ...]
    """From the position before the move; the first action is the best one."""
    rate: float
    """With the best move."""
    played_rate: float
    """After the move that was played."""


@dataclass(slots=True, eq=False)
class TreeNode:
    """A position of the tree, and what is known about the move that led to it."""

    id: int
    position: Position[Any]
    parent: "TreeNode | None" = None
    ply: int = 0
    """Moves since the start of the game."""
    children: list["TreeNode"] = field(default_factory=list)
    """The first continues the main line."""
    last_visited: "TreeNode | None" = None
    """The child that was shown last, for redo."""
    early_end: Outcome | None = None
    """The end by resignation, time or a failed player; the rules know nothing of it."""
    mark: Mark | None = None
    loss: float | None = None
    best: Best | None = None
    win_rate: float | None = None
    """Of seat 0."""
    proof: ProofValue | None = None
    """For seat 0."""
    comment: str = ""
    time_left: tuple[float, float] | None = None
    """On the clocks when the side to move began to think here."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended here, or None while it is unfinished."""
        return self.early_end or self.position.outcome


class GameTree:
    """Begins with one node; the current one is always part of it."""

    def __init__(self, start: Position[Any]) -> None:
        self.root = TreeNode(0, start)
        self.current = self.root
        self.nodes: dict[int, TreeNode] = {0: self.root}
        self.reviewed: TreeNode | None = None
        """The end of the line that was reviewed last."""
        self._next_id = 1

    def node(self, number: int) -> TreeNode:
        """The node with this id; raises `StudioError`."""
        if number not in self.nodes:
            raise StudioError(f"there is no node {number}", field="node", code="unknown")
        return self.nodes[number]

    def add(self, parent: TreeNode, action: int) -> TreeNode:
        """The child after this move, new or known; raises `IllegalActionError`."""
        position = parent.position.play(action)
        for child in parent.children:
            if child.position.last_action == action:
                return child
        if len(self.nodes) >= MOST_NODES:
            raise StudioError(f"a game can hold at most {MOST_NODES} nodes: begin a new one")
        node = TreeNode(self._next_id, position, parent, parent.ply + 1)
        self._next_id += 1
        self.nodes[node.id] = node
        parent.children.append(node)
        return node

    def play(self, action: int) -> TreeNode:
        """Makes a move at the current node and shows its position."""
        self.show(self.add(self.current, action))
        return self.current

    def show(self, node: TreeNode) -> None:
        """Makes a node the current one, and its line the one that redo follows."""
        self.current = node
        while node.parent is not None:
            node.parent.last_visited = node
            node = node.parent

    def next_of(self, node: TreeNode) -> TreeNode | None:
        """Where redo goes from a node."""
        return node.last_visited or (node.children[0] if node.children else None)

    def line_through(self, node: TreeNode) -> list[TreeNode]:
        """From the root through this node to the end that was visited last."""
        line = self.line_to(node)
        while (following := self.next_of(line[-1])) is not None:
            line.append(following)
        return line

    def line_to(self, node: TreeNode) -> list[TreeNode]:
        """From the root to this node."""
        line = [node]
        while line[-1].parent is not None:
            line.append(line[-1].parent)
        return line[::-1]

    def delete(self, node: TreeNode) -> None:
        """Removes a node and all that follows; the root cannot be removed."""
        if node.parent is None:
            raise NoHistoryError("the start of the game cannot be removed")
        removed = set(_below(node))
        if self.current in removed:
            self.show(node.parent)
        if self.reviewed in removed:
            self.reviewed = node.parent
        node.parent.children.remove(node)
        if node.parent.last_visited is node:
            node.parent.last_visited = None
        for each in removed:
            del self.nodes[each.id]

    def promote(self, node: TreeNode) -> None:
        """Makes the line through this node the main line."""
        while node.parent is not None:
            node.parent.children.remove(node)
            node.parent.children.insert(0, node)
            node = node.parent

    def main_line(self) -> list[TreeNode]:
        """From the root to the end of the main line."""
        line = [self.root]
        while line[-1].children:
            line.append(line[-1].children[0])
        return line

    def in_order(self) -> Iterator[TreeNode]:
        """Every node, parents before children, the main line of each first."""
        return _below(self.root)


def _below(node: TreeNode) -> Iterator[TreeNode]:
    waiting = [node]
    while waiting:
        each = waiting.pop()
        yield each
        waiting.extend(reversed(each.children))
