"""The result of a match, from its first player's point of view."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from tengen.arena.elo import EloInterval, Pentanomial
from tengen.play import MatchGame


@dataclass(frozen=True, slots=True)
class WinsDrawsLosses:
    """Games counted by their result."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, games: Sequence[MatchGame]) -> Self:
        """Counts the results of the match's first player."""
        scores = [game.score_of(0) for game in games]
        return cls(scores.count(1.0), scores.count(0.5), scores.count(0.0))

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win counts one point, a draw half a point."""
        return self.wins + self.draws / 2

    def __str__(self) -> str:
        return f"{self.wins} won, {self.draws} drawn, {self.losses} lost"


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of whole pairs of games."""

    total: WinsDrawsLosses
    moving_first: WinsDrawsLosses
    """Games in which the first player of the match moved first."""
    moving_second: WinsDrawsLosses
    pairs: Pentanomial

    @classmethod
    def of(cls, games: Sequence[MatchGame]) -> Self:
        """Adds up games in the order they were numbered: 2i and 2i + 1 are a pair."""
        first = [game for game in games if _begins(game)]
        second = [game for game in games if not _begins(game)]
        return cls(
            total=WinsDrawsLosses.of(games),
            moving_first=WinsDrawsLosses.of(first),
            moving_second=WinsDrawsLosses.of(second),
            pairs=Pentanomial.of(pair_points(games)),
        )

    def __str__(self) -> str:
        total = self.total
        return f"{total.points:g} of {total.games} ({self.score:.1%}): {total}"

    @property
    def score(self) -> float:
        """Share of the points; 0.5 without any game."""
        return self.pairs.score

    @property
    def elo(self) -> EloInterval:
        """The Elo difference of the first player over the second."""
        return EloInterval.of(self.pairs)


def pair_points(games: Sequence[MatchGame]) -> list[float]:
    """The first player's points (0 to 2) from each pair of games."""
    scores = [game.score_of(0) for game in games]
    return [one + other for one, other in zip(scores[::2], scores[1::2], strict=True)]


def _begins(game: MatchGame) -> bool:
    """Whether the match's first player has the first move of the game."""
    return game.seats[game.position.first] == 0
