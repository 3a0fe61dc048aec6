"""How a net is trained."""

from dataclasses import dataclass
from typing import Literal

from tengen.errors import ConfigError
from tengen.settings import Range, refuse_out_of_range


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerConfig:
    """Parameters of the learner; every field says its default, its range and its reason."""

    batch_size: int = 256
    """Positions per batch, 2 or more (batch norms need two): large is steady, small is quick."""
    samples_per_position: float = 4.0
    """How often a new position is drawn on average, above 0 to 1000. It ties learning to
    self-play, so that neither runs away; far above 8 a net learns its games by heart."""
    optimiser: Literal["adam", "adamw", "sgd"] = "adamw"
    """`adam` (the originals'), `adamw` (weights shrink apart from the gradient), `sgd`."""
    learning_rate: float = 1e-3
    """Size of a step before the schedule, above 0 to 10; about 1e-3 for Adam, 0.02 for SGD."""
    momentum: float = 0.9
    """SGD: share of the last step kept, 0 to below 1. Adam always keeps 0.9."""
    weight_decay: float = 1e-4
    """Pull of the weights to zero, 0 to 1. With `adam` and `sgd` it is c of the loss term
    c |theta|^2 over all weights (SPEC N5), added as its gradient 2 c theta. With `adamw` weights
    lose this share times the learning rate per update, norms and biases nothing."""
    schedule: Literal["constant", "cosine", "kl"] = "constant"
    """How the learning rate moves: not at all, along a half cosine, or by the KL rule (SPEC T5)."""
    warmup_updates: int = 100
    """Updates over which the rate rises from zero, 0 or more, for `constant` and `cosine`: Adam's
    first estimates are poor."""
    total_updates: int = 10_000
    """Cosine: updates until the lowest rate, 1 or more; it stays there."""
    final_share: float = 0.05
    """Cosine: the lowest rate as a share of `learning_rate`, 0 to 1."""
    epochs: int = 5
    """KL rule: updates made from one batch at most, 1 to 100."""
    kl_target: float = 0.02
    """KL rule: how far one batch may move the policy, in nats, above 0 to 10."""
    gradient_clip: float = 0.0
    """Longest gradient allowed, 0 or more; 0 leaves gradients alone. 1 to 5 tames rare batches."""
    ema_decay: float = 0.0
    """Weights to play with are a running mean with this decay, 0 to below 1; 0 plays with the
    newest. 0.99 to 0.999 smooths the noise of single batches."""
    policy_loss: float = 1.0
    """Weight of the policy's cross-entropy, 0 to 1000."""
    value_loss: float = 1.0
    """Weight of the value's squared error, or of the cross-entropy of a WDL head, 0 to 1000."""
    moves_left_loss: float = 0.1
    """Weight of the moves-left head, 0 to 1000: small, for its many classes make a large loss."""
    reply_loss: float = 0.15
    """Weight of the opponent-reply head, 0 to 1000: a hint for the trunk, not a goal."""
    soft_policy_loss: float = 1.0
    """Weight of the soft-policy head, 0 to 1000: it tells the lesser moves apart."""
    value_mix: float = 0.0
    """Share of the search's root value in the value target, 0 to 1; the rest is the outcome."""
    surprise_share: float = 0.0
    """Share of samples drawn by policy surprise instead of uniformly, 0 to 1; 0.5 is usual."""
    symmetries: bool = True
    """Show each sample in a random symmetry of the board: as many more positions, for nothing."""
    threads: int = 2
    """Threads that train, torch's and the core's, 1 to 1024. Results depend on it in their last
    bits."""
    native_convolutions: bool = True
    """Train on the processor with the core's own convolutions, two to three times as fast as
    torch's. Results depend on it in their last bits; on other devices it changes nothing."""

    def __post_init__(self) -> None:
        refuse_out_of_range(self, _RANGES)
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                offered = " or ".join(repr(choice) for choice in choices)
                raise ConfigError(f"{name} must be {offered}; got {getattr(self, name)!r}")
        if self.policy_loss == self.value_loss == 0:
            raise ConfigError("policy_loss and value_loss must not both be 0")

    def batches_due(self, total_positions: int, batches_done: int) -> int:
        """Batches to train now, when a run has made this many positions and trained so often.

        Counted over the whole run, so that nothing is lost to rounding or to a restart.
        """
        due = int(total_positions * self.samples_per_position) // self.batch_size
        return max(0, due - batches_done)


_CHOICES = {"optimiser": ("adam", "adamw", "sgd"), "schedule": ("constant", "cosine", "kl")}
_LOSS_WEIGHT = Range(0, 1000)
_RANGES = {
    "batch_size": Range(2, 1_000_000),
    "samples_per_position": Range(0, 1000, low_allowed=False),
    "learning_rate": Range(0, 10, low_allowed=False),
    "momentum": Range(0, 0.9999),
    "weight_decay": Range(0, 1),
    "warmup_updates": Range(0),
    "total_updates": Range(1),
    "final_share": Range(0, 1),
    "epochs": Range(1, 100),
    "kl_target": Range(0, 10, low_allowed=False),
    "gradient_clip": Range(0),
    "ema_decay": Range(0, 0.999999),
    "policy_loss": _LOSS_WEIGHT,
    "value_loss": _LOSS_WEIGHT,
    "moves_left_loss": _LOSS_WEIGHT,
    "reply_loss": _LOSS_WEIGHT,
    "soft_policy_loss": _LOSS_WEIGHT,
    "value_mix": Range(0, 1),
    "surprise_share": Range(0, 1),
    "threads": Range(1, 1024),
}
