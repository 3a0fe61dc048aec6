"""Points into Elo, with the uncertainty that pairs of games leave.

Two games from one opening with the seats changed are not independent: an opening that is good for
one seat gives a point to each side. So the unit of chance is the pair, and what counts is how the
pairs are spread over 0, 1/2, 1, 3/2 and 2 points (the pentanomial).
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

Z95 = 1.959964
"""Half the width of a 95 % interval, in standard errors."""
ELO_PER_NAT = 400 / math.log(10)
"""One unit of the logistic scale in Elo."""
_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Pentanomial:
    """How many pairs gave a player 0, 1/2, 1, 3/2 and 2 points."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, points: Iterable[float]) -> Self:
        """Counts the pairs by the points (0 to 2) that each gave."""
        counts = Counter(round(2 * pair) for pair in points)
        return cls((counts[0], counts[1], counts[2], counts[3], counts[4]))

    def plus(self, points: float) -> Self:
        """One pair more."""
        counts = list(self.counts)
        counts[round(2 * points)] += 1
        return type(self)((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def pairs(self) -> int:
        """Pairs counted."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """Share of the points; a half without any pair."""
        total = sum(count * share for count, share in zip(self.counts, _SHARES, strict=True))
        return total / self.pairs if self.pairs else 0.5

    @property
    def variance(self) -> float:
        """Variance of one pair's share of the points, never 0.

        One pair is added, half won and half lost: a few pairs that all ended alike do not prove
        that every pair would.
        """
        return self._with_doubt()[1]

    @property
    def effective_games(self) -> float:
        """So many independent games without draws would tell the score as well.

        Twice the pairs when the games of a pair are independent and there are no draws.
        """
        score, variance = self._with_doubt()
        return self.pairs * score * (1 - score) / variance

    def _with_doubt(self) -> tuple[float, float]:
        """Score and variance, one pair added that is half won and half lost."""
        zero, one, two, three, four = self.counts
        weights = (zero + 0.5, one, two, three, four + 0.5)
        total = sum(weights)
        spread = list(zip(weights, _SHARES, strict=True))
        score = sum(weight * share for weight, share in spread) / total
        return score, sum(weight * (share - score) ** 2 for weight, share in spread) / total


@dataclass(frozen=True, slots=True)
class EloInterval:
    """A difference in Elo and its 95 % interval; None where it has no bound.

    Who won (or lost) everything is better (or worse) by nobody knows how much.
    """

    difference: float | None
    low: float | None
    high: float | None

    @classmethod
    def of(cls, pairs: Pentanomial) -> Self:
        """Wilson's interval of the score, on the Elo scale.

        The variance is that of the pairs. With many pairs this is the usual normal approximation;
        with few, or with scores near 0 and 1, it keeps its level and never leaves the scale.
        """
        low, high = score_interval(pairs)
        return cls(*(elo_of_score(score) for score in (pairs.score, low, high)))

    @property
    def _tells_nothing(self) -> bool:
        """All won, but so few that the loser may still be the better one; or all lost."""
        all_won = self.high is None and self.low is not None and self.low <= 0
        return all_won or (self.low is None and self.high is not None and self.high >= 0)

    def __str__(self) -> str:
        if self.low is None and self.high is None:
            return "no difference known yet"
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
    """The Elo difference that lets one expect this score; there is none for 0 and 1."""
    if not 0 < score < 1:
        return None
    return ELO_PER_NAT * math.log(score / (1 - score))


def score_of_elo(difference: float) -> float:
    """The score to expect from a difference in Elo."""
    return 1 / (1 + math.exp(-difference / ELO_PER_NAT))
