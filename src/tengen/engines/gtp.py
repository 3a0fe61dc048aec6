"""Othello engines that speak GTP as players: a failing engine loses its game, nothing more.

The protocol is that of Go programs, version 2, with the colours and the names of cells that Othello
programs use: the side that begins is black, and a1 is the corner at the top left.
"""

import math
import re
import time
from itertools import cycle
from typing import Any

from tengen.engines.process import EngineProcess, program_name
from tengen.engines.process_player import ProcessPlayer
from tengen.engines.protocol import quoted
from tengen.errors import EngineError, NotationError, UnsupportedError
from tengen.rules.facts import Family
from tengen.rules.game import Game
from tengen.rules.position import Position

_COLOURS = ("black", "white")
# Some engines write a space before the number of the question, or omit the number.
_ANSWER = re.compile(r"(?P<sign>[=?])\s*(?P<number>\d+(?!\S))?\s*(?P<text>.*)")


class GtpPlayer(ProcessPlayer):
    """GTP engines, a process for each game."""

    def __init__(
        self,
        command: str,
        game: Game[Any],
        *,
        seconds_per_move: float = 1.0,
        start_seconds: float = 30.0,
        grace_seconds: float = 1.0,
    ) -> None:
        """`grace_seconds` are added to each move's time before the engine counts as hanging."""
        if game.facts.family != Family.OTHELLO:
            raise UnsupportedError(f"GTP engines play Othello here; got {game.name!r}")
        super().__init__(program_name(command))
        self._command = command
        self._game = game
        self._seconds = (start_seconds, seconds_per_move, grace_seconds)

    def _launch(self) -> "_Session":
        return _Session(
            EngineProcess(self._command, farewell="quit", line_end="\n"), self._game, *self._seconds
        )


class _Session:
    """One game with one process."""

    def __init__(
        self,
        process: EngineProcess,
        game: Game[Any],
        start_seconds: float,
        seconds: float,
        grace: float,
    ) -> None:
        self.process = process
        self._game = game
        self._start_seconds = start_seconds
        self._told_seconds = math.ceil(seconds)
        """GTP knows whole seconds only."""
        self._move_seconds = self._told_seconds + grace
        self._known: Position[Any] | None = None
        self._questions = 0
        """Their numbers keep answers and questions together."""

    def is_before(self, position: Position[Any]) -> bool:
        """Whether the engine knows the position except for the opponent's last move."""
        return self._known is not None and bool(position.history) and position.undo() == self._known

    def start(self) -> None:
        """Waits until the engine has started, then sets the board up."""
        self._ask("clear_board", self._start_seconds)
        for setting in ("set_game Othello", f"time_settings 0 {self._told_seconds} 1"):
            self._ask(setting, self._start_seconds, may_fail=True)
        self._ask(f"boardsize {self._game.width}", self._start_seconds)
        self._ask("clear_board", self._start_seconds)

    def move(self, position: Position[Any]) -> int:
        """Shows the engine the position and checks its answer."""
        known, self._known = self._known, None  # Ctrl-C may interrupt: then it is not asked again
        told = 0 if known is None else len(known.history)
        if known is None and not _begins_as_usual(position):
            raise EngineError("GTP has no command for a board that was set up")
        moves = list(zip(cycle(_COLOURS), position.history_names, strict=False))
        for colour, name in moves[told:]:
            # Some engines pass without being told, and refuse to be told.
            self._ask(f"play {colour} {name}", self._move_seconds, may_fail=name == "pass")
        colour = _COLOURS[len(moves) % 2]
        answer = self._ask(f"genmove {colour}", self._move_seconds)
        action = _legal(answer, position)
        self._known = position.play(action)
        return action

    def _ask(self, command: str, seconds: float, *, may_fail: bool = False) -> str:
        """The first line of the answer; other lines are skipped."""
        self._questions += 1
        self.process.send(f"{self._questions} {command}")
        deadline = time.monotonic() + seconds
        while (line := self.process.read(deadline)) is not None:
            found = _ANSWER.fullmatch(line)
            if found is None or found["number"] not in (None, str(self._questions)):
                continue
            if found["sign"] == "=" or may_fail:
                return found["text"]
            raise EngineError(f"it refused {quoted(command)}: {quoted(found['text'])}")
        raise EngineError(f"no answer within {seconds:g} s; expected one to {quoted(command)}")


def _begins_as_usual(position: Position[Any]) -> bool:
    return position.start == position.game.initial(position.first)


def _legal(answer: str, position: Position[Any]) -> int:
    if answer.lower() == "resign":
        raise EngineError("it resigned")
    try:
        action = position.parse_move(answer.lower())
    except NotationError:
        raise EngineError(f"expected a move such as d3 or pass; got {quoted(answer)}") from None
    if action not in position.legal_actions:
        raise EngineError(f"illegal move: {quoted(answer)}")
    return action
