"""What training reports."""

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LearnerReport:
    """One call of `Learner.train`. Means are over its updates; values are for the side to move."""

    batches: int
    """Batches drawn."""
    updates: int
    """Steps of the optimiser: with the KL rule up to `epochs` per batch, else one."""
    samples: int
    """Positions learned from, counted once per update."""
    losses: Mapping[str, float]
    """Mean loss of each trained head, unweighted."""
    total_loss: float
    """Mean weighted sum of the heads' losses."""
    weight_penalty: float
    """c |theta|^2 at the end, where it is part of the loss (`adam` and `sgd`), else 0."""
    entropy: float
    """Mean entropy of the policy in nats, before each update."""
    kl: float
    """How far the policy moved, in nats: on the first batch's first 128 rows, or with the KL rule
    the mean of how far each batch moved it."""
    explained_variance_before: float
    """How much of the value targets' variance the net explained on the first batch at the start,
    on its first 128 rows. Most of them were learned from before."""
    explained_variance_after: float
    """The same on the same rows at the end."""
    gradient_norm: float
    """Mean length of the gradient before clipping."""
    learning_rate: float
    """The learning rate of the last update."""
    multiplier: float
    """The KL rule's multiplier for the next batch; 1 without the rule."""
    seconds: float
    """Time spent, including drawing batches."""
    explained_variance_new: float | None = None
    """The same at the start on games never learned from, far below `after`: learned by heart. None
    when there was nothing to tell, such as of an untrained net."""

    @property
    def samples_per_second(self) -> float:
        """Positions learned from per second."""
        return self.samples / self.seconds if self.seconds > 0 else 0.0

    @property
    def is_finite(self) -> bool:
        """Whether the loss and the gradient are finite."""
        return math.isfinite(self.total_loss) and math.isfinite(self.gradient_norm)

    def metrics(self) -> dict[str, float]:
        """Every number by its name, such as `loss/policy`, for databases and charts."""
        numbers = {f"loss/{head}": loss for head, loss in self.losses.items()}
        numbers |= {"loss/total": self.total_loss, "loss/weight_penalty": self.weight_penalty}
        names = (
            "entropy",
            "kl",
            "explained_variance_before",
            "explained_variance_after",
            "gradient_norm",
            "learning_rate",
            "multiplier",
            "updates",
            "samples_per_second",
        )
        numbers |= {f"learner/{name}": float(getattr(self, name)) for name in names}
        if self.explained_variance_new is not None:
            numbers["learner/explained_variance_new"] = self.explained_variance_new
        return numbers
