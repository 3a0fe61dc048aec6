"""Plain move strings: one game a line, such as `gomoku:15x15/5 h8i9j10` or `connect4 4455`.

A line may leave out the game when the reader is told it, and must not name another one then.
`first=1` before the moves says that seat 1 begins. `#` starts a remark. Names, dates and results
by forfeit are remarks only, and notes are not kept: `lost_facts` tells what that means for a game.
"""

from collections.abc import Sequence
from typing import Any

from tengen.errors import RecordError
from tengen.play.records import SavedGame, at_line, game_named, play_move, refuse_setup
from tengen.play.seats import winner_text
from tengen.rules.game import Game
from tengen.rules.notation import half_width
from tengen.rules.position import Position
from tengen.rules.registry import is_registered

_FIRST = "first="


def read_move_text(text: str, game: Game[Any] | None = None) -> list[SavedGame]:
    """All games of a text; `game`, where given, must be that of every line.

    Raises `RecordError`.
    """
    records = []
    for number, line in enumerate(text.split("\n"), start=1):
        if words := half_width(line).partition("#")[0].split():
            with at_line(number):
                records.append(SavedGame.of(_read_line(words, game)))
    return records


def _read_line(words: list[str], game: Game[Any] | None) -> Position[Any]:
    game, words = _read_game(words, game)
    first = 0
    if words and words[0].startswith(_FIRST):
        first = _read_first(words.pop(0).removeprefix(_FIRST))
    position = game.initial(first)
    for name in game.split_moves(" ".join(words)):
        position = play_move(position, game.parse_action(name))
    return position


def _read_game(words: list[str], asked: Game[Any] | None) -> tuple[Game[Any], list[str]]:
    """The game of a line, and the words after its name."""
    if asked is not None and words[0] == asked.name:
        return asked, words[1:]
    if is_registered(words[0]):
        game = game_named(words[0])
        if asked is not None and game.name != asked.name:
            raise RecordError(f"the line is of {game.name}, not of {asked.name}")
        return asked or game, words[1:]
    if asked is None:
        raise RecordError(
            f"{words[0][:20]!r} names no game; begin the line with one, such as connect4, "
            "or say which game it is"
        )
    return asked, words


def _read_first(text: str) -> int:
    if text not in ("0", "1"):
        raise RecordError(f"the first seat is 0 or 1; got {text[:20]!r}")
    return int(text)


def write_move_text(records: Sequence[SavedGame], game: Game[Any] | None = None) -> str:
    """The games, one a line, each below a remark that says who played and how it ended."""
    return "".join(_write_record(record, game or game_named(record.game)) for record in records)


def _write_record(record: SavedGame, game: Game[Any]) -> str:
    refuse_setup(record, "a text of moves")
    first = f"{_FIRST}{record.first}" if record.first else ""
    words = (record.game, first, game.moves_text(record.actions))
    return _remark(record) + " ".join(word for word in words if word) + "\n"


def _remark(record: SavedGame) -> str:
    told = []
    if any(record.players):
        told.append(" - ".join(name or "?" for name in record.players))
    told += [text for text in (record.event, record.round, record.date) if text]
    if record.outcome is not None:
        told.append(f"{winner_text(record.outcome)} ({record.outcome.reason})")
    return f"# {', '.join(told)}\n" if told else ""
