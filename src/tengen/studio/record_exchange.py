"""Record files in and out: SGF, PSQ, move strings, and the picture of a position."""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Any, Literal

from tengen.errors import RecordError, StudioError
from tengen.play.record_files import format_records, parse_trees
from tengen.play.records import MoveNote, SavedGame
from tengen.play.sgf_variations import MoveTree, SgfTree, write_sgf_tree
from tengen.rules.game import Game
from tengen.search.result import win_rate
from tengen.studio.both import said
from tengen.studio.links import link_in, linked_table
from tengen.studio.messages import ImportBody
from tengen.studio.record_files import date_of
from tengen.studio.refusals import ExplainedError, about, text_of
from tengen.studio.shapes import MOST_NAME, HumanPlayer, Text
from tengen.studio.shelf import Shelf
from tengen.studio.table import Table
from tengen.studio.tree import GameTree, TreeNode

FileFormat = Literal["sgf", "psq", "moves", "svg"]
MEDIA_TYPES: dict[FileFormat, str] = {
    "sgf": "application/x-go-sgf",
    "psq": "text/plain; charset=utf-8",
    "moves": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
}
SUFFIXES: dict[FileFormat, str] = {"sgf": "sgf", "psq": "psq", "moves": "txt", "svg": "svg"}
_MOST_GAMES = 20


def import_games(
    body: ImportBody, shelf: Shelf, new_id: Callable[[], str]
) -> tuple[list[Table], list[Text]]:
    """The games of a file as tables between persons, and remarks; raises `StudioError`."""
    if (link := link_in(body.text or "")) is not None:
        try:
            return [linked_table(link, shelf, new_id())], []
        except StudioError as error:
            raise ExplainedError(text_of(error), field="text", code=error.code) from None
    default = None if body.game is None else shelf.game(body.game)
    with about("text" if body.base64 is None else "base64"):
        trees = _trees(body, default, is_own=body.game in shelf.own_games)
        tables = [_table(tree, shelf, new_id()) for tree in trees[:_MOST_GAMES]]
    remarks = []
    if len(trees) > _MOST_GAMES:
        remarks.append(said("studio imported some", count=_MOST_GAMES, total=len(trees)))
    if left_out := sum(tree.left_out for tree in trees[:_MOST_GAMES]):
        remarks.append(said("studio variations left out", count=left_out))
    return tables, remarks


def _trees(body: ImportBody, default: Game[Any] | None, *, is_own: bool) -> list[SgfTree]:
    content, file_format = _content(body), body.file_format
    try:
        return parse_trees(content, file_format=file_format, default=default)
    except RecordError:
        if not is_own:
            raise
    # A file that names a user's own game can only be read with that game.
    return parse_trees(content, file_format=file_format, game=default)


def _content(body: ImportBody) -> bytes | str:
    if (body.text is None) == (body.base64 is None):
        raise StudioError("give the file either as text or as base64", field="text")
    if body.base64 is None:
        return body.text or ""
    try:
        return base64.b64decode(body.base64, validate=True)
    except (binascii.Error, ValueError):
        raise StudioError("this is not base64", field="base64") from None


def _table(tree: SgfTree, shelf: Shelf, number: str) -> Table:
    record = tree.record
    start = record.start(shelf.game(record.game))
    first, second = (HumanPlayer(name=name[:MOST_NAME]) for name in record.players)
    table = Table(number, start, (first, second), shelf)
    table.tree.root.comment = record.comment
    _grow(table.tree, tree.root)
    end = table.tree.line_through(table.tree.root)[-1]
    table.tree.show(end)
    if record.outcome is not None and end.position.outcome is None:
        end.early_end = record.outcome
    table.changed()
    return table


def _grow(tree: GameTree, root: MoveTree) -> None:
    """Adds all moves; depth costs no recursion."""
    waiting = [(tree.root, root)]
    while waiting:
        node, moves = waiting.pop()
        for child in moves.children:
            assert child.action is not None
            grown = tree.add(node, child.action)
            _take_note(grown, child.note, node.position.to_move)
            waiting.append((grown, child))


def _take_note(node: TreeNode, note: MoveNote, seat: int) -> None:
    node.comment = note.comment
    if note.value is not None:
        rate = win_rate(note.value)
        node.win_rate = rate if seat == 0 else 1 - rate


def export_game(table: Table, file_format: FileFormat, node: TreeNode) -> str:
    """The line through a node as a file, or the picture of the node; raises `TengenError`.

    SGF has room for the whole tree: as on the page, the main line first and then its variations.
    """
    if file_format == "svg":
        return node.position.to_svg()
    if file_format != "sgf":
        record = saved_game(table, table.tree.line_through(node))
        return format_records([record], file_format, table.game)
    return write_sgf_tree(saved_game(table, table.tree.main_line()), _moves(table.tree), table.game)


def saved_game(table: Table, line: Sequence[TreeNode]) -> SavedGame:
    """A line from the root to its end as a record."""
    return SavedGame.of(
        line[-1].position,
        line[-1].early_end,
        players=(table.seats[0].name.en, table.seats[1].name.en),
        date=date_of(table),
        comment=line[0].comment,
        notes=tuple(_note(each) for each in line[1:]),
    )


def _moves(tree: GameTree) -> MoveTree:
    """All moves, those of the main line first."""
    root = MoveTree()
    waiting = [(tree.root, root)]
    while waiting:
        each, moves = waiting.pop()
        for child in each.children:
            action = child.position.last_action
            assert action is not None
            waiting.append((child, moves.child(action, _note(child))))
    return root


def _note(node: TreeNode) -> MoveNote:
    """Values of notes are in the view of the side that made the move."""
    assert node.parent is not None
    value = None
    if node.win_rate is not None:
        rate = node.win_rate if node.parent.position.to_move == 0 else 1 - node.win_rate
        value = round(2 * rate - 1, 4)
    return MoveNote(value=value, comment=node.comment)
