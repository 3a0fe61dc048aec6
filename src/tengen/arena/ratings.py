"""Ratings of many players from the games between them: the Bradley-Terry model."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tengen.arena.elo import ELO_PER_NAT, Z95, Pentanomial
from tengen.errors import ConfigError

PRIOR_GAMES = 1.0
"""Drawn games added to every pairing as a prior: they keep the rating of a player who won or lost
everything finite, and change the others little."""

_Floats = npt.NDArray[np.float64]
_MOST_STEPS = 200
_LARGEST_STEP = 2.0
_PRECISION = 1e-10


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's Elo relative to the mean of all, and half its 95 % interval."""

    player: int
    elo: float
    error: float


def fit_ratings(
    players: int, pairings: Mapping[tuple[int, int], Pentanomial], prior: float = PRIOR_GAMES
) -> list[Rating]:
    """Maximum-likelihood ratings, best first, with mean 0; a draw counts as half a win.

    `pairings[i, j]` are the pairs of games between i and j, counted for i. All players must be
    connected by games. The errors come from the Fisher information, corrected for what the games of
    a pairing are worth (`Pentanomial.effective_games`): a sandwich estimate.
    """
    if not are_linked(players, pairings):
        raise ConfigError("players who are not connected by games cannot be compared")
    points = _points(players, pairings, prior)
    strengths = likeliest_strengths(points)
    games, slopes = points + points.T, _slopes(strengths)
    inverse = _inverse(games * slopes)
    covariance = inverse @ _laplacian(games * slopes * _dispersion(players, pairings)) @ inverse
    errors = Z95 * np.sqrt(covariance.diagonal())
    found = [
        Rating(player, float(ELO_PER_NAT * strengths[player]), float(ELO_PER_NAT * errors[player]))
        for player in range(players)
    ]
    return sorted(found, key=lambda rating: -rating.elo)


def likeliest_strengths(points: _Floats) -> _Floats:
    """Strengths [n] on the natural logistic scale with mean 0, from points [n, n] of i against j.

    Newton's method on the concave log-likelihood, with limited steps far from the maximum.
    """
    games, total = points + points.T, points.sum(axis=1)
    strengths: _Floats = np.zeros(len(points))
    for _ in range(_MOST_STEPS):
        expected = (games * _logistic(strengths)).sum(axis=1)
        step = _inverse(games * _slopes(strengths)) @ (total - expected)
        longest = float(np.abs(step).max())
        strengths += step * min(1.0, _LARGEST_STEP / max(longest, _PRECISION))
        if longest < _PRECISION:
            break
    strengths -= strengths.mean()
    return strengths


def _points(players: int, pairings: Mapping[tuple[int, int], Pentanomial], prior: float) -> _Floats:
    """Points of i against j, including the prior."""
    points = np.zeros((players, players))
    for (one, other), pairs in pairings.items():
        points[one, other] += 2 * pairs.pairs * pairs.score + prior / 2
        points[other, one] += 2 * pairs.pairs * (1 - pairs.score) + prior / 2
    return points


def _dispersion(players: int, pairings: Mapping[tuple[int, int], Pentanomial]) -> _Floats:
    """How much more the points of i against j vary than those of independent games would."""
    dispersion = np.zeros((players, players))
    for (one, other), pairs in pairings.items():
        if pairs.pairs:
            dispersion[one, other] = 2 * pairs.pairs / pairs.effective_games
            dispersion[other, one] = dispersion[one, other]
    return dispersion


def _logistic(strengths: _Floats) -> _Floats:
    """The expected score of i against j."""
    return 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))


def _slopes(strengths: _Floats) -> _Floats:
    expected = _logistic(strengths)
    return expected * (1 - expected)


def _laplacian(weights: _Floats) -> _Floats:
    """The quadratic form of all weighted differences."""
    return np.diag(weights.sum(axis=1)) - weights


def _inverse(weights: _Floats) -> _Floats:
    """The inverse of the Laplacian on vectors that sum to 0, the only ones it is applied to."""
    inverse = np.linalg.inv(_laplacian(weights) + 1 / len(weights))
    return np.asarray(inverse - 1 / len(weights), np.float64)


def are_linked(players: int, pairings: Mapping[tuple[int, int], Pentanomial]) -> bool:
    """Whether all players are connected by games, directly or through others."""
    linked, seen = {0}, 0
    while len(linked) > seen:
        seen = len(linked)
        for pairing, pairs in pairings.items():
            if pairs.pairs and linked.intersection(pairing):
                linked.update(pairing)
    return len(linked) == players
