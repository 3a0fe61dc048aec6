"""Means over updates, without reading a number off the device before the end."""

from torch import Tensor

from tengen.learner.loss import Losses


class Tally:
    """Sums of the losses, the entropy and the gradient's length since it was made."""

    def __init__(self) -> None:
        self.updates = 0
        self.samples = 0
        self._sums: dict[str, Tensor] = {}

    def add(self, losses: Losses, gradient_norm: Tensor, samples: int) -> None:
        """Counts one update."""
        self.updates += 1
        self.samples += samples
        numbers = {f"loss/{head}": loss for head, loss in losses.heads.items()}
        numbers |= {"total": losses.total, "entropy": losses.entropy, "norm": gradient_norm}
        for name, number in numbers.items():
            number = number.detach()
            self._sums[name] = self._sums[name] + number if name in self._sums else number

    def means(self) -> dict[str, float]:
        """Means by `total`, `entropy`, `norm` and `loss/{head}`; waits for the device."""
        return {name: float(total) / self.updates for name, total in self._sums.items()}
