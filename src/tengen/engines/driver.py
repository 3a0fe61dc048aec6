"""Gomocup engines as players (SPEC P5): a failing engine loses its game, nothing more."""

import re
import tempfile
import time
from typing import Any

from tengen.engines.info import EXACT_FIVE
from tengen.engines.process import EngineProcess, program_name
from tengen.engines.process_player import ProcessPlayer
from tengen.engines.protocol import SUGGEST, action_at, cell_text, quoted
from tengen.engines.stones import OTHER, OWN
from tengen.errors import EngineError, ProtocolError, UnsupportedError
from tengen.rules.facts import LineRule
from tengen.rules.game import Game
from tengen.rules.position import Position

_MOVE = re.compile(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*")
_SUGGESTION = re.compile(rf"\s*{SUGGEST}\s+(\d{{1,4}}\s*,\s*\d{{1,4}})\s*", re.IGNORECASE)
_NO_MATCH_LIMIT = 2**31 - 1
# What Gomocup gives its engines, in bytes.
_USUAL_MEMORY = 350 * 2**20
# Engine against engine: they may show less than to a human.
_ENGINE_GAME = 1


class EnginePlayer(ProcessPlayer):
    """Gomocup engines, a process for each game."""

    def __init__(
        self,
        command: str,
        game: Game[Any],
        *,
        seconds_per_move: float = 1.0,
        start_seconds: float = 30.0,
        grace_seconds: float = 1.0,
        max_memory: int = _USUAL_MEMORY,
    ) -> None:
        """`grace_seconds` are added to each move's time before the engine counts as hanging."""
        super().__init__(program_name(command))
        self._command = command
        self._game = game
        self._start_seconds = start_seconds
        self._move_seconds = seconds_per_move + grace_seconds
        self._settings = _settings(game, seconds_per_move, max_memory)

    def _launch(self) -> "_Session":
        process = EngineProcess(self._command)
        seconds = (self._start_seconds, self._move_seconds)
        return _Session(process, self._game, self._settings, *seconds)


class _Session:
    """One game with one process."""

    def __init__(
        self,
        process: EngineProcess,
        game: Game[Any],
        settings: tuple[str, ...],
        start_seconds: float,
        move_seconds: float,
    ) -> None:
        self.process = process
        self._game = game
        self._settings = settings
        self._start_seconds = start_seconds
        self._move_seconds = move_seconds
        self._known: Position[Any] | None = None
        self._idle_answers = 0

    def is_before(self, position: Position[Any]) -> bool:
        """Whether the engine knows the position except for the opponent's last move."""
        if self._known is None or not position.history:
            return False
        return position.undo() == self._known

    def start(self) -> None:
        """Waits for OK however slowly the engine starts, then tells it the settings."""
        seconds = self._start_seconds
        width, height = self._game.width, self._game.height
        square = width == height
        self.process.send(f"START {width}" if square else f"RECTSTART {width},{height}")
        line = self._next_line(time.monotonic() + seconds, seconds, "OK to START")
        if line.upper().split()[0] != "OK":
            raise EngineError(f"expected OK to START; got {quoted(line)}")
        self.process.send(*self._settings)
        # An engine that does not know a setting may say so; that is not an answer to a move.
        self._idle_answers = len(self._settings)

    def move(self, position: Position[Any]) -> int:
        """Shows the engine the position and checks its answer."""
        self._ask(position)
        seconds = self._move_seconds
        deadline = time.monotonic() + seconds
        line = self._next_line(deadline, seconds, "a move")
        while suggested := _SUGGESTION.fullmatch(line):
            # As Piskvork does: every suggestion is accepted, and the engine then plays it.
            self.process.send(f"PLAY {suggested[1]}")
            line = self._next_line(deadline, seconds, "a move")
        action = self._read_move(line, position)
        self._known = position.play(action)
        return action

    def _ask(self, position: Position[Any]) -> None:
        time_left = f"INFO time_left {_NO_MATCH_LIMIT}"
        self._idle_answers += 1
        cells = self._game.cells(position.state)
        if self._known is not None:
            assert position.last_action is not None
            question = [f"TURN {cell_text(self._game, position.last_action)}"]
        elif all(cell is None for cell in cells):
            question = ["BEGIN"]
        else:
            question = ["BOARD", *_board_lines(position), "DONE"]
        # Ctrl-C may interrupt the question: then this session is never asked again.
        self._known = None
        self.process.send(time_left, *question)

    def _next_line(self, deadline: float, seconds: float, expected: str) -> str:
        """The next line that answers a question; messages are skipped."""
        while True:
            line = self.process.read(deadline)
            if line is None:
                raise EngineError(f"no answer within {seconds:g} s; expected {expected}")
            word = line.upper().split()[0]
            if word in ("MESSAGE", "DEBUG"):
                continue
            if word == "UNKNOWN" and self._idle_answers > 0:
                self._idle_answers -= 1
                continue
            if word in ("ERROR", "UNKNOWN"):
                raise EngineError(f"expected {expected}; got {quoted(line)}")
            return line

    def _read_move(self, line: str, position: Position[Any]) -> int:
        numbers = _MOVE.fullmatch(line)
        if numbers is None:
            raise EngineError(f"expected a move x,y; got {quoted(line)}")
        try:
            action = action_at(self._game, int(numbers[1]), int(numbers[2]))
        except ProtocolError as error:
            raise EngineError(f"illegal move: {error}") from None
        if action not in position.legal_actions:
            raise EngineError(f"illegal move: {quoted(line)} is not empty")
        return action


def _board_lines(position: Position[Any]) -> list[str]:
    """All stones: those of an opening without history first, then the moves in their order."""
    game = position.game
    cells = game.cells(position.state)
    moves = position.history
    stones = {action: seat for action, seat in enumerate(cells) if seat is not None}
    order = [*(action for action in stones if action not in moves), *moves]
    owners = {position.to_move: OWN, 1 - position.to_move: OTHER}
    return [f"{cell_text(game, action)},{owners[stones[action]]}" for action in order]


def _settings(game: Game[Any], seconds_per_move: float, max_memory: int) -> tuple[str, ...]:
    if not game.facts.is_five_in_a_row:
        raise UnsupportedError(
            f"Gomocup engines play gomoku:WxH/5 and gomoku:WxH/5:standard; got {game.name!r}"
        )
    return (
        f"INFO timeout_turn {round(seconds_per_move * 1000)}",
        "INFO timeout_match 0",
        f"INFO max_memory {max_memory}",
        f"INFO game_type {_ENGINE_GAME}",
        f"INFO rule {EXACT_FIVE if game.facts.line_rule is LineRule.EXACT else 0}",
        f"INFO folder {tempfile.gettempdir()}",
    )
