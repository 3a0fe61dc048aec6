"""Starting positions of recorded games other than the usual one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from tengen.errors import NotationError, RecordError, UnsupportedError
from tengen.rules.game import Game
from tengen.rules.outcome import Outcome
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
        """The seat that would have made the first move if both had moved in turn.

        Stones may be set up in any numbers; planes and names need a seat that began all the same.
        """
        usual = game.cells(game.initial().state)
        placed = _count(self.cells) - _count(usual)
        return self.to_move ^ placed % 2

    def position(self, game: Game[Any]) -> Position[Any]:
        """The position; raises `RecordError` if no game can start from it."""
        try:
            position = set_up(game, self.cells, self.to_move, self.first_seat(game))
        except (NotationError, UnsupportedError) as error:
            raise RecordError(f"the set-up stones cannot be used: {error}") from None
        if position.outcome is not None:
            raise RecordError(
                f"the set-up stones are a finished game ({_winner(game, position.outcome)}): "
                "nothing is left to play"
            )
        return position


def _winner(game: Game[Any], outcome: Outcome) -> str:
    seats = game.facts.seat_names
    return "a draw" if outcome.winner is None else f"{seats[outcome.winner]} won"


def _count(cells: Sequence[int | None]) -> int:
    return sum(cell is not None for cell in cells)
