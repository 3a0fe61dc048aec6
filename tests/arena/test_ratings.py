"""Ratings: against closed forms, an independent fit, and simulated round robins."""

import itertools
import math

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.arena.elo import ELO_PER_NAT, Pentanomial, elo_of_score, score_of_elo
from tengen.arena.ratings import PRIOR_GAMES, are_linked, fit_ratings, likeliest_strengths
from tengen.errors import ConfigError

ROUND_ROBIN = {
    (0, 1): Pentanomial((3, 1, 8, 2, 6)),
    (0, 2): Pentanomial((1, 0, 4, 2, 13)),
    (0, 3): Pentanomial((0, 0, 1, 0, 19)),
    (1, 2): Pentanomial((4, 1, 9, 1, 5)),
    (1, 3): Pentanomial((1, 1, 3, 2, 13)),
    (2, 3): Pentanomial((2, 0, 6, 3, 9)),
}


def elo_by_player(ratings):
    return [rating.elo for rating in sorted(ratings, key=lambda rating: rating.player)]


def points_of(pairings, players, prior=0.0):
    points = np.zeros((players, players))
    for (one, other), pairs in pairings.items():
        games = 2 * pairs.pairs
        points[one, other] = games * pairs.score + prior / 2
        points[other, one] = games - games * pairs.score + prior / 2
    return points


@pytest.mark.parametrize("prior", [0.0, PRIOR_GAMES])
def test_the_fit_is_that_of_choix(prior):
    points = points_of(ROUND_ROBIN, 4, prior)
    theirs = ELO_PER_NAT * choix.ilsr_pairwise_dense(points)
    found = elo_by_player(fit_ratings(4, ROUND_ROBIN, prior))
    assert found == pytest.approx(list(theirs - theirs.mean()), abs=0.01)


@given(st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_the_fit_is_that_of_choix_on_any_results(seed):
    rng = np.random.default_rng(seed)
    points = rng.integers(1, 30, size=(5, 5)).astype(float)
    np.fill_diagonal(points, 0)
    theirs = choix.ilsr_pairwise_dense(points, max_iter=1000)
    assert likeliest_strengths(points) == pytest.approx(theirs - theirs.mean(), abs=1e-5)


def test_two_players_differ_as_their_score_says():
    pairs = Pentanomial((2, 0, 10, 0, 8))
    best, worst = fit_ratings(2, {(0, 1): pairs}, prior=0)
    assert best.elo - worst.elo == pytest.approx(elo_of_score(pairs.score))
    assert best.elo + worst.elo == pytest.approx(0)


def test_the_error_of_two_players_is_that_of_their_score():
    """By hand: dElo/dscore is 400 / ln 10 / (s (1 - s)); each player carries half of it."""
    pairs = Pentanomial((20, 0, 100, 0, 80))
    rating = fit_ratings(2, {(0, 1): pairs}, prior=0)[0]
    slope = ELO_PER_NAT / (pairs.score * (1 - pairs.score))
    by_hand = 1.959964 * slope * math.sqrt(pairs.variance / pairs.pairs) / 2
    assert rating.error == pytest.approx(by_hand, rel=0.005)


def test_who_won_everything_has_a_finite_rating():
    pairings = {
        (0, 1): Pentanomial((0, 0, 0, 0, 10)),
        (0, 2): Pentanomial((0, 0, 0, 0, 10)),
        (1, 2): Pentanomial((0, 0, 0, 0, 10)),
    }
    ratings = fit_ratings(3, pairings)
    assert [rating.player for rating in ratings] == [0, 1, 2]
    assert 300 < ratings[0].elo < 1500
    assert all(math.isfinite(rating.error) and rating.error > 50 for rating in ratings)


def test_strengths_are_found_again_and_the_errors_are_honest():
    truth = np.array([150.0, 40.0, -20.0, -170.0])
    rng, covered, fits = np.random.default_rng(5), 0, 60
    for _ in range(fits):
        pairings = {
            (one, other): Pentanomial.of(
                rng.binomial(2, score_of_elo(truth[one] - truth[other]), size=40)
            )
            for one, other in itertools.combinations(range(4), 2)
        }
        ratings = fit_ratings(4, pairings)
        covered += sum(abs(rating.elo - truth[rating.player]) < rating.error for rating in ratings)
    assert 0.90 < covered / (4 * fits) < 0.99


def test_the_mean_is_nought_and_the_best_is_first():
    ratings = fit_ratings(4, ROUND_ROBIN)
    assert sum(rating.elo for rating in ratings) == pytest.approx(0)
    assert [rating.elo for rating in ratings] == sorted(elo_by_player(ratings), reverse=True)


def test_players_whom_no_games_link_cannot_be_compared():
    apart = {(0, 1): Pentanomial((1, 0, 0, 0, 1)), (2, 3): Pentanomial((1, 0, 0, 0, 1))}
    assert not are_linked(4, apart)
    assert are_linked(4, {**apart, (3, 1): Pentanomial((0, 0, 1, 0, 0))})
    assert not are_linked(4, {**apart, (3, 1): Pentanomial()})
    with pytest.raises(ConfigError, match="not connected by games"):
        fit_ratings(4, apart)
