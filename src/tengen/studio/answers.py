"""What the server tells the page, one message each over the WebSocket."""

from typing import Annotated, Literal

from pydantic import Field

from tengen.studio.microscope_shapes import (
    Choice,
    Leaf,
    LessonInfo,
    LessonNote,
    MadeNode,
    NodeProof,
    PathNode,
)
from tengen.studio.shapes import (
    Clocks,
    GameId,
    GameInfo,
    Legal,
    Mark,
    Node,
    NodeId,
    OpenGame,
    Opening,
    Played,
    ProvenValue,
    RecordFormat,
    Result,
    Seat,
    SeatState,
    Shape,
    Text,
    Thinking,
)

SearchState = Literal["waiting", "running", "finished", "stopped"]


class Answer(Shape):
    """`request` is the number of the message that asked; null if nobody asked."""

    request: int | None = None


class Welcome(Answer):
    """The connection stands."""

    type: Literal["welcome"] = "welcome"
    version: str
    cores: int
    """At most so many searches run at once."""
    games: list[OpenGame]


class Games(Answer):
    """The open games, the last changed first."""

    type: Literal["games"] = "games"
    games: list[OpenGame]


class Done(Answer):
    """It was done, and there is nothing to show."""

    type: Literal["done"] = "done"


class Deleted(Answer):
    """A watched game was removed."""

    type: Literal["deleted"] = "deleted"
    game_id: GameId


class SeatReport(Shape):
    """How well a seat played."""

    seat: Seat
    moves: int
    accuracy: float | None
    """0 to 100; null without a move."""
    inaccuracies: int
    mistakes: int
    blunders: int
    text: Text


class Report(Shape):
    """The report of a review: how well both sides played the line up to a node."""

    node: NodeId
    """The last one of the line."""
    seats: list[SeatReport]
    summary: list[Text]
    """In plain words, a sentence each."""


class State(Answer):
    """A game at its current node: all there is to draw. Sent to every watcher on every change."""

    type: Literal["state"] = "state"
    game_id: GameId
    revision: int
    """Grows with every change."""
    game: GameInfo
    cells: list[Seat | None]
    """Empty for games without a board; then `board_text` draws it."""
    board_text: str
    to_move: Seat
    first: Seat
    ply: int
    legal: list[Legal]
    last: Played | None
    winning_cells: list[int]
    stone_counts: tuple[int, int]
    result: Result | None
    status: Text
    """One sentence for the status line: who is to move, or how it ended."""
    seats: tuple[SeatState, SeatState]
    is_human_turn: bool
    """Whether `play` is expected now."""
    node: NodeId
    nodes: list[Node]
    report: Report | None
    """Of the last review that was finished."""
    can_undo: bool
    can_redo: bool
    clocks: Clocks | None
    opening: Opening | None
    opening_end: Text | None
    """After a swap2 opening, until the next move: who chose what, and who plays which colour."""
    is_paused: bool
    speed: float
    thinking: Thinking | None
    is_analysing: bool
    is_reviewing: bool
    formats: list[RecordFormat]
    """The record files that can hold the game."""
    file_name: str
    """What a file of the game may be called, without its end."""


class Progress(Answer):
    """How far a player of the server is with its move; a few times a second while it searches."""

    type: Literal["progress"] = "progress"
    game_id: GameId
    node: NodeId
    seat: Seat
    simulations: int


class MoveAnalysis(Shape):
    """One candidate. Win rate and value are in the view of the side to move."""

    order: int
    """0 is the best."""
    move: str
    cell: int | None
    visits: int
    win_rate: float | None
    """null: not visited."""
    value: float | None
    """The same from -1 to 1."""
    prior: float
    proof: ProvenValue | None
    plies: int
    """To the proven end; 0 without a proof."""
    proof_text: Text | None
    """Such as `wins in 9 by force`."""
    pv: list[Played]
    """The expected line, beginning with this move."""


class Heat(Shape):
    """Visits, prior and win rate of every legal move, in the order of `moves`."""

    moves: list[str]
    cells: list[int | None]
    visits: list[int]
    priors: list[float]
    win_rates: list[float | None]


class Certain(Shape):
    """An exact result for the side to move."""

    value: ProvenValue
    plies: int
    text: Text
    """Such as `Black wins in 9 by force.`"""
    line: list[Played]


class ExactScore(Shape):
    """The exact value of a move for the side to move, with best play by both."""

    move: str
    cell: int | None
    value: ProvenValue
    plies: int
    """Until the win or loss is complete; 0 for a draw."""
    score: int
    """As Connect Four solvers count it: positive wins, the sooner the larger; 0 is a draw."""
    is_best: bool
    text: Text


