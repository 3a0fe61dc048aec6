"""Starting positions of recorded games other than the usual one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from tengen.errors import NotationError, RecordError, UnsupportedError
from tengen.play.seats import SEAT_NAMES, winner_text
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.rules.setups import set_up


@dataclass(frozen=True, slots=True)
class Setup:
    """The stones on the board before the first recorded move, and the seat that makes it."""

    cells: tuple[int | None, ...]
    to_move: int

    @classmethod
    def of(cls, position: Position[Any]) -> Self | None:
        """The starting position of the game that led to `position`; None if the usual one."""
        start, game = position.start, position.game
        if start == game.initial(start.first):
            return None
        return cls(tuple(game.cells(start.state)), start.to_move)

    def first_seat(self, game: Game[Any]) -> int:
        """The seat that made the first move, if both moved in turn."""
        usual = game.cells(game.initial().state)
        placed = _count(self.cells) - _count(usual)
        return self.to_move ^ placed % 2

    def position(self, game: Game[Any]) -> Position[Any]:
        """The position; raises `RecordError` if no game can start from it."""
        self._refuse_uneven(game)
        try:
            position = set_up(game, self.cells, self.to_move, self.first_seat(game))
        except (NotationError, UnsupportedError) as error:
            raise RecordError(f"the set-up stones cannot be used: {error}") from None
        if position.outcome is not None:
            raise RecordError(
                f"the set-up stones are a finished game of {game.name} "
                f"({winner_text(position.outcome)}): nothing is left to play"
            )
        return position

    def _refuse_uneven(self, game: Game[Any]) -> None:
        """Where stones are never removed, their numbers show whether both sides moved in turn."""
        if game.facts.line_length is None:
            return
        counts = Counter(self.cells)
        ahead = counts[1 - self.to_move] - counts[self.to_move]
        if ahead not in (0, 1):
            raise RecordError(
                f"with {counts[0]} black and {counts[1]} white stones set up it cannot be "
                f"{SEAT_NAMES[self.to_move]}'s turn: both sides move in turn"
            )


def _count(cells: Sequence[int | None]) -> int:
    return sum(cell is not None for cell in cells)
