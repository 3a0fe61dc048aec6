"""What the messages of the studio are made of.

Cells are numbered row by row from row 1, column a, as everywhere in Tengen: cell = row * width +
column. `GameInfo.first_row_on_top` says how to draw them. Seats are 0 and 1. Rates go from 0 to 1.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

GameId = Annotated[str, Field(pattern=r"^[0-9a-f]{12}$")]
GameName = Annotated[str, Field(min_length=1, max_length=200)]
MoveName = Annotated[str, Field(min_length=1, max_length=200)]
NetName = Annotated[str, Field(min_length=1, max_length=200)]
NodeId = Annotated[int, Field(ge=0, le=10**9)]
Seat = Annotated[int, Field(ge=0, le=1)]
Simulations = Annotated[int, Field(ge=1, le=10**9)]
Seconds = Annotated[float, Field(ge=0.001, le=86_400)]
Speed = Annotated[float, Field(ge=0, le=60)]
"""Seconds."""
MOST_NAME = 100
"""Letters of a name from a record file."""
Mark = Literal["?!", "?", "??"]
ProvenValue = Literal["win", "draw", "loss"]
RecordFormat = Literal["sgf", "psq", "moves"]


class Shape(BaseModel):
    """Exactly these fields, of exactly these types; what is unknown is refused."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        allow_inf_nan=False,
        use_attribute_docstrings=True,
    )


class Text(Shape):
    """A sentence or a name for people, in both languages: the page shows the one it is set to."""

    en: str
    zh: str


class HumanPlayer(Shape):
    """A person, with the name that a record file gives; `net`: the one whose moves it goes on from.

    So a game of self-play shows who played it, and can be gone on with by hand.
    """

    kind: Literal["human"] = "human"
    name: Annotated[str, Field(max_length=MOST_NAME)] = ""
    net: Annotated[str, Field(max_length=MOST_NAME)] = ""


class LevelPlayer(Shape):
    """One of the ten levels; `net`: the net it plays with, instead of the best one for the game."""

    kind: Literal["level"] = "level"
    level: Annotated[int, Field(ge=1, le=10)]
    net: NetName | None = None


class NetPlayer(Shape):
    """A net by name, with a budget for each move: simulations (0: no search) or seconds."""

    kind: Literal["net"] = "net"
    net: NetName
    simulations: Annotated[int, Field(ge=0, le=10**9)] | None = None
    seconds: Seconds | None = None


class MctsPlayer(Shape):
    """Pure MCTS; `tactical` takes wins and stops threats one ply ahead."""

    kind: Literal["mcts", "tactical"]
    simulations: Simulations | None = None
    seconds: Seconds | None = None


class SimplePlayer(Shape):
    """Random moves, or perfect play where a game is solved."""

    kind: Literal["random", "perfect"]


class EnginePlayer(Shape):
    """A Gomocup engine by the name it has in the server's settings."""

    kind: Literal["engine"] = "engine"
    name: Annotated[str, Field(min_length=1, max_length=60)]
    seconds: Seconds | None = None


PlayerChoice = Annotated[
    HumanPlayer | LevelPlayer | NetPlayer | MctsPlayer | SimplePlayer | EnginePlayer,
    Field(discriminator="kind"),
]


class ClockChoice(Shape):
    """Time for the whole game and seconds added after each move, for both seats."""

    seconds: Annotated[float, Field(ge=1, le=86_400)]
    increment: Annotated[float, Field(ge=0, le=3_600)] = 0.0


class SetUp(Shape):
    """A position that was not played: the occupant of every cell (a seat, or null), who moves."""

    cells: Annotated[list[Seat | None], Field(max_length=1600)]
    to_move: Seat


class GameInfo(Shape):
    """The rules of one game, as far as a board must know them."""

    name: str
    """As the server takes it back, such as `gomoku:15x15/5:standard`."""
    title: Text
    """Such as `Gomoku · 15x15 · free-style`."""
    family: str | None
    """`tictactoe`, `connect4`, `gomoku`, `othello`, or what a user's game says."""
    width: int
    height: int
    look: Literal["wood", "frame", "felt", "paper", "plain"] | None
    """The kind of board to draw; null: no board, only a list of moves."""
    stones: Literal["intersections", "squares", "columns"]
    """Where stones stand; in `columns` they fall."""
    first_row_on_top: bool
    column_names: list[str]
    row_names: list[str]
    """Row 1 first; empty if rows have no names."""
    seat_names: tuple[Text, Text]
    line_length: int | None
    line_rule: Literal["free-style", "exact"] | None
    counts_stones: bool
    """Whether the side with more stones wins: show both counts."""
    pass_name: str | None
    can_set_up: bool
    can_swap2: bool
    is_solved: bool
    """Whether analysis also gives exact scores, and `perfect` can play."""


