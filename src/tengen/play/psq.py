"""PSQ: the files of Piskvork, the program of the Gomocup tournaments. One game per file.

Piskvorky 15x15, 11:11, 0      board, levels of the two programs, who begins
8,8,1250                       column, row from the top (both from 1), milliseconds
pbrain-black.exe               names of the two players, which may be missing
pbrain-white.exe
-1                             a tournament code
1,Freestyle                    winner (0: none) and rule; only some programs write it
...                            further lines are a comment

It cannot hold dates, events, reasons or agreed draws: `lost_facts` lists what is lost for a game.
"""

import re
from typing import Any

from tengen.errors import RecordError
from tengen.play.records import (
    MoveNote,
    SavedGame,
    at_line,
    five_in_a_row,
    game_named,
    play_move,
    refuse_setup,
    settle,
)
from tengen.rules.facts import LineRule
from tengen.rules.game import Game
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position

_HEADER = re.compile(r"Piskvorky (\d{1,3})x(\d{1,3}), *-?\d+:-?\d+, *(\d)\s*", re.ASCII)
_MOVE = re.compile(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*(?:,\s*(-?\d{1,12})\s*)?", re.ASCII)
_CODE = re.compile(r"\s*-?\d{1,6}\s*", re.ASCII)
_RESULT = re.compile(r"\s*([0-9])\s*,\s*([A-Za-z]+)\s*", re.ASCII)
_RULES = {"freestyle": LineRule.FREE_STYLE, "standard": LineRule.EXACT}
_LEVELS = "11:11"
_UNNAMED = ("homo-1", "homo-2")
"""What Piskvork writes for players without a name."""


def write_psq(record: SavedGame, game: Game[Any] | None = None) -> str:
    """The game as a PSQ file; raises `RecordError` for a game that is not five in a row."""
    game = game or game_named(record.game)
    if not game.facts.is_five_in_a_row:
        raise RecordError(f"PSQ holds only Gomoku with five in a row; this game is {record.game}")
    refuse_setup(record, "PSQ")
    lines = [f"Piskvorky {game.width}x{game.height}, {_LEVELS}, {record.first}"]
    for number, action in enumerate(record.actions):
        row, column = game.row_and_column(action)
        milliseconds = round(1000 * (record.note(number).seconds or 0))
        lines.append(f"{column + 1},{game.height - row},{milliseconds}")
    lines += [_name_line(record, 0), _name_line(record, 1), "-1", _result_line(record, game)]
    lines.append(record.comment)
    return "\n".join(lines).rstrip("\n") + "\n"


def _name_line(record: SavedGame, seat: int) -> str:
    """The name; the first one follows the moves and must not look like one of them."""
    name = record.players[seat] or _UNNAMED[seat]
    return name.replace(",", " ") if seat == 0 and _MOVE.fullmatch(name) else name


def _result_line(record: SavedGame, game: Game[Any]) -> str:
    winner = None if record.outcome is None else record.outcome.winner
    rule = "Standard" if game.facts.line_rule is LineRule.EXACT else "Freestyle"
    return f"{0 if winner is None else winner + 1},{rule}"


def read_psq(text: str, game: Game[Any] | None = None) -> SavedGame:
    """The game of a PSQ file; `game` overrides its rule. Raises `RecordError`."""
    lines = text.split("\n")
    header = _HEADER.fullmatch(lines[0])
    if header is None or header[3] not in "01":
        raise RecordError(
            "line 1: a PSQ file begins with a line such as 'Piskvorky 15x15, 11:11, 0'; "
            f"got {lines[0][:40]!r}"
        )
    moves = _count_moves(lines)
    tail = _Tail(lines, 1 + moves)
    game = _game_of(header, tail, game)
    position, notes = _read_moves(lines[1 : 1 + moves], game, int(header[3]))
    with at_line(tail.result_line):
        outcome = settle(position, tail.outcome)
    return SavedGame(
        game=game.name,
        actions=position.history,
        first=position.first,
        players=tail.players,
        outcome=outcome,
        comment=tail.comment,
        notes=tuple(notes),
    )


def _count_moves(lines: list[str]) -> int:
    count = 0
    while 1 + count < len(lines) and _MOVE.fullmatch(lines[1 + count]):
        count += 1
    return count


class _Tail:
    """What follows the moves: names, a code, the result, and any text."""

    def __init__(self, lines: list[str], start: int) -> None:
        self.players = ("", "")
        self.outcome: Outcome | None = None
        self.rule = "Freestyle"
        self.result_line = 1
        rest = lines[start:]
        if len(rest) > 2 and _CODE.fullmatch(rest[2]):
            self._take_names(rest[0], rest[1])
            rest, start = rest[3:], start + 3
        elif rest and _CODE.fullmatch(rest[0]):
            rest, start = rest[1:], start + 1
        elif any(line.strip() for line in rest):
            raise RecordError(
                f"line {start + 1}: expected a move such as '8,8,0', or two names and a number; "
                f"got {rest[0][:40]!r}"
            )
        match = _RESULT.fullmatch(rest[0]) if rest else None
        if match and (match[1] in "012" or match[2].lower() in _RULES):
            self._take_result(match, start + 1)
            rest = rest[1:]
        self.comment = "\n".join(rest)

    def _take_names(self, *names: str) -> None:
        pairs = zip(names, _UNNAMED, strict=True)
        black, white = ("" if name.strip() == unnamed else name for name, unnamed in pairs)
        self.players = (black, white)

    def _take_result(self, match: re.Match[str], number: int) -> None:
        self.rule, self.result_line = match[2], number
        if match[1] not in "012":
            raise RecordError(
                f"line {number}: the winner must be 0 (none), 1 or 2; got {match[0].strip()[:40]!r}"
            )
        if match[1] != "0":
            self.outcome = Outcome(int(match[1]) - 1, "as recorded")


def _game_of(header: re.Match[str], tail: _Tail, asked: Game[Any] | None) -> Game[Any]:
    width, height = int(header[1]), int(header[2])
    if asked is not None:
        is_its_board = (width, height) == (asked.width, asked.height)
        if not (is_its_board and asked.facts.is_five_in_a_row):
            raise RecordError(
                f"line 1: a PSQ file of {width}x{height} holds five in a row on that board; "
                f"it cannot be read as {asked.name}"
            )
        return asked
    rule = _RULES.get(tail.rule.lower())
    with at_line(1):
        game = five_in_a_row(width, height, rule or LineRule.FREE_STYLE)
    if rule is None:
        raise RecordError(
            f"line {tail.result_line}: Tengen does not play the rule {tail.rule[:20]}; "
            f"to read it anyway, name a game such as {game.name}"
        )
    return game


def _read_moves(
    lines: list[str], game: Game[Any], first: int
) -> tuple[Position[Any], list[MoveNote]]:
    position, notes = game.initial(first), []
    for number, line in enumerate(lines, start=2):
        match = _MOVE.fullmatch(line)
        assert match is not None
        column, down = int(match[1]) - 1, int(match[2]) - 1
        with at_line(number):
            if not (0 <= column < game.width and 0 <= down < game.height):
                raise RecordError(f"{line.strip()[:40]!r} is not on the board of {game.name}")
            position = play_move(position, (game.height - 1 - down) * game.width + column)
        milliseconds = max(0, int(match[3] or 0))
        notes.append(MoveNote(seconds=milliseconds / 1000 if milliseconds else None))
    return position, notes
