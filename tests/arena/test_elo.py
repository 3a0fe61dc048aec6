"""Points become Elo as the closed forms say, and the interval covers what it should."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.arena.elo import EloInterval, Pentanomial, elo_of_score, score_interval, score_of_elo

Z = 1.959964
COUNTS = st.tuples(*[st.integers(0, 200)] * 5)


def wilson(share, count):
    """Wilson's interval as the textbook has it."""
    centre = share + Z**2 / (2 * count)
    half = Z * math.sqrt(share * (1 - share) / count + Z**2 / (4 * count**2))
    return (centre - half) / (1 + Z**2 / count), (centre + half) / (1 + Z**2 / count)


def test_known_scores_are_known_elo():
    assert elo_of_score(0.5) == 0
    assert elo_of_score(10 / 11) == pytest.approx(400)
    assert elo_of_score(1 / 101) == pytest.approx(-800)
    assert elo_of_score(0.64) == pytest.approx(99.95, abs=0.01)
    assert score_of_elo(400) == pytest.approx(10 / 11)


@given(st.floats(-1500, 1500))
def test_elo_and_score_are_each_others_opposite(elo):
    assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo, abs=1e-6)


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_no_elo_lets_one_expect_every_point(score):
    assert elo_of_score(score) is None


def test_pairs_are_counted_by_their_points():
    pairs = Pentanomial.of([0, 2, 1.5, 1, 1, 0.5, 2, 2])
    assert pairs.counts == (1, 1, 2, 1, 3)
    assert pairs.score == pytest.approx((0 + 0.5 + 2 + 1.5 + 6) / 16)
    assert pairs.plus(1.5).counts == (1, 1, 2, 2, 3)


def test_the_variance_is_that_of_the_pairs_and_one_more_that_is_half_won_half_lost():
    # Worked by hand: shares 0, 0.5, 1 with weights 2.5, 4, 3.5 of 10: mean 0.55.
    pairs = Pentanomial((2, 0, 4, 0, 3))
    by_hand = (2.5 * 0.55**2 + 4 * 0.05**2 + 3.5 * 0.45**2) / 10
    assert pairs.variance == pytest.approx(by_hand)


@pytest.mark.parametrize(("lost", "won"), [(0, 10), (3, 7), (1, 400), (50, 50)])
def test_pairs_that_are_won_or_lost_whole_give_wilsons_interval_of_pairs(lost, won):
    pairs = Pentanomial((lost, 0, 0, 0, won))
    count = lost + won
    # The added half pairs move the share a little; its own variance is exactly that of a coin.
    assert pairs.effective_games == pytest.approx(count)
    assert score_interval(pairs) == pytest.approx(wilson(won / count, count))


def test_independent_games_give_wilsons_interval_of_games():
    # 10,000 pairs of coins that fall heads with 3/4.
    pairs = Pentanomial((625, 0, 3750, 0, 5625))
    assert pairs.effective_games == pytest.approx(20_000, rel=0.001)
    assert score_interval(pairs) == pytest.approx(wilson(0.75, 20_000), abs=1e-5)


def test_many_pairs_give_the_normal_approximation():
    pairs = Pentanomial((1000, 2000, 4000, 3000, 1500))
    shares = np.repeat([0, 0.25, 0.5, 0.75, 1], pairs.counts)
    half = Z * shares.std() / math.sqrt(len(shares))
    low, high = score_interval(pairs)
    assert low == pytest.approx(shares.mean() - half, abs=1e-5)
    assert high == pytest.approx(shares.mean() + half, abs=1e-5)


def test_openings_that_decide_the_game_narrow_the_interval():
    """One point each in every pair: the games alone would look like coin tosses."""
    decided, tossed = Pentanomial((0, 0, 100, 0, 0)), Pentanomial((25, 0, 50, 0, 25))
    assert EloInterval.of(decided).high < EloInterval.of(tossed).high / 4
    assert EloInterval.of(decided).high > 1


def test_who_won_everything_is_better_by_at_least_something():
    found = EloInterval.of(Pentanomial((0, 0, 0, 0, 10)))
    assert (found.difference, found.high) == (None, None)
    assert found.low == pytest.approx(elo_of_score(10 / (10 + Z**2)))
    assert str(found) == "Elo difference +166 or more (95% interval)"
    assert str(EloInterval.of(Pentanomial((10, 0, 0, 0, 0)))) == (
        "Elo difference -166 or less (95% interval)"
    )


def test_without_games_nothing_is_known():
    assert EloInterval.of(Pentanomial()) == EloInterval(0.0, None, None)
    assert str(EloInterval.of(Pentanomial())) == "Elo difference not known yet"


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 1), (0, 0, 0, 0, 2), (1, 0, 0, 0, 0)])
def test_a_few_games_all_won_or_lost_tell_nothing(counts):
    assert str(EloInterval.of(Pentanomial(counts))) == "too few games to tell"


@given(COUNTS)
def test_the_interval_holds_the_score_and_turns_with_the_players(counts):
    pairs, turned = Pentanomial(counts), Pentanomial(counts[::-1])
    low, high = score_interval(pairs)
    assert 0 <= low <= pairs.score <= high <= 1
    assert score_interval(turned) == pytest.approx((1 - high, 1 - low))
    assert pairs.variance > 0


@pytest.mark.parametrize(
    "chances",
    [
        (0.25, 0, 0.5, 0, 0.25),
        (0.01, 0, 0.18, 0, 0.81),
        (0.0625, 0.25, 0.375, 0.25, 0.0625),
        (0.05, 0.05, 0.8, 0.05, 0.05),
    ],
)
@pytest.mark.parametrize("count", [10, 100])
def test_the_interval_covers_the_truth_in_about_95_of_100_matches(chances, count):
    truth = np.dot(chances, [0, 0.25, 0.5, 0.75, 1])
    rng = np.random.default_rng(1)
    matches = rng.multinomial(count, chances, size=2000)
    bounds = [score_interval(Pentanomial(tuple(map(int, match)))) for match in matches]
    covered = np.mean([low <= truth <= high for low, high in bounds])
    assert covered > 0.93
    assert covered < (0.97 if count == 100 else 1.0)
