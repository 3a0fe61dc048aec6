import math

import pytest

from tengen.learner import schedule

TARGET = 0.02


@pytest.mark.parametrize(
    ("divergence", "stops"),
    [(0.0, False), (0.079, False), (0.08, False), (0.0801, True), (5.0, True)],
)
def test_a_batch_is_left_alone_beyond_four_targets(divergence, stops):
    assert schedule.moved_too_far(divergence, TARGET) is stops


@pytest.mark.parametrize(
    ("multiplier", "divergence", "expected"),
    [
        (1.0, 0.05, 1 / 1.5),  # above 2 targets: slower
        (1.0, 0.04, 1.0),  # exactly 2 targets: as it was
        (1.0, 0.02, 1.0),  # on target
        (1.0, 0.01, 1.0),  # exactly half: as it was
        (1.0, 0.009, 1.5),  # below half: faster
        (1.0, 0.0, 1.5),
        (0.12, 0.05, 0.1),  # 0.08 would be below the least
        (0.1, 9.0, 0.1),
        (0.3, 0.05, 0.2),
        (8.0, 0.0, 10.0),  # 12 would be above the most
        (10.0, 0.0, 10.0),
        (6.0, 0.0, 9.0),
    ],
)
def test_kl_rule(multiplier, divergence, expected):
    adapted = schedule.adapted_multiplier(multiplier, divergence, TARGET)
    assert adapted == pytest.approx(expected, rel=1e-12)


def test_warm_up_rises_in_equal_steps():
    assert [schedule.warmup_factor(update, 4) for update in range(6)] == [0.2, 0.4, 0.6, 0.8, 1, 1]
    assert schedule.warmup_factor(0, 0) == 1


def test_cosine():
    factors = [schedule.cosine_factor(share / 4, 0.0, 0.2) for share in range(5)]
    middle = 0.2 + 0.8 * (1 + math.sqrt(0.5)) / 2
    assert factors == pytest.approx([1, middle, 0.6, 0.2 + 0.8 - (middle - 0.2), 0.2])


def test_a_cosine_may_begin_late():
    factors = [schedule.cosine_factor(share / 4, 0.5, 0.2) for share in range(5)]
    assert factors == pytest.approx([1, 1, 1, 0.6, 0.2])
    assert schedule.cosine_factor(1.0, 1.0, 0.2) == 1.0
