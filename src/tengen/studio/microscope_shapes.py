"""What the messages of the microscope are made of: one search, one simulation at a time.

A node is named by the number of the simulation that made it: the root is 1. Values are in the view
of the side to move at their node; those of a choice in the view of the side that chooses.
"""

from typing import Annotated, Literal

from pydantic import Field

from tengen.studio.shapes import ProvenValue, Seat, Shape, Text

MOST_SIMULATIONS = 10_000
"""All that a search did stays in memory: a few kilobytes a simulation."""
LessonName = Annotated[str, Field(pattern=r"^[a-z-]{1,40}$")]
SimulationNumber = Annotated[int, Field(ge=1, le=MOST_SIMULATIONS)]


class LessonInfo(Shape):
    """A search prepared to show one thing."""

    name: LessonName
    title: Text
    about: Text


class LessonNote(Shape):
    """What a lesson says from a simulation on, about the numbers that are shown there."""

    at: SimulationNumber
    text: Text


class MadeNode(Shape):
    """A node of the tree, from the simulation that made it on."""

    id: SimulationNumber
    parent: int
    """0 for the root."""
    action: int
    """Orders the children of a node."""
    move: str
    to_move: Seat


class NodeProof(Shape):
    """A node is proven from a simulation on, for the side to move there."""

    at: SimulationNumber
    node: SimulationNumber
    value: ProvenValue


class NodeNumbers(Shape):
    """N, Q and M of a node."""

    visits: int
    value: float
    moves_left: float | None
    """Expected plies to the end; null: the evaluator does not tell."""


class PathNode(Shape):
    """A node with its board. Empty cells and a `board_text` where there is no board to draw."""

    id: SimulationNumber
    name: Text
    """Such as `after 4 3`."""
    moves: list[str]
    """From the root."""
    to_move: Seat
    cells: list[Seat | None]
    board_text: str
    last: int | None
    """The cell of the last move."""
    before: NodeNumbers | None
    """null: it did not exist yet."""
    after: NodeNumbers
    adds: float
    """The value that the simulation brought, in the view of the side to move here."""
    turns: bool
    """Whether the node above has the other side to move, so that the sign changes."""
    proof: ProvenValue | None


class ChoiceRow(Shape):
    """A move that could be chosen; the largest `score` = `q` + `u` + `m` was."""

    action: int
    move: str
    visits: int
    prior: float
    q: float
    """For an unvisited move the value that it is given to start with."""
    u: float
    m: float
    score: float
    moves_left: float | None
    proof: ProvenValue | None
    """For the side that chooses."""


class Choice(Shape):
    """How the move at a node of the path was chosen, before the simulation changed anything."""

    title: Text
    """Such as `Why 3 at the root`."""
    c: float
    """The exploration constant: u = c * prior * sqrt(visits) / (1 + visits of the move)."""
    visits: int
    rows: list[ChoiceRow]
    """The most visited moves, then the likeliest."""
    hidden: int
    """How many moves were left out."""
    why: Text


class NetOutput(Shape):
    """What the net says about a move of the leaf."""

    move: str
    cell: int | None
    logit: float
    """Its raw output."""
    share: float
    """The same as a probability among the moves that are searched."""
    prior: float
    """What the search uses: at the root it may hold noise."""


class Plane(Shape):
    """One of the net's input planes, cell by cell from row 1."""

    name: Text
    values: list[float]


class Leaf(Shape):
    """Where a simulation ended, and how its value was found."""

    kind: Literal["net", "playout", "proven", "known", "over"]
    """`known`: proven by an earlier simulation. The net is asked only in `net`."""
    text: Text
    value: float
    wdl: tuple[float, float, float] | None
    moves_left: float | None
    outputs: list[NetOutput]
    """The likeliest first."""
    planes: list[Plane]
    remark: Text | None
    """Says so where the net saw the board in another symmetry; the planes show what it saw."""
