"""The sequential test: its bounds, its ratio by hand, and how often it errs."""

import math

import numpy as np
import pytest

from tengen.arena.elo import Pentanomial, score_of_elo
from tengen.arena.sprt import Sprt, SprtWatch
from tengen.errors import ConfigError


def test_the_bounds_are_walds():
    test = Sprt(0, 10)
    assert test.upper == pytest.approx(math.log(19))
    assert test.lower == pytest.approx(-math.log(19))
    uneven = Sprt(0, 10, alpha=0.01, beta=0.2)
    assert (uneven.lower, uneven.upper) == pytest.approx((math.log(0.2 / 0.99), math.log(80)))


def test_the_ratio_by_hand():
    # 99 pairs, a score of 1/2 + 1/66; one pair added, half won and half lost, makes 100.
    pairs = Pentanomial((19, 0, 57 - 1, 0, 24))
    low, high = 0.5, score_of_elo(20)
    score = (28 + 24) / 99
    mean = (0.5 * 56 + 24.5) / 100
    variance = (19.5 * mean**2 + 56 * (0.5 - mean) ** 2 + 24.5 * (1 - mean) ** 2) / 100
    by_hand = 99 * ((score - low) ** 2 - (score - high) ** 2) / (2 * variance)
    assert Sprt(0, 20).log_likelihood_ratio(pairs) == pytest.approx(by_hand)


def test_for_coins_it_is_close_to_the_exact_ratio():
    """Games without draws and with nothing in common: the likelihoods are binomial."""
    wins, games = 10_600, 20_000
    share = wins / games
    pairs = games / 2
    counts = (pairs * (1 - share) ** 2, 0, 2 * pairs * share * (1 - share), 0, pairs * share**2)
    low, high = score_of_elo(10), score_of_elo(20)
    exact = wins * math.log(high / low) + (games - wins) * math.log((1 - high) / (1 - low))
    found = Sprt(10, 20).log_likelihood_ratio(Pentanomial(tuple(round(c) for c in counts)))
    assert found == pytest.approx(exact, rel=0.02)


def test_halfway_between_the_hypotheses_the_ratio_is_nought():
    score = (score_of_elo(0) + score_of_elo(40)) / 2
    won = round(1_000_000 * score)
    pairs = Pentanomial((1_000_000 - won, 0, 0, 0, won))
    assert Sprt(0, 40).log_likelihood_ratio(pairs) == pytest.approx(0, abs=0.05)


def test_without_games_nothing_is_decided():
    state = Sprt(0, 10).assess(Pentanomial())
    assert (state.log_likelihood_ratio, state.verdict) == (0, "undecided")


def test_a_few_equal_pairs_decide_nothing():
    assert Sprt(0, 10).assess(Pentanomial((0, 0, 0, 0, 5))).verdict == "undecided"
    assert Sprt(0, 10).assess(Pentanomial((0, 0, 10, 0, 0))).verdict == "undecided"


def test_verdicts_and_their_words():
    test = Sprt(0, 50)
    accepted = test.assess(Pentanomial((10, 0, 50, 0, 60)))
    rejected = test.assess(Pentanomial((60, 0, 50, 0, 10)))
    assert (accepted.verdict, rejected.verdict) == ("accepted", "rejected")
    assert "accepted: better by 50 Elo rather than 0" in str(accepted)
    assert "bounds -2.94 and +2.94" in str(rejected)


@pytest.mark.parametrize(
    ("truth", "low", "high"), [(0.0, 0.02, 0.08), (60.0, 0.92, 0.98)], ids=["elo0", "elo1"]
)
def test_it_errs_about_as_often_as_it_promises(truth, low, high):
    """A player worth exactly elo0 is accepted in 5 % of matches, one worth elo1 in 95 %."""
    test, share, rng = Sprt(0, 60), score_of_elo(truth), np.random.default_rng(3)
    accepted, matches = 0, 400
    for _ in range(matches):
        watch = SprtWatch(test)
        points = list(rng.binomial(2, share, size=2000))
        decided = watch.look(points)
        assert decided is not None
        accepted += test.assess(Pentanomial.of(points[:decided])).verdict == "accepted"
    assert low < accepted / matches < high


def test_the_deciding_pair_is_the_same_however_the_pairs_come_in():
    points = list(np.random.default_rng(0).binomial(2, 0.6, size=500))
    whole = SprtWatch(Sprt(0, 50)).look(points)
    watch, bit_by_bit = SprtWatch(Sprt(0, 50)), None
    for count in range(0, 500, 7):
        bit_by_bit = bit_by_bit or watch.look(points[:count])
    assert whole == bit_by_bit
    assert whole is not None
    assert SprtWatch(Sprt(0, 50)).look(points[: whole - 1]) is None


@pytest.mark.parametrize("text", ["0,10", " -5 , 5", "+1.5,2"])
def test_tests_are_read(text):
    low, high = (float(part) for part in text.split(","))
    assert Sprt.parse(text) == Sprt(low, high)


@pytest.mark.parametrize("text", ["", "10", "0,10,20", "a,b", "10,0", "5,5", "0,99999", "nan,1"])
def test_what_is_no_test_is_refused(text):
    with pytest.raises(ConfigError, match="two Elo differences"):
        Sprt.parse(text)


def test_error_rates_are_chances_below_a_half():
    with pytest.raises(ConfigError, match="alpha and beta"):
        Sprt(0, 10, alpha=0.5)
