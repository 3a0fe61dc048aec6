"""Training metrics (SPEC N5): small pure functions of arrays."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating[Any]]

_TINY = 1e-10  # keeps logarithms of zero probabilities finite


def policy_entropy(probabilities: Floats) -> float:
    """Mean entropy of policies [B, A] in nats: 0 when certain, log(A) when uniform."""
    return float(-np.mean(np.sum(probabilities * np.log(probabilities + _TINY), axis=1)))


def kl_divergence(old: Floats, new: Floats) -> float:
    """Mean Kullback-Leibler divergence of new policies [B, A] from old ones, in nats."""
    ratios = np.log(old + _TINY) - np.log(new + _TINY)
    return float(np.mean(np.sum(old * ratios, axis=1)))


def explained_variance(values: Floats, outcomes: Floats) -> float:
    """How much of the outcomes' variance [B] the values explain: 1 all, 0 none, below 0 worse.

    If all outcomes are equal there is no variance to explain; the result is then 0.
    """
    variance = float(np.var(outcomes))
    return 1.0 - float(np.var(outcomes - values)) / variance if variance > 0 else 0.0


def gradient_norm(gradients: Iterable[Floats]) -> float:
    """Euclidean length of all gradients together."""
    return float(np.sqrt(sum(float(np.sum(np.square(g, dtype=np.float64))) for g in gradients)))
