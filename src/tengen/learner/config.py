"""The settings of training."""

from dataclasses import dataclass
from typing import Annotated, Literal

from tengen.errors import ConfigError
from tengen.settings import Range, require_allowed


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerConfig:
    """How a net is trained: samples, targets and steps."""

    batch_size: Annotated[int, Range(2, 1_000_000)] = 256
    """Positions per batch. Large batches give steady gradients, small ones quick updates."""
    samples_per_position: Annotated[float, Range(0, 1000, low_allowed=False)] = 4.0
    """How often each new position is drawn on average; one that follows a proof, `proven_share` of
    that. It ties learning to self-play; far above 8 the net overfits its games."""
    first_samples_per_position: Annotated[float | None, Range(0, 1000, low_allowed=False)] = None
    """The same at the start of the run, growing evenly until `samples_growth`; none: as later. The
    first games are not worth learning by heart."""
    samples_growth: Annotated[float, Range(0, 1)] = 0.5
    """Share of the run until `first_samples_per_position` has grown to `samples_per_position`."""
    optimiser: Literal["adam", "adamw", "sgd"] = "adamw"
    """The optimiser. `adamw` decouples weight decay from the gradient; the original systems use
    `adam`."""
    learning_rate: Annotated[float, Range(0, 10, low_allowed=False)] = 1e-3
    """Learning rate before the schedule. About 1e-3 for Adam, 0.02 for SGD."""
    momentum: Annotated[float, Range(0, 0.9999)] = 0.9
    """SGD: momentum. Adam always uses 0.9."""
    weight_decay: Annotated[float, Range(0, 1)] = 1e-4
    """Weight decay. With `adam` and `sgd` it is c of the loss term c |theta|^2 over all weights
    (docs/spec.md: N5), added as its gradient 2 c theta. With `adamw` it is decoupled and spares
    norms and biases."""
    schedule: Literal["constant", "cosine", "kl"] = "constant"
    """How the learning rate changes: not at all, along a half cosine to the end of the run, or by
    the KL rule (docs/spec.md: T5)."""
    warmup_updates: Annotated[int, Range(0)] = 100
    """Updates over which the rate rises from zero, because Adam's first estimates are poor. The KL
    rule has no warm-up."""
    decay_start: Annotated[float, Range(0, 1)] = 0.0
    """Cosine: share of the run after which the rate begins to fall."""
    final_share: Annotated[float, Range(0, 1)] = 0.05
    """Cosine: the rate at the end of the run as a share of `learning_rate`."""
    epochs: Annotated[int, Range(1, 100)] = 5
    """KL rule: maximum number of updates from one batch."""
    kl_target: Annotated[float, Range(0, 10, low_allowed=False)] = 0.02
    """KL rule: target change of the policy per batch, in nats."""
    gradient_clip: Annotated[float, Range(0)] = 0.0
    """Maximum norm of the gradient; 0: no clipping. 1 to 5 guards against rare outlier batches."""
    ema_decay: Annotated[float, Range(0, 0.999999)] = 0.0
    """Decay of the running mean of the weights that self-play uses; 0: the newest weights. 0.99 to
    0.999 smooths the noise of single batches."""
    policy_loss: Annotated[float, Range(0, 1000)] = 1.0
    """Weight of the policy's cross-entropy."""
    value_loss: Annotated[float, Range(0, 1000)] = 1.0
    """Weight of the value's loss: cross-entropy for a WDL head, squared error for a scalar one."""
    moves_left_loss: Annotated[float, Range(0, 1000)] = 0.1
    """Weight of the moves-left loss: small, because its many classes make it large."""
    reply_loss: Annotated[float, Range(0, 1000)] = 0.15
    """Weight of the opponent-reply loss, an auxiliary target."""
    soft_policy_loss: Annotated[float, Range(0, 1000)] = 1.0
    """Weight of the soft-policy loss, an auxiliary target that ranks the weaker moves."""
    value_mix: Annotated[float, Range(0, 1)] = 0.0
    """Share of the search's root value and draw chance in the value target; the rest is the
    outcome."""
    surprise_share: Annotated[float, Range(0, 1)] = 0.0
    """Share of samples drawn by policy surprise within their game, not uniformly. 0.5 is usual."""
    proven_share: Annotated[float, Range(0, 1)] = 1.0
    """How often a position that follows a proof is drawn, against 1 for those that were searched.
    Below 1 where a search in play proves most of them again: the net then learns what it will be
    asked."""
    symmetries: bool = True
    """Augment each sample by a random symmetry of the board."""
    threads: Annotated[int, Range(1, 1024)] = 2
    """Threads used for training. Results depend on it in their last bits."""
    native_trunk: bool = True
    """Train on the CPU with the core's own trunk, which is faster than torch's. Results depend on
    it in their last bits; other devices are not affected."""

    def __post_init__(self) -> None:
        require_allowed(self)
        if self.policy_loss == self.value_loss == 0:
            raise ConfigError("policy_loss and value_loss must not both be 0")

    def samples_at(self, progress: float) -> float:
        """Samples per new position when this share of the run is done."""
        first = self.first_samples_per_position
        if first is None or progress >= self.samples_growth:
            return self.samples_per_position
        return first + (self.samples_per_position - first) * progress / self.samples_growth
