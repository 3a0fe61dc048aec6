"""Elo differences and their uncertainty from pairs of games.

Two games from one opening with the seats swapped are not independent: an opening that favours one
seat gives each side a point. So the independent sample is the pair, and what counts is the
distribution of pairs over 0, 1/2, 1, 3/2 and 2 points (the pentanomial).
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

Z95 = 1.959964
"""Half the width of a 95 % interval, in standard errors."""
ELO_PER_NAT = 400 / math.log(10)
"""Elo per unit of the natural logistic scale."""
_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Pentanomial:
    """Number of pairs that gave a player 0, 1/2, 1, 3/2 and 2 points."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, points: Iterable[float]) -> Self:
        """Counts pairs by the points (0 to 2) of each."""
        counts = Counter(round(2 * pair) for pair in points)
        return cls((counts[0], counts[1], counts[2], counts[3], counts[4]))

    def plus(self, points: float) -> Self:
        """Adds a pair."""
        counts = list(self.counts)
        counts[round(2 * points)] += 1
        return type(self)((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def pairs(self) -> int:
        """Number of pairs."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """Share of the points; 0.5 without any pair."""
        total = sum(count * share for count, share in zip(self.counts, _SHARES, strict=True))
        return total / self.pairs if self.pairs else 0.5

    @property
    def variance(self) -> float:
        """Variance of one pair's share of the points, never 0.

        A prior of one pair, half won and half lost, is added: a few pairs with equal results do
        not prove that every pair would end the same.
        """
        return self._with_doubt()[1]

    @property
    def effective_games(self) -> float:
        """Number of independent games without draws that would give the same precision.

        Twice the number of pairs if the games of a pair are independent and never drawn.
        """
        score, variance = self._with_doubt()
        return self.pairs * score * (1 - score) / variance

    def _with_doubt(self) -> tuple[float, float]:
        """Score and variance with the prior pair added."""
        zero, one, two, three, four = self.counts
        weights = (zero + 0.5, one, two, three, four + 0.5)
        total = sum(weights)
        spread = list(zip(weights, _SHARES, strict=True))
        score = sum(weight * share for weight, share in spread) / total
        return score, sum(weight * (share - score) ** 2 for weight, share in spread) / total


@dataclass(frozen=True, slots=True)
class EloInterval:
    """An Elo difference and its 95 % interval; None where there is no bound.

    If every game was won (or lost), there is no upper (or lower) bound.
    """

    difference: float | None
    low: float | None
    high: float | None

    @classmethod
    def of(cls, pairs: Pentanomial) -> Self:
        """Wilson's interval of the score, on the Elo scale.

        The variance is that of the pairs. With many pairs this is the normal approximation;
        with few, or with scores near 0 or 1, it keeps its coverage and stays within the scale.
        """
        low, high = score_interval(pairs)
        return cls(*(elo_of_score(score) for score in (pairs.score, low, high)))

    @property
    def _tells_nothing(self) -> bool:
        """Whether all games were won, or all lost, but too few to exclude the opposite."""
        all_won = self.high is None and self.low is not None and self.low <= 0
        return all_won or (self.low is None and self.high is not None and self.high >= 0)

    def __str__(self) -> str:
        if self.low is None and self.high is None:
            return "Elo difference not known yet"
        if self._tells_nothing:
            return "too few games to tell"
        if self.low is None:
            return f"Elo difference {self.high:+.0f} or less (95% interval)"
        if self.high is None:
            return f"Elo difference {self.low:+.0f} or more (95% interval)"
        bounds = f"{self.low:+.0f} to {self.high:+.0f}"
        return f"Elo difference {self.difference:+.0f} (95% interval {bounds})"


def score_interval(pairs: Pentanomial) -> tuple[float, float]:
    """The 95 % interval of the share of points."""
    if pairs.pairs == 0:
        return 0.0, 1.0
    score, weight = pairs.score, Z95**2 / pairs.effective_games
    middle = (score + weight / 2) / (1 + weight)
    inner = weight * (score * (1 - score) + weight / 4)
    half = math.sqrt(inner) / (1 + weight)
    return (
        0.0 if score == 0 else middle - half,
        1.0 if score == 1 else middle + half,
    )


def elo_of_score(score: float) -> float | None:
    """The Elo difference for an expected score; undefined for 0 and 1."""
    if not 0 < score < 1:
        return None
    return ELO_PER_NAT * math.log(score / (1 - score))


def score_of_elo(difference: float) -> float:
    """The expected score for an Elo difference."""
    return 1 / (1 + math.exp(-difference / ELO_PER_NAT))
