"""Means over updates, read from the device only at the end."""

from torch import Tensor

from tengen.learner.loss import Losses

_LOSS = "loss/"


class UpdateMeans:
    """Sums over updates."""

    def __init__(self) -> None:
        self.updates = 0
        self.samples = 0
        self.learning_rate = 0.0
        """The learning rate of the last update."""
        self._sums: dict[str, Tensor] = {}

    def add(self, losses: Losses, gradient_norm: Tensor, rate: float, samples: int) -> None:
        """Counts one update."""
        self.updates += 1
        self.samples += samples
        self.learning_rate = rate
        numbers = {_LOSS + head: loss for head, loss in losses.heads.items()}
        numbers |= {"total": losses.total, "entropy": losses.entropy}
        for name, number in (numbers | {"gradient_norm": gradient_norm}).items():
            found = number.detach()
            self._sums[name] = self._sums[name] + found if name in self._sums else found

    def mean(self, name: str) -> float:
        """The mean `total` loss, `entropy` or `gradient_norm`; waits for the device."""
        return float(self._sums[name]) / self.updates

    def losses(self) -> dict[str, float]:
        """The mean loss of each head."""
        names = [name for name in self._sums if name.startswith(_LOSS)]
        return {name.removeprefix(_LOSS): self.mean(name) for name in names}
