"""Running means of the weights, used in play."""

from collections.abc import Sequence

import torch
from torch import Tensor


def average_decay(decay: float, updates: int) -> float:
    """The decay at update 1, 2, 3 ...: smaller at first, so that random weights do not linger."""
    return min(decay, (1 + updates) / (10 + updates))


class WeightAverage:
    """An exponential moving average of a net's tensors, the statistics of its norms included."""

    def __init__(self, tensors: Sequence[Tensor], decay: float) -> None:
        self._sources = list(tensors)
        self._decay = decay
        self.means = [tensor.detach().clone() for tensor in tensors]

    def update(self, updates: int) -> None:
        """mean = d * mean + (1 - d) * weight, after update number `updates`."""
        share = 1.0 - average_decay(self._decay, updates)
        with torch.no_grad():
            torch._foreach_lerp_(self.means, self._sources, share)

    def restore(self, tensors: Sequence[Tensor]) -> None:
        """Restores saved means, in the order of the tensors given at the start."""
        for mean, tensor in zip(self.means, tensors, strict=True):
            mean.copy_(tensor)
