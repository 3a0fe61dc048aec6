"""95 % confidence intervals of shares and means."""

import math
from collections.abc import Sequence

Z95 = 1.959964


def wilson_interval(share: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share observed in `count` trials; 0 to 1 without any."""
    if count == 0:
        return 0.0, 1.0
    weight = Z95**2 / count
    middle = (share + weight / 2) / (1 + weight)
    spread = Z95 * math.sqrt(share * (1 - share) / count + weight / (4 * count)) / (1 + weight)
    # Rounding must not push a share of 0 or 1 out of its own interval.
    return max(0.0, min(share, middle - spread)), min(1.0, max(share, middle + spread))


def mean_interval(numbers: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean of many numbers, by the normal approximation."""
    count = len(numbers)
    if count < 2:
        return -math.inf, math.inf
    mean = math.fsum(numbers) / count
    variance = math.fsum((number - mean) ** 2 for number in numbers) / (count - 1)
    spread = Z95 * math.sqrt(variance / count)
    return mean - spread, mean + spread
