"""How a game ended."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game; an unfinished one has no outcome (`None`).

    `winner` is a seat (0 or 1), or None for a draw.
    """

    winner: int | None
    reason: str

    def value_for(self, seat: int) -> int:
        """+1, 0 or -1 for `seat`."""
        if self.winner is None:
            return 0
        return 1 if self.winner == seat else -1

    def __str__(self) -> str:
        if self.winner is None:
            return f"draw ({self.reason})"
        return f"seat {self.winner} won ({self.reason})"
