"""Open games on disk: one JSON file each, replaced as a whole, read again by the next server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from tengen.errors import StudioError, TengenError
from tengen.nets.atomic_files import remove_unfinished, write_atomically
from tengen.play.setups import Setup
from tengen.rules.outcome import Outcome
from tengen.studio.clock import Clock
from tengen.studio.drawing import line_played
from tengen.studio.shapes import (
    GameId,
    Mark,
    PlayerChoice,
    ProvenValue,
    Seat,
    SetUp,
    Shape,
)
from tengen.studio.shelf import Shelf
from tengen.studio.swap2 import Colour, Swap2
from tengen.studio.table import Table
from tengen.studio.tree import MOST_NODES, Best, TreeNode

_SUFFIX = ".json"
_MOST_BYTES = 5_000_000


class StoredEnd(Shape):
    """A resignation, a loss on time, a forfeit."""

    winner: Seat | None
    reason: str


class StoredBest(Shape):
    """What a review found about the choice of a move."""

    line: Annotated[list[int], Field(min_length=1, max_length=MOST_NODES)]
    rate: float
    played_rate: float


class StoredNode(Shape):
    """A move of the tree; parents come before their children."""

    parent: int
    action: int
    mark: Mark | None = None
    loss: float | None = None
    best: StoredBest | None = None
    win_rate: float | None = None
    proof: ProvenValue | None = None
    comment: str = ""
    end: StoredEnd | None = None
    time_left: tuple[float, float] | None = None


class StoredClock(Shape):
    """Seconds left by seat."""

    left: tuple[float, float]
    increment: float


class StoredSwap2(Shape):
    """What was chosen in the opening."""

    has_asked_two_more: bool
    taken: Colour | None


class StoredGame(Shape):
    """A whole table. Nodes are numbered by their places in the list, the root is 0."""

    format: Literal[1] = 1
    id: GameId
    game: str
    first: Seat
    set_up: SetUp | None
    nodes: list[StoredNode]
    root: StoredNode
    """What is known about the start; its parent and action mean nothing."""
    current: Annotated[int, Field(ge=0)]
    reviewed: Annotated[int, Field(ge=0)] | None = None
    """The end of the line whose report is kept."""
    seats: tuple[PlayerChoice, PlayerChoice]
    clock: StoredClock | None
    swap2: StoredSwap2 | None
    is_paused: bool
    speed: float
    changed: float


class Storage:
    """The folder of the games."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        remove_unfinished(folder)

    def write(self, stored: StoredGame) -> None:
        """Replaces the file of a game."""
        write_atomically(self._path(stored.id), [stored.model_dump_json().encode()])

    def delete(self, number: str) -> None:
        """Removes the file of a game."""
        self._path(number).unlink(missing_ok=True)

    def read(self, shelf: Shelf) -> Iterator[Table | StudioError]:
        """Every game; in the place of one that cannot be read, why. Its file stays."""
        for path in sorted(self._folder.glob(f"*{_SUFFIX}")):
            try:
                yield restored(_parsed(path), shelf)
            except (TengenError, OSError) as error:
                yield StudioError(f"{path.name} cannot be restored: {error}")

    def _path(self, number: str) -> Path:
        return self._folder / f"{number}{_SUFFIX}"


def _parsed(path: Path) -> StoredGame:
    data = path.read_bytes()
    if len(data) > _MOST_BYTES:
        raise StudioError("the file is too large")
    try:
        stored = StoredGame.model_validate_json(data)
    except (ValidationError, RecursionError):
        raise StudioError("the file is damaged") from None
    if stored.id != path.stem:
        raise StudioError("the file is damaged")
    return stored


def stored(table: Table) -> StoredGame:
    """The table as data."""
    nodes = list(table.tree.in_order())
    places = {node: place for place, node in enumerate(nodes)}
    start, clock, swap2 = table.tree.root.position, table.clock, table.swap2
    setup = Setup.of(start)
    return StoredGame(
        id=table.id,
        game=table.game.name,
        first=start.first,
        set_up=None if setup is None else SetUp(cells=list(setup.cells), to_move=setup.to_move),
        root=_stored_node(nodes[0], 0),
        nodes=[_stored_node(node, places[node.parent]) for node in nodes[1:] if node.parent],
        current=places[table.node],
        reviewed=None if table.tree.reviewed is None else places[table.tree.reviewed],
        seats=(table.seats[0].player, table.seats[1].player),
        clock=None if clock is None else StoredClock(left=clock.left, increment=clock.increment),
        swap2=None
        if swap2 is None
        else StoredSwap2(has_asked_two_more=swap2.has_asked_two_more, taken=swap2.taken),
        is_paused=table.is_paused,
        speed=table.speed,
        changed=table.changed_at,
    )


def _stored_node(node: TreeNode, parent: int) -> StoredNode:
    end, best = node.early_end, node.best
    return StoredNode(
        parent=parent,
        action=-1 if node.parent is None else node.position.last_action or 0,
        mark=node.mark,
        loss=node.loss,
        best=None
        if best is None
        else StoredBest(line=list(best.line), rate=best.rate, played_rate=best.played_rate),
        win_rate=node.win_rate,
        proof=node.proof,
        comment=node.comment,
        end=None if end is None else StoredEnd(winner=end.winner, reason=end.reason),
        time_left=node.time_left,
    )


def restored(data: StoredGame, shelf: Shelf) -> Table:
    """The table of the data; every move is played again. Raises `TengenError`."""
    game = shelf.game(data.game)
    setup = None if data.set_up is None else Setup(tuple(data.set_up.cells), data.set_up.to_move)
    start = game.initial(data.first) if setup is None else setup.position(game)
    swap2 = None if data.swap2 is None else Swap2(**data.swap2.model_dump())
    table = Table(data.id, start, data.seats, shelf, swap2=swap2)
    nodes = [table.tree.root]
    _fill(nodes[0], data.root)
    for each in data.nodes:
        if not 0 <= each.parent < len(nodes):
            raise StudioError("the file is damaged")
        nodes.append(table.tree.add(nodes[each.parent], each.action))
        _fill(nodes[-1], each)
    if max(data.current, data.reviewed or 0) >= len(nodes):
        raise StudioError("the file is damaged")
    table.tree.show(nodes[data.current])
    table.tree.reviewed = None if data.reviewed is None else nodes[data.reviewed]
    table.speed = data.speed
    # Two players of the server would otherwise go on while nobody watches.
    table.pause(is_paused=data.is_paused or not table.humans)
    table.changed_at = data.changed
    if data.clock is not None:  # stands until somebody moves: nobody could while it was away
        table.clock = Clock(data.clock.left, data.clock.increment)
    return table


def _fill(node: TreeNode, data: StoredNode) -> None:
    node.mark, node.loss, node.win_rate = data.mark, data.loss, data.win_rate
    node.proof, node.comment, node.time_left = data.proof, data.comment, data.time_left
    node.early_end = None if data.end is None else Outcome(data.end.winner, data.end.reason)
    if data.best is not None and node.parent is not None:
        line_played(node.parent.position, data.best.line)  # raises if it cannot be played
        node.best = Best(tuple(data.best.line), data.best.rate, data.best.played_rate)
