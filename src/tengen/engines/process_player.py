"""Players that are programs: a failing program loses its game, nothing more."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Protocol

from tengen.engines.process import EngineProcess
from tengen.errors import EngineError
from tengen.play.player import Forfeit
from tengen.rules.position import Position


class GameProcess(Protocol):
    """One game with one process."""

    process: EngineProcess

    def is_before(self, position: Position[Any]) -> bool:
        """Whether the process knows the position except for the opponent's last move."""

    def start(self) -> None:
        """Waits until the process is ready; raises `EngineError`."""

    def move(self, position: Position[Any]) -> int:
        """Its move, which is legal; raises `EngineError`."""


class ProcessPlayer(ABC):
    """Plays each game in its own process, started at the game's first move."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._sessions: dict[int, GameProcess] = {}
        self._is_stopped = False

    @abstractmethod
    def _launch(self) -> GameProcess:
        """Starts a process, and does not wait for it."""

    def choose(self, positions: Mapping[int, Position[Any]]) -> dict[int, int | Forfeit]:
        """One process after the other answers; a broken one forfeits its game."""
        return {number: self._choose(number, position) for number, position in positions.items()}

    def last_lines(self, number: int) -> list[str]:
        """The last output of a game's process, for error reports."""
        session = self._sessions.get(number)
        return [] if session is None else list(session.process.last_lines)

    def stop(self) -> None:
        """Kills all processes, now and later, which forfeits their games; from another thread."""
        self._is_stopped = True
        for session in list(self._sessions.values()):
            session.process.kill()

    def close(self) -> None:
        """Ends all processes."""
        for session in self._sessions.values():
            session.process.close()

    def _choose(self, number: int, position: Position[Any]) -> int | Forfeit:
        try:
            return self._session_for(number, position).move(position)
        except EngineError as error:
            if number in self._sessions:
                self._sessions[number].process.kill()
            return Forfeit(f"{self.name}: {error}")

    def _session_for(self, number: int, position: Position[Any]) -> GameProcess:
        session = self._sessions.get(number)
        if session is not None and session.is_before(position):
            return session
        if session is not None:
            session.process.close()
        session = self._sessions[number] = self._launch()
        if self._is_stopped:  # `stop` may have run before this process was registered
            session.process.kill()
        session.start()
        return session
