"""The sequential probability ratio test: stops a match as soon as its result is clear."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Self

from tengen.arena.elo import Pentanomial, score_of_elo
from tengen.errors import ConfigError

Verdict = Literal["accepted", "rejected", "undecided"]
_LARGEST_ELO = 2000


@dataclass(frozen=True, slots=True)
class Sprt:
    """Is the first player better by `elo1` (accepted) rather than by `elo0` (rejected)?

    A player that is better by exactly `elo0` is accepted with probability about `alpha`, one that
    is better by `elo1` is rejected with probability about `beta`.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -_LARGEST_ELO <= self.elo0 < self.elo1 <= _LARGEST_ELO:
            raise ConfigError(
                f"an SPRT needs two Elo differences, the smaller first, within {_LARGEST_ELO}; "
                f"got {self.elo0:g},{self.elo1:g}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ConfigError(
                f"alpha and beta must be between 0 and 0.5; got {self.alpha, self.beta}"
            )

    @classmethod
    def parse(cls, text: str) -> Self:
        """The test written as `0,10`; raises `ConfigError`."""
        number = r"\s*([+-]?\d+(?:\.\d+)?)\s*"
        match = re.fullmatch(f"{number},{number}", text)
        if match is None:
            raise ConfigError(f"an SPRT is two Elo differences such as 0,10; got {text!r}")
        return cls(float(match[1]), float(match[2]))

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which `elo1` is rejected."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which `elo1` is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def assess(self, pairs: Pentanomial) -> "SprtState":
        """The state of the test after these pairs."""
        ratio = self.log_likelihood_ratio(pairs)
        verdict: Verdict = "undecided"
        if ratio >= self.upper:
            verdict = "accepted"
        elif ratio <= self.lower:
            verdict = "rejected"
        return SprtState(self, ratio, verdict)

    def log_likelihood_ratio(self, pairs: Pentanomial) -> float:
        """Of `elo1` against `elo0`, for a normal mean with the variance of the pairs.

        This is the generalised SPRT in its normal approximation, N (s1 - s0)(2 s - s0 - s1) / 2v.
        """
        low, high = score_of_elo(self.elo0), score_of_elo(self.elo1)
        excess = 2 * pairs.score - low - high
        return pairs.pairs * (high - low) * excess / (2 * pairs.variance)

    def __str__(self) -> str:
        return f"{self.elo0:g},{self.elo1:g}"


@dataclass(frozen=True, slots=True)
class SprtState:
    """The state of a test."""

    test: Sprt
    log_likelihood_ratio: float
    verdict: Verdict

    def __str__(self) -> str:
        test = self.test
        found = {
            "accepted": f"accepted: better by {test.elo1:g} Elo rather than {test.elo0:g}",
            "rejected": f"rejected: better by {test.elo0:g} Elo or less, not by {test.elo1:g}",
            "undecided": "undecided",
        }[self.verdict]
        return (
            f"SPRT {test}: {found} "
            f"(log-likelihood ratio {self.log_likelihood_ratio:+.2f}, "
            f"bounds {test.lower:+.2f} and {test.upper:+.2f})"
        )


class SprtWatch:
    """Finds the pair that decides a test.

    The pairs are tested one by one in the order of their numbers, whatever order they were
    finished in: the same seed always stops at the same pair.
    """

    def __init__(self, test: Sprt) -> None:
        self._test = test
        self._seen = Pentanomial()

    def look(self, points: Sequence[float]) -> int | None:
        """The number of pairs, counted from the first, that decided it; None while undecided."""
        for pair in points[self._seen.pairs :]:
            self._seen = self._seen.plus(pair)
            if self._test.assess(self._seen).verdict != "undecided":
                return self._seen.pairs
        return None