class Analysis(Answer):
    """A snapshot of one of the searches of an analysis; several a second while it runs."""

    type: Literal["analysis"] = "analysis"
    game_id: GameId
    node: NodeId
    side: Annotated[int, Field(ge=0, le=1)]
    """Which of the `nets` asked for."""
    evaluator: Text
    """Such as `net connect4`."""
    state: SearchState
    waiting: Text | None
    """While all cores are busy: a sentence that says so."""
    to_move: Seat
    """Whose view all values take."""
    win_rate: float | None
    value: float | None
    wdl: tuple[float, float, float] | None
    moves_left: float | None
    certain: Certain | None
    moves: list[MoveAnalysis]
    heat: Heat | None
    exact: list[ExactScore]
    """Every column of Connect Four; empty for games that are not solved."""
    visits: int
    simulations: int
    simulations_per_second: float
    seconds: float
    depth: int
    """Length of the expected line."""
    end: Text | None
    """Why a finished search ended."""


class HintAnswer(Answer):
    """The best moves, and what can be said about the position in words.

    The answer is `finished` or `stopped`. One that must wait for a free core says so before, and
    again when it begins; then there are no moves yet.
    """

    type: Literal["hint"] = "hint"
    game_id: GameId
    node: NodeId
    state: SearchState
    waiting: Text | None
    """While all cores are busy: a sentence that says so."""
    moves: list[MoveAnalysis]
    exact: list[ExactScore]
    sentences: list[Text]


class ReviewedMove(Shape):
    """A move of the line, and what it gave away."""

    node: NodeId
    move: str
    seat: Seat
    ply: int
    win_rate: float
    """Of its player, after the move."""
    loss: float
    mark: Mark | None
    best: str
    best_line: list[Played]
    text: Text
    """Such as `Move 23, j7: a blunder; k6 keeps 60%.`"""


class ReviewAnswer(Answer):
    """Progress of a review. The report comes with the state `finished`, and so do all moves."""

    type: Literal["review"] = "review"
    game_id: GameId
    state: SearchState
    waiting: Text | None
    done: int
    total: int
    moves: list[ReviewedMove]
    """Those judged since the last message; all of them at the end."""
    report: list[SeatReport]
    summary: list[Text]
    """The report in plain words, a sentence each."""


class SetUpChecked(Answer):
    """Whether a position can be played; `problem` says what is wrong with it."""

    type: Literal["set_up_checked"] = "set_up_checked"
    is_possible: bool
    problem: Text | None


class Link(Answer):
    """A permalink: `link` belongs after `#` in the address."""

    type: Literal["link"] = "link"
    game_id: GameId
    link: str


class Inside(Answer):
    """What `look_inside` looks at."""

    type: Literal["inside"] = "inside"
    game: GameInfo
    link: str
    """The position as a permalink."""
    lesson: LessonInfo | None
    title: Text
    """The lesson, or the game and its moves."""
    about: Text
    """Game, moves, side to move and evaluator in a line."""
    legend: Text
    """What Q, U and M mean."""
    simulations: int
    """How many will be made."""


class Simulated(Answer):
    """Simulations that were made since the last message of this kind."""

    type: Literal["simulated"] = "simulated"
    state: SearchState
    waiting: Text | None
    """While all cores are busy: a sentence that says so."""
    first: int
    """The number of the first simulation of `leaves`."""
    leaves: list[int]
    """The node that each simulation ended at; all nodes above it were visited once more."""
    nodes: list[MadeNode]
    proofs: list[NodeProof]
    notes: list[LessonNote]
    """With the state `finished`: what the lesson says, in order."""
    end: Text | None
    """Why there will be no further simulation."""


class Simulation(Answer):
    """What one simulation did: the path from the root to the leaf, and back."""

    type: Literal["simulation"] = "simulation"
    number: int
    nodes: list[PathNode]
    choices: list[Choice]
    """One for every node but the last."""
    leaf: Leaf
    sign: Text
    """Why the value changes its sign on its way back, or does not."""


class NodeShown(Answer):
    """A node of the tree; `before` and `adds` are those of the last simulation through it."""

    type: Literal["node_shown"] = "node_shown"
    number: int
    node: PathNode


class Error(Answer):
    """Something was wrong with a message; nothing changed, and the connection goes on."""

    type: Literal["error"] = "error"
    field: str
    """The part of the message that is wrong, such as `seats.0.level`; empty if no single one."""
    code: Literal["invalid", "refused", "unknown", "busy", "token", "too_large", "internal"]
    message: Text
    game_id: GameId | None = None


ServerMessage = Annotated[
    Welcome
    | Games
    | Done
    | Deleted
    | State
    | Progress
    | Analysis
    | HintAnswer
    | ReviewAnswer
    | SetUpChecked
    | Link
    | Inside
    | Simulated
    | Simulation
    | NodeShown
    | Error,
    Field(discriminator="type"),
]
