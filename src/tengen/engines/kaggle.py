"""Kaggle ConnectX agents as players, each in its own process (SPEC P6)."""

import json
import shlex
import sys
import time
from pathlib import Path
from typing import Any

from tengen.engines.process import EngineProcess
from tengen.engines.process_player import ProcessPlayer
from tengen.engines.protocol import first_word, quoted
from tengen.errors import EngineError, UnsupportedError
from tengen.rules.facts import Family
from tengen.rules.game import Game
from tengen.rules.position import Position

_HOST = str(Path(__file__).with_name("kaggle_host.py"))
# Python, numpy and the agent's own imports.
_START_SECONDS = 60.0
_GRACE_SECONDS = 1.0


class KagglePlayer(ProcessPlayer):
    """An agent that is given `seconds_per_move` as Kaggle's actTimeout."""

    def __init__(
        self,
        file: Path,
        game: Game[Any],
        *,
        seconds_per_move: float = 2.0,
        grace_seconds: float = _GRACE_SECONDS,
    ) -> None:
        """`grace_seconds` are added to each move's time before the agent counts as too slow."""
        super().__init__(file.name)
        self._file = file
        self._game = game
        self._seconds = (seconds_per_move, grace_seconds)

    def _launch(self) -> "_Session":
        return _Session(_host(self._file), self._game, *self._seconds)


class _Session:
    """One game with one agent, which keeps its state."""

    def __init__(
        self, process: EngineProcess, game: Game[Any], seconds: float, grace: float
    ) -> None:
        self.process = process
        self._game = game
        self._seconds = seconds
        self._grace = grace
        self._known: Position[Any] | None = None

    def is_before(self, position: Position[Any]) -> bool:
        return self._known is not None and bool(position.history) and position.undo() == self._known

    def start(self) -> None:
        _await_ready(self.process)

    def move(self, position: Position[Any]) -> int:
        self.process.send(json.dumps(_question(position, self._seconds)))
        word, answer = _read(self.process, self._seconds + self._grace, "a column")
        if word != "MOVE":
            raise EngineError(f"the agent raised {answer}")
        action = self._legal(answer, position)
        self._known = position.play(action)
        return action

    def _legal(self, answer: str, position: Position[Any]) -> int:
        last = self._game.width - 1
        if not answer.isdecimal() or int(answer) > last:
            raise EngineError(f"expected a column from 0 to {last}; got {quoted(answer)}")
        if int(answer) not in position.legal_actions:
            raise EngineError(f"illegal move: column {answer} is full")
        return int(answer)


def refuse_unplayable_agent(file: Path, game: Game[Any]) -> None:
    """Raises if the game is not Kaggle's or the file is not an agent; starts it to find out."""
    if game.facts.family != Family.CONNECT_FOUR:
        raise UnsupportedError(f"Kaggle's agents play Connect Four; got {game.name!r}")
    if not file.is_file():
        raise EngineError(f"there is no file {str(file)!r} with a Kaggle agent")
    process = _host(file)
    try:
        _await_ready(process)
    except EngineError as error:
        raise EngineError(f"{file}: {error}") from None
    finally:
        process.kill()


def _host(file: Path) -> EngineProcess:
    return EngineProcess(shlex.join([sys.executable, _HOST, str(file)]))


def _await_ready(process: EngineProcess) -> None:
    word, reason = _read(process, _START_SECONDS, "the agent to load")
    if word != "OK":
        raise EngineError(f"the agent cannot be loaded: {reason}")


def _read(process: EngineProcess, seconds: float, expected: str) -> tuple[str, str]:
    line = process.read(time.monotonic() + seconds)
    if line is None:
        raise EngineError(f"no answer within {seconds:g} s; expected {expected}")
    return first_word(line)


def _question(position: Position[Any], seconds: float) -> dict[str, Any]:
    """What Kaggle would pass: rows from the top, 1 for the side that began the game."""
    game = position.game
    cells = game.cells(position.state)
    marks = {None: 0, position.first: 1, 1 - position.first: 2}
    rows = range(0, len(cells), game.width)
    board = [marks[cell] for row in reversed(rows) for cell in cells[row : row + game.width]]
    configuration = {"columns": game.width, "rows": game.height, "actTimeout": seconds}
    return {
        "observation": {
            "board": board,
            "mark": marks[position.to_move],
            "step": sum(cell is not None for cell in cells),
            "remainingOverageTime": 0.0,
        },
        "configuration": configuration | {"inarow": game.facts.line_length},
    }
