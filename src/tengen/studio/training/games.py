"""Games of self-play: as small boards, and as open games with the search's opinion of each move."""

import time
from typing import Any

from tengen.errors import StudioError, TengenError
from tengen.replay.schema import GameRow
from tengen.replay.store import RunStore
from tengen.rules.game import Game
from tengen.rules.outcome import Outcome
from tengen.runs.directory import RunDirectory
from tengen.runs.history import moves_of
from tengen.runs.outlook import seconds_since_1970
from tengen.search.result import win_rate
from tengen.studio.both import said
from tengen.studio.game_info import game_info, seat_name
from tengen.studio.shapes import MOST_NAME, HumanPlayer, Text
from tengen.studio.shelf import Shelf
from tengen.studio.table import RESIGNED, Table
from tengen.studio.training.items import duration
from tengen.studio.training.shapes import RunGame

PROVEN = "proven"


def game_of(name: str, shelf: Shelf) -> Game[Any] | None:
    """The rules of a run's game; None if a run names code that the user has not."""
    try:
        return shelf.game(name)
    except TengenError:
        return None


def small_board(row: GameRow, game: Game[Any]) -> RunGame:
    """A stored game at its end; raises `TengenError` if it breaks the rules."""
    position = game.initial(row.record.first)
    for action in moves_of(row):
        position = position.play(action)
    is_drawn = game_info(game).look is not None
    return RunGame(
        id=row.id,
        cells=list(game.cells(position.state)) if is_drawn else [],
        last=game.cell_of(position) if is_drawn and position.history else None,
        title=_winner(row, game),
        about=said(
            "studio run game",
            plies=row.plies,
            time=duration(max(0.0, time.time() - seconds_since_1970(row.created))),
        ),
    )


def _winner(row: GameRow, game: Game[Any]) -> Text:
    if row.winner is None:
        return said("studio run drawn")
    return said("studio run won", seat=seat_name(game, row.winner))


def stored_game(directory: RunDirectory, identity: str, shelf: Shelf, number: str) -> Table:
    """The table of a stored game at its end, under the name of its net; raises `TengenError`."""
    game = shelf.game(directory.load_config().run.game)
    with RunStore(directory.database, read_only=True) as store:
        row = store.game(identity)
    if row is None:
        raise StudioError(f"there is no game {identity}", field="game", code="unknown")
    net = HumanPlayer(net=row.checkpoint[:MOST_NAME])
    table = Table(number, game.initial(row.record.first), (net, net), shelf)
    table.tree.root.comment = f"{directory.path.name} {row.id}"
    _replay(table, row)
    return table


def _replay(table: Table, row: GameRow) -> None:
    """Every move, and before each the value that its search found."""
    tree, record = table.tree, row.record
    for action in record.opening:
        tree.play(action)
    for move in record.moves:
        rate = win_rate(move.root_value)
        tree.current.win_rate = rate if tree.current.position.to_move == 0 else 1 - rate
        tree.play(move.action)
    if tree.current.position.outcome is None:
        reason = RESIGNED if record.end == "resigned" else PROVEN
        tree.current.early_end = Outcome(record.winner, reason)
    table.changed()
