"""SGF files with all their variations: a record of the main line, and every move as a tree."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tengen.errors import NotationError, RecordError
from tengen.play.records import MoveNote, SavedGame, play_move
from tengen.play.sgf import SgfMoves, read_sgf, read_start, write_move, write_root
from tengen.play.sgf_tree import SgfGame, SgfNode, SgfVariation, parse_sgf
from tengen.rules.game import Game
from tengen.rules.position import Position


@dataclass(slots=True)
class MoveTree:
    """A move, its note, and what was played or tried after it; the first is the main line.

    The root of a game has no action.
    """

    action: int | None = None
    note: MoveNote = field(default_factory=MoveNote)
    children: list["MoveTree"] = field(default_factory=list)

    def child(self, action: int, note: MoveNote) -> "MoveTree":
        """The child with this move, new if there is none."""
        for child in self.children:
            if child.action == action:
                return child
        self.children.append(MoveTree(action, note))
        return self.children[-1]


@dataclass(frozen=True, slots=True)
class SgfTree:
    """A game of a file."""

    record: SavedGame
    """The main line."""
    root: MoveTree
    left_out: int = 0
    """Variations that break the rules, kept up to there: other programs may write anything."""


def main_line(record: SavedGame) -> MoveTree:
    """A game without variations as a tree."""
    root = tree = MoveTree()
    for number, action in enumerate(record.actions):
        tree = tree.child(action, record.note(number))
    return root


def read_sgf_trees(text: str, game: Game[Any] | None = None) -> list[SgfTree]:
    """All games of a file; raises `RecordError` for a main line that breaks the rules."""
    records = read_sgf(text, game)
    return [
        _read_tree(record, tree, game)
        for record, tree in zip(records, parse_sgf(text), strict=True)
    ]


def _read_tree(record: SavedGame, tree: SgfGame, game: Game[Any] | None) -> SgfTree:
    reader = _TreeReader(read_start(tree, game)[1])
    reader.read_main(tree.nodes)
    left_out = sum(not reader.has_read(variation) for variation in tree.variations)
    return SgfTree(record, reader.root, left_out)


class _TreeReader:
    """Remembers where each node of the file leads to."""

    def __init__(self, start: Position[Any]) -> None:
        self.root = MoveTree()
        self._start = start
        self._reached: dict[int, tuple[Position[Any], MoveTree]] = {}

    def read_main(self, nodes: list[SgfNode]) -> None:
        """Reads the main line, which is known to keep the rules."""
        self._read(nodes, self._start, self.root, nodes[0])

    def has_read(self, variation: SgfVariation) -> bool:
        """Reads a variation up to where it breaks the rules; whether it keeps them to its end.

        One that begins after such a place is not read at all.
        """
        before = self._reached.get(id(variation.parent))
        if before is None:
            return False
        try:
            self._read(variation.nodes, *before)
        except (RecordError, NotationError):
            return False
        return True

    def _read(
        self,
        nodes: list[SgfNode],
        position: Position[Any],
        tree: MoveTree,
        root: SgfNode | None = None,
    ) -> None:
        for node in nodes:
            moves = SgfMoves(position)
            moves.read(node, is_root=node is root)
            count = len(moves.notes)
            played = moves.position.history[-count:] if count else ()
            for action, note in zip(played, moves.notes, strict=True):
                tree = tree.child(action, note)
            position = moves.position
            self._reached[id(node)] = position, tree


def write_sgf_tree(record: SavedGame, root: MoveTree, game: Game[Any]) -> str:
    """One game with its variations; `read_sgf_trees` gives back the same tree."""
    return "".join(_written(write_root(record, game), root, record.start(game))) + ")\n"


def _written(beginning: str, root: MoveTree, start: Position[Any]) -> Iterator[str]:
    """The nodes in the order of the file; depth costs no recursion."""
    yield beginning
    waiting: list[str | tuple[MoveTree, Position[Any]]] = [*_below(root, start)]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
            continue
        tree, position = each
        assert tree.action is not None
        yield f"\n{write_move(position, tree.action, tree.note)}"
        waiting += _below(tree, play_move(position, tree.action))


def _below(
    tree: MoveTree, position: Position[Any]
) -> Iterator[str | tuple[MoveTree, Position[Any]]]:
    """What follows a node, the last first; several branches are in parentheses."""
    if len(tree.children) == 1:
        yield tree.children[0], position
        return
    for child in reversed(tree.children):
        yield ")"
        yield child, position
        yield "\n("
