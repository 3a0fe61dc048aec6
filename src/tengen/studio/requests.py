"""What the page may ask of the server, one message each over the WebSocket.

Every message may have a `request` number: the answer or the error that it causes has the same.
"""

from typing import Annotated, Literal

from pydantic import Field

from tengen.studio.microscope_shapes import LessonName, SimulationNumber
from tengen.studio.shapes import (
    ClockChoice,
    GameId,
    GameName,
    MoveName,
    NetName,
    NodeId,
    PlayerChoice,
    Seat,
    Seconds,
    SetUp,
    Shape,
    Simulations,
    Speed,
)

LARGEST_REQUEST = 2**53
"""JavaScript counts no further."""
RequestNumber = Annotated[int, Field(ge=0, le=LARGEST_REQUEST)]
SettingValue = float | int | bool | str | None
Settings = Annotated[dict[str, SettingValue], Field(max_length=64)]


class Request(Shape):
    """Any message of the page."""

    request: RequestNumber | None = None


class GameRequest(Request):
    """A message about one of the open games."""

    game_id: GameId


class Hello(Request):
    """The first message: the token from the page's `<meta name="tengen-token">`. -> `welcome`."""

    type: Literal["hello"]
    token: Annotated[str, Field(max_length=200)]


class ListGames(Request):
    """Which games are open. -> `games`."""

    type: Literal["list_games"]


class NewGame(Request):
    """Begins a game and opens it. -> `state` to this connection, `games` to all.

    The start is the usual one, or else exactly one of: `moves` played from it, a `set_up`
    position, or a node of another game (`from_game`, `from_node`).
    """

    type: Literal["new_game"]
    game: GameName
    seats: tuple[PlayerChoice, PlayerChoice]
    first: Seat = 0
    """The seat that makes the first move; seat 0 is black, red or X."""
    clock: ClockChoice | None = None
    opening: Literal["none", "swap2"] = "none"
    speed: Speed | None = None
    """As `set_speed` sets it later."""
    moves: Annotated[str, Field(max_length=20_000)] | None = None
    set_up: SetUp | None = None
    from_game: GameId | None = None
    from_node: NodeId | None = None


class OpenGameRequest(GameRequest):
    """Watches a game from now on: every change is sent. -> `state`."""

    type: Literal["open_game"]


class LeaveGame(GameRequest):
    """Watches a game no longer; it stays on the server. -> `done`."""

    type: Literal["leave_game"]


class DeleteGame(GameRequest):
    """Removes a game from the server. -> `deleted` to its watchers, `games` to all."""

    type: Literal["delete_game"]


class Play(GameRequest):
    """Makes a move at the current node, for the person to move. -> `state`."""

    type: Literal["play"]
    move: MoveName
    is_trial: bool = False
    """Only tried out, as in a review: clocks stand, and the server's players wait."""


class Undo(GameRequest):
    """Back to the last decision of a person; the moves stay in the tree. -> `state`."""

    type: Literal["undo"]


class Redo(GameRequest):
    """Forward along the line that was left last, to a person's next decision. -> `state`."""

    type: Literal["redo"]


class GoTo(GameRequest):
    """Shows another node; before the end of a line the server's players wait. -> `state`."""

    type: Literal["go_to"]
    node: NodeId


class Resign(GameRequest):
    """Ends the game at the current node; `seat`: who resigns, by default the person to move."""

    type: Literal["resign"]
    seat: Seat | None = None


class SwapSides(GameRequest):
    """The two players change seats. -> `state`."""

    type: Literal["swap_sides"]


class SetSeats(GameRequest):
    """Other players from now on, such as another level. -> `state`."""

    type: Literal["set_seats"]
    seats: tuple[PlayerChoice, PlayerChoice]


class ChooseSide(GameRequest):
    """The choice of a person in a swap2 opening. -> `state`."""

    type: Literal["choose_side"]
    choice: Literal["black", "white", "two_more"]


class Pause(GameRequest):
    """Players of the server make no further move, clocks stop. -> `state`."""

    type: Literal["pause"]


class Resume(GameRequest):
    """Goes on from the current node. -> `state`."""

    type: Literal["resume"]


class SetSpeed(GameRequest):
    """The least time that a move of a player of the server takes on the screen. -> `state`."""

    type: Literal["set_speed"]
    seconds: Speed


class DeleteBranch(GameRequest):
    """Removes a node and all that follows it. -> `state`."""

    type: Literal["delete_branch"]
    node: NodeId


class PromoteBranch(GameRequest):
    """Makes the line through a node the main line. -> `state`."""

    type: Literal["promote_branch"]
    node: NodeId


