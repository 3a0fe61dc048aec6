"""Learning rates as pure functions of numbers: warm-up, half cosine, and the KL rule of SPEC T5."""

import math

STOP_ABOVE = 4.0
"""KL rule: a batch is abandoned once the policy has moved more than this many targets."""
SLOW_ABOVE = 2.0
"""KL rule: above this many targets the multiplier falls."""
SPEED_BELOW = 0.5
"""KL rule: below this share of the target the multiplier rises."""
FACTOR = 1.5
LEAST_MULTIPLIER = 0.1
MOST_MULTIPLIER = 10.0


def moved_too_far(divergence: float, target: float) -> bool:
    """Whether a batch must not be used again: its updates moved the policy by `divergence`."""
    return divergence > STOP_ABOVE * target


def adapted_multiplier(multiplier: float, divergence: float, target: float) -> float:
    """The learning-rate multiplier for the next batch, from 0.1 to 10."""
    if divergence > SLOW_ABOVE * target:
        return max(LEAST_MULTIPLIER, multiplier / FACTOR)
    if divergence < SPEED_BELOW * target:
        return min(MOST_MULTIPLIER, multiplier * FACTOR)
    return multiplier


def warmup_factor(update: int, warmup: int) -> float:
    """Share of the rate at update 0, 1, 2 ...: rises in equal steps and is 1 from `warmup` on."""
    return min(1.0, (update + 1) / (warmup + 1))


def cosine_factor(progress: float, decay_start: float, final_share: float) -> float:
    """Share of the rate along a half cosine: 1 until `decay_start`, `final_share` at progress 1."""
    if progress <= decay_start:
        return 1.0
    fallen = (progress - decay_start) / (1.0 - decay_start)
    return final_share + (1.0 - final_share) * (1.0 + math.cos(math.pi * fallen)) / 2.0
