"""New tables: from the usual start, moves, stones that were set up, or another game."""

from typing import Any

from tengen.errors import StudioError, TengenError
from tengen.play.setups import Setup
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.studio.answers import SetUpChecked
from tengen.studio.clock import Clock
from tengen.studio.explaining import position_after
from tengen.studio.game_info import can_swap2
from tengen.studio.hall import Hall
from tengen.studio.players import check_player
from tengen.studio.refusals import about, text_of
from tengen.studio.requests import CheckSetUp, NewGame
from tengen.studio.shapes import SetUp
from tengen.studio.swap2 import Swap2
from tengen.studio.table import Table


def new_table(request: NewGame, hall: Hall) -> Table:
    """The table of a request; raises `StudioError`."""
    game = hall.shelf.game(request.game)
    for seat, player in enumerate(request.seats):
        check_player(player, game, hall.shelf, f"seats.{seat}")
    end = _beginning(request, game, hall)
    swap2 = _swap2(request, game, end)
    clock = None
    if request.clock is not None:
        seconds = request.clock.seconds
        clock = Clock((seconds, seconds), request.clock.increment)
    table = Table(hall.new_id(), end.start, request.seats, hall.shelf, clock=clock, swap2=swap2)
    table.replay(end.history)
    if request.speed is not None:
        table.set_speed(request.speed)
    return table


def _beginning(request: NewGame, game: Game[Any], hall: Hall) -> Position[Any]:
    """The position that the game begins with, and the moves that led to it."""
    given = [request.moves, request.set_up, request.from_game]
    if sum(each is not None for each in given) > 1:
        raise StudioError("a game begins with moves, a set-up or another game, not several")
    if request.moves is not None:
        return position_after(game.initial(request.first), request.moves, "moves")
    if request.set_up is not None:
        return set_up_position(game, request.set_up)
    if request.from_game is not None:
        return _continued(request, game, hall)
    return game.initial(request.first)


def _continued(request: NewGame, game: Game[Any], hall: Hall) -> Position[Any]:
    assert request.from_game is not None
    tree = hall.desk(request.from_game).table.tree
    node = tree.current if request.from_node is None else tree.node(request.from_node)
    if node.position.game.name != game.name:
        raise StudioError("that is a position of another game", field="from_game")
    return node.position


def set_up_position(game: Game[Any], stones: SetUp) -> Position[Any]:
    """The position with these stones; raises `StudioError` that says what is wrong."""
    cells = game.width * game.height
    if len(stones.cells) != cells:
        raise StudioError(
            f"the board of {game.name} has {cells} cells; got {len(stones.cells)}",
            field="set_up.cells",
        )
    with about("set_up"):
        return Setup(tuple(stones.cells), stones.to_move).position(game)


def check_set_up(request: CheckSetUp, hall: Hall) -> SetUpChecked:
    """Whether a game can begin from these stones."""
    game = hall.shelf.game(request.game)
    try:
        set_up_position(game, request.set_up)
    except TengenError as error:
        return SetUpChecked(request=request.request, is_possible=False, problem=text_of(error))
    return SetUpChecked(request=request.request, is_possible=True, problem=None)


def _swap2(request: NewGame, game: Game[Any], end: Position[Any]) -> Swap2 | None:
    if request.opening == "none":
        return None
    is_usual = request.first == 0 and request.set_up is None and not end.history
    if not can_swap2(game) or not is_usual:
        raise StudioError(
            "swap2 opens five in a row on an empty board of 5x5 or more, and black begins",
            field="opening",
        )
    return Swap2()
