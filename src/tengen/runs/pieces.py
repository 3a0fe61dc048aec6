"""Pieces of a job, games that wait for a worker, and the errands that are cut from them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tengen.runs.errands import Errand, PlayErrand


@dataclass(slots=True)
class Piece:
    """Games of one kind that nobody plays yet."""

    whole: Errand
    """What to do; its number and its games are replaced in each errand."""
    numbers: Sequence[int]
    start: int = 0
    """Index of the first number that has not been given out."""
    deaths: int = 0
    """How many workers were lost with these games."""
    failures: int = 0
    """How many workers answered, but not with these games."""
    early_deaths: int = 0
    """How many workers were lost as soon as they got them."""

    @classmethod
    def of(cls, errand: Errand) -> "Piece":
        """All games of an errand."""
        if isinstance(errand, PlayErrand):
            return cls(errand, tuple(errand.games.numbers))
        return cls(errand, errand.games)

    @property
    def size(self) -> int:
        """Number of games left."""
        return len(self.numbers) - self.start

    def cut(self, size: int, number: int) -> tuple[Errand, int]:
        """An errand with so many games, or all there are, and their number.

        In a match seats alternate: it is divided after an even number of games.
        """
        whole = self.whole
        if not isinstance(whole, PlayErrand):
            size += size % 2
        some = self.numbers[self.start : self.start + size]
        self.start += len(some)
        if isinstance(whole, PlayErrand):
            games = replace(whole.games, numbers=some)
            return replace(whole, number=number, games=games), len(some)
        assert isinstance(some, range)
        return replace(whole, number=number, games=some), len(some)
