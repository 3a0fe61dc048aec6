"""The loss of every head (SPEC N5, N3, N7) and the entropy of the policy."""

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from tengen.learner.config import LearnerConfig
from tengen.nets.modules import RawOutputs
from tengen.replay.window import Batch

HEADS = ("policy", "value", "moves_left", "reply", "soft_policy")
"""Heads by the names of their losses; `LearnerConfig` has a weight `{head}_loss` for each."""

SOFT_TEMPERATURE = 4.0
"""The soft-policy target is the policy target to the power of 1 / this, made to sum to 1."""

Weights = dict[str, float]


class Targets(NamedTuple):
    """The targets of a batch: the arrays of `Batch` as tensors."""

    policy: Tensor  # [B, A]
    policy_weight: Tensor  # [B], 1 or 0
    value: Tensor  # [B]
    wdl: Tensor  # [B, 3]
    moves_left: Tensor  # [B], int64; -1: unknown
    reply: Tensor  # [B, A]
    reply_weight: Tensor  # [B], 1 or 0

    @classmethod
    def of(cls, batch: Batch, device: torch.device) -> "Targets":
        """Shares memory with the batch where it can."""
        return cls(*(torch.from_numpy(getattr(batch, name)).to(device) for name in cls._fields))


class Losses(NamedTuple):
    """All scalars, still on the device: reading them would make the CPU wait."""

    total: Tensor  # weighted; what is differentiated
    heads: dict[str, Tensor]  # unweighted, those of the heads that are trained
    entropy: Tensor  # of the policy, mean over the batch


def head_weights(config: LearnerConfig) -> Weights:
    """The weight of each trained head. The others are not computed."""
    weights = {head: float(getattr(config, f"{head}_loss")) for head in HEADS}
    return {head: weight for head, weight in weights.items() if weight > 0}


def compute_losses(outputs: RawOutputs, targets: Targets, weights: Weights) -> Losses:
    """The losses of the heads that the net has and that have a weight."""
    log_policy = outputs.policy_logits.log_softmax(1)  # [B, A]
    heads = {
        head: loss
        for head in weights
        if (loss := _head_loss(head, outputs, log_policy, targets)) is not None
    }
    total = torch.stack([weights[head] * loss for head, loss in heads.items()]).sum()
    with torch.no_grad():
        entropy = -(log_policy.exp() * log_policy).sum(1).mean()
    return Losses(total, heads, entropy)


def _head_loss(
    head: str, outputs: RawOutputs, log_policy: Tensor, targets: Targets
) -> Tensor | None:
    if head == "policy":
        return masked_cross_entropy(log_policy, targets.policy, targets.policy_weight)
    if head == "value":
        return value_loss(outputs.value_logits, targets)
    if head == "moves_left":
        logits = outputs.moves_left_logits
        return None if logits is None else moves_left_loss(logits, targets.moves_left)
    if head == "reply":
        logits, target, weight = outputs.opponent_reply_logits, targets.reply, targets.reply_weight
    else:
        logits, target = outputs.soft_policy_logits, soften(targets.policy)
        weight = targets.policy_weight
    return None if logits is None else masked_cross_entropy(logits.log_softmax(1), target, weight)


def masked_cross_entropy(log_policy: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    """Mean of -target . log_policy [B, A] over the rows with weight; 0 if there are none."""
    rows = -(target * log_policy).sum(1)  # [B]
    return (rows * weight).sum() / weight.sum().clamp(min=1.0)


def value_loss(value_logits: Tensor, targets: Targets) -> Tensor:
    """(z - v)^2 of a scalar head [B, 1]; cross-entropy of a WDL head [B, 3]."""
    if value_logits.shape[1] == 1:
        return (targets.value - value_logits[:, 0].tanh()).square().mean()
    return -(targets.wdl * value_logits.log_softmax(1)).sum(1).mean()


def moves_left_loss(logits: Tensor, moves_left: Tensor) -> Tensor:
    """Cross-entropy with the class of each count of plies [B]; the last class means "or more".

    Mean over the rows whose count is known; 0 when there are none.
    """
    classes = moves_left.clamp(max=logits.shape[1] - 1)
    total = functional.cross_entropy(logits, classes, ignore_index=-1, reduction="sum")
    return total / (moves_left >= 0).sum().clamp(min=1)


def soften(policy: Tensor) -> Tensor:
    """Policies [B, A] to the power of 1 / `SOFT_TEMPERATURE`; rows without a target stay zero."""
    powers = policy.pow(1.0 / SOFT_TEMPERATURE)
    return powers / powers.sum(1, keepdim=True).clamp(min=1e-12)
