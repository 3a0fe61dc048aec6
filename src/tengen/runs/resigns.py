"""How often resigning would have been wrong, from games in which resigning is disabled."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from tengen.selfplay import GameRecord


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """Games continued after a side would have resigned."""

    games: int
    wrong: int
    """Games that this side did not lose."""

    @classmethod
    def of(cls, records: Iterable[GameRecord]) -> Self:
        """Counts them, ignoring games in which no side would have resigned."""
        lost = [
            record.winner == 1 - record.would_have_resigned
            for record in records
            if record.would_have_resigned is not None
        ]
        return cls(len(lost), lost.count(False))

    @property
    def share_wrong(self) -> float | None:
        """Share of false resignations; None without such games."""
        return self.wrong / self.games if self.games else None

    def __str__(self) -> str:
        return (
            f"of {self.games} games played on, {self.wrong} ({self.share_wrong or 0.0:.0%}) were "
            "not lost by the side that would have resigned"
        )
