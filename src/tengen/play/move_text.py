"""Plain move strings: one game per line, such as `gomoku:15x15/5 h8i9j10` or `connect4 4455`.

A line may omit the game if the caller names it, and must not name another one then.
`first=1` before the moves says that seat 1 begins. `#` at the start of a word begins a remark.
Where a game names its own moves, names are separated by spaces, and a name with a space in it is
quoted. Names of players, dates and results by forfeit are remarks only, and notes are not kept:
`lost_facts` lists what is lost for a game.
"""

import re
from collections.abc import Sequence
from typing import Any

from tengen.errors import RecordError
from tengen.play.records import SavedGame, at_line, game_named, play_move, refuse_setup
from tengen.play.seats import winner_text
from tengen.rules.game import Game
from tengen.rules.notation import half_width
from tengen.rules.own_names import quoted
from tengen.rules.position import Position
from tengen.rules.registry import is_registered

_FIRST = "first="
_BEFORE_REMARK = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s#]|(?<=\S)#|\s)*')


def read_move_text(
    text: str, game: Game[Any] | None = None, default: Game[Any] | None = None
) -> list[SavedGame]:
    """All games of a text; `game`, where given, must be that of every line.

    `default` is that of lines that name none. Raises `RecordError`.
    """
    records = []
    for number, line in enumerate(text.split("\n"), start=1):
        if told := _without_remark(line):
            with at_line(number):
                records.append(SavedGame.of(_read_line(told, game, default)))
    return records


def _without_remark(line: str) -> str:
    """The part before a remark; a quoted name may contain what looks like one."""
    told = _BEFORE_REMARK.match(line)
    return told[0].strip() if told else ""


def _read_line(line: str, asked: Game[Any] | None, default: Game[Any] | None) -> Position[Any]:
    game, moves = _read_game(line, asked, default)
    first = 0
    if moves.startswith(_FIRST):
        text, _, moves = moves.partition(" ")
        first = _read_first(text.removeprefix(_FIRST))
    if not (game.names_actions or game.names_moves):
        moves = moves.partition("#")[0]
    position = game.initial(first)
    for name in game.split_moves(moves):
        position = play_move(position, position.parse_move(name))
    return position


def _read_game(
    line: str, asked: Game[Any] | None, default: Game[Any] | None
) -> tuple[Game[Any], str]:
    """The game of a line, and the rest of the line."""
    usual = asked or default
    if usual is not None:
        for name in (quoted(usual.name), usual.name):
            if line == name or line.startswith(f"{name} "):
                return usual, line.removeprefix(name).strip()
    word, _, moves = half_width(line).replace("\t", " ").partition(" ")
    if is_registered(word):
        game = game_named(word)
        if asked is not None and game.name != asked.name:
            raise RecordError(f"the line is a game of {game.name}, not {asked.name}")
        return asked or game, moves.strip()
    if usual is None:
        raise RecordError(
            f"{word[:20]!r} is not a game; begin the line with one, such as connect4, "
            "or name the game"
        )
    return usual, line


def _read_first(text: str) -> int:
    if text not in ("0", "1"):
        raise RecordError(f"the first seat must be 0 or 1; got {text[:20]!r}")
    return int(text)


def write_move_text(records: Sequence[SavedGame], game: Game[Any] | None = None) -> str:
    """The games, one per line, each below a remark with players and result."""
    return "".join(_write_record(record, game or game_named(record.game)) for record in records)


def _write_record(record: SavedGame, game: Game[Any]) -> str:
    refuse_setup(record, "a move string")
    first = f"{_FIRST}{record.first}" if record.first else ""
    words = (quoted(record.game), first, record.position(game).moves_text)
    return _remark(record) + " ".join(word for word in words if word) + "\n"


def _remark(record: SavedGame) -> str:
    told = []
    if any(record.players):
        told.append(" - ".join(name or "?" for name in record.players))
    told += [text for text in (record.event, record.round, record.date) if text]
    if record.outcome is not None:
        told.append(f"{winner_text(record.outcome)} ({record.outcome.reason})")
    return f"# {', '.join(told)}\n" if told else ""