class AddLine(GameRequest):
    """Adds moves after a node as a variation, and shows the first of them. -> `state`.

    Clocks stand, and the server's players wait.
    """

    type: Literal["add_line"]
    node: NodeId
    moves: Annotated[list[MoveName], Field(min_length=1, max_length=400)]


class SetComment(GameRequest):
    """What a person says about a move; empty removes it. -> `state`."""

    type: Literal["set_comment"]
    node: NodeId
    comment: Annotated[str, Field(max_length=5_000)]


class Hint(GameRequest):
    """The best moves at the current node, after a short search. -> `hint`."""

    type: Literal["hint"]


class StopHint(GameRequest):
    """Ends the hints that this page waits for. -> `hint` with the state `stopped`, then `done`."""

    type: Literal["stop_hint"]


class Analyse(GameRequest):
    """Searches the current node, and each later one, until stopped. -> `state`, then `analysis`.

    A second request replaces the first. `nets`: one, or two side by side; null is the best net
    for the game, `mcts` is random games without a net.
    """

    type: Literal["analyse"]
    nets: Annotated[list[NetName | None], Field(min_length=1, max_length=2)] = Field(default=[None])
    settings: Settings = Field(default={})
    """Search parameters that differ from the usual ones; `GET /api/settings` lists them."""
    simulations: Simulations | None = None
    seconds: Seconds | None = None


class StopAnalysis(GameRequest):
    """Ends the analysis. -> `analysis` with the state `stopped`, then `state`."""

    type: Literal["stop_analysis"]


class Review(GameRequest):
    """Searches every position of the line through the current node. -> `state`, then `review`."""

    type: Literal["review"]
    node: NodeId | None = None
    """Judges only the move that led to this node, and leaves the report as it is."""
    net: NetName | None = None
    simulations: Simulations | None = None
    """For each position; by default 200."""
    seconds: Seconds | None = None


class StopReview(GameRequest):
    """Ends a review; what is known stays. -> `review` with the state `stopped`, then `state`."""

    type: Literal["stop_review"]


class CheckSetUp(Request):
    """Whether a game can begin from these stones. -> `set_up_checked`."""

    type: Literal["check_set_up"]
    game: GameName
    set_up: SetUp


class GetLink(GameRequest):
    """The permalink of the current node: a text for the address after `#`. -> `link`."""

    type: Literal["get_link"]


class OpenLink(Request):
    """Begins a game from a permalink, between two persons. -> `state`."""

    type: Literal["open_link"]
    link: Annotated[str, Field(min_length=1, max_length=20_000)]


class LookInside(Request):
    """Begins a search whose every simulation is kept, in the place of this page's last one.

    Either a `lesson` by name, or a position: a permalink as `get_link` gives it. -> `inside`, then
    `simulated` until all simulations are made.
    """

    type: Literal["look_inside"]
    lesson: LessonName | None = None
    link: Annotated[str, Field(min_length=1, max_length=20_000)] | None = None
    net: NetName | None = None
    simulations: SimulationNumber | None = None
    """By default those of the lesson, or 200."""


class LookFurther(Request):
    """Goes on with that search, up to so many simulations. -> `done`, then `simulated`.

    A number below those made ends it where it is.
    """

    type: Literal["look_further"]
    simulations: SimulationNumber


class StopLooking(Request):
    """Ends that search and forgets it. -> `done`."""

    type: Literal["stop_looking"]


class ShowSimulation(Request):
    """What one simulation of the search did. -> `simulation`."""

    type: Literal["show_simulation"]
    number: SimulationNumber


class ShowNode(Request):
    """A node of the tree as it was after a simulation. -> `node_shown`."""

    type: Literal["show_node"]
    node: SimulationNumber
    number: SimulationNumber


ClientMessage = Annotated[
    Hello
    | ListGames
    | NewGame
    | OpenGameRequest
    | LeaveGame
    | DeleteGame
    | Play
    | Undo
    | Redo
    | GoTo
    | Resign
    | SwapSides
    | SetSeats
    | ChooseSide
    | Pause
    | Resume
    | SetSpeed
    | DeleteBranch
    | PromoteBranch
    | AddLine
    | SetComment
    | Hint
    | StopHint
    | Analyse
    | StopAnalysis
    | Review
    | StopReview
    | CheckSetUp
    | GetLink
    | OpenLink
    | LookInside
    | LookFurther
    | StopLooking
    | ShowSimulation
    | ShowNode,
    Field(discriminator="type"),
]