class Legal(Shape):
    """A legal move, and the cell that its stone would fill; null if none."""

    move: str
    cell: int | None


class Played(Shape):
    """A move of a line: name, cell and the seat that plays it."""

    move: str
    cell: int | None
    seat: Seat


class Better(Shape):
    """What a review found better than a move."""

    line: list[Played]
    """In the place of the move; the first is the best one."""
    win_rate: float
    """Of the player with it."""
    text: Text
    """Such as `Move 23, j7: a blunder; k6 keeps 60%.`"""


class Node(Shape):
    """A node of the variation tree. The root has no parent and no move."""

    id: NodeId
    parent: NodeId | None
    move: str | None
    cell: int | None
    seat: Seat | None
    """Who made the move."""
    ply: int
    is_main: bool
    """Whether it belongs to the main line: the first child of each node."""
    mark: Mark | None = None
    loss: float | None = None
    """What the move gave away, as a rate from 0 to 1 in the view of its player; by review."""
    better: Better | None = None
    """For moves with a mark; by review."""
    win_rate: float | None = None
    """Of seat 0 after this move, where a search has looked; a draw counts half."""
    proof: ProvenValue | None = None
    """For seat 0, where the position is proven or solved."""
    comment: str = ""
    """What people or files say about the move: show it as text."""


class Result(Shape):
    """How a game ended."""

    winner: Seat | None
    """null: drawn."""
    reason: Text
    text: Text
    """The whole sentence, such as `Black won (five in a row).`"""
    is_early: bool
    """By resignation, time or a failed player, not by the rules."""


class SeatState(Shape):
    """Who sits where."""

    player: PlayerChoice
    name: Text
    """Such as `Level 6 · skilled`."""
    detail: Text
    """Such as `net connect4, 64 simulations per move`."""


class Clocks(Shape):
    """Seconds left by seat when the message was sent; only that of `running` goes on."""

    left: tuple[float, float]
    running: Seat | None
    increment: float


class Opening(Shape):
    """A swap2 opening under way. `who` is the seat whose player must act, whatever the colour."""

    phase: Literal["place_three", "choose", "place_two", "choose_colour"]
    who: Seat
    choices: list[Literal["black", "white", "two_more"]]
    """What `choose_side` may say now; empty while stones are placed."""
    text: Text


class Thinking(Shape):
    """A player of the server is at work."""

    seat: Seat
    waits: bool
    """Whether it still waits for a free processor core."""
    text: Text


class OpenGame(Shape):
    """One of the games that the server holds."""

    game_id: GameId
    title: Text
    players: tuple[Text, Text]
    plies: int
    result: Text | None
    changed: float
    """Seconds since 1970."""


class SettingInfo(Shape):
    """A parameter of the search."""

    name: str
    kind: Literal["number", "whole", "flag", "choice"]
    default: float | int | bool | str | None
    low: float | None = None
    low_allowed: bool = True
    """Whether `low` itself is in the range."""
    high: float | None = None
    choices: list[str] = []
    may_be_none: bool = False
    help: Text


class LevelInfo(Shape):
    """A level, the player behind it, and what it beats where that was measured."""

    level: int
    name: Text
    detail: Text
    elo: float | None
    error: float | None
    """Half of the 95 % interval."""
    beats: Text | None
    """Such as `Beats level 5 about 7 times in 10.`"""
    scored: Text | None
    """Such as `Scored 9 of 10 against pure MCTS, 1,000 playouts per move.`"""


class NetInfo(Shape):
    """A net that can play the game."""

    name: str
    title: Text
    is_default: bool
    remark: Text | None
    """Where it was trained on another board or rule."""


class EngineInfo(Shape):
    """A Gomocup engine from the server's settings."""

    name: str


class FamilyInfo(Shape):
    """A kind of game: what it may be called, and the usual ones."""

    family: str
    title: Text
    form: str
    """How names are written, such as `gomoku:WxH/N | gomoku:WxH/N:standard`."""
    summary: Text
    games: list[GameInfo]
