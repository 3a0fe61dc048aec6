"""Optimisers by name, and their state as plain named tensors."""

from collections.abc import Iterator, Mapping, Sequence

import torch
from torch import Tensor, nn

from tengen.errors import CheckpointError
from tengen.learner.config import LearnerConfig
from tengen.learner.parameter_blocks import ParameterBlock, make_blocks

_STATE_NAMES = {
    "adam": ("step", "exp_avg", "exp_avg_sq"),
    "adamw": ("step", "exp_avg", "exp_avg_sq"),
    "sgd": ("momentum_buffer",),
}


Blocks = Sequence[ParameterBlock]


def optimiser_blocks(network: nn.Module) -> list[ParameterBlock]:
    """Parameters that are updated alike and have gradients all or none.

    Those are the trunk's and each head's, biases and the scales of norms by themselves. On the
    processor this moves the parameters in memory; elsewhere each stays a block of its own, since
    fused updates of many tensors cost no more there.
    """

    def key(name: str, parameter: Tensor) -> tuple[str, bool]:
        if parameter.device.type != "cpu":
            return name, parameter.ndim > 1
        # Without a loss of its own, the value head is still trained by the moves-left head, except
        # for its last layer.
        head = "value.output" if name.startswith("value.output") else name.partition(".")[0]
        return head, parameter.ndim > 1

    return make_blocks(network.named_parameters(), key)


def build_optimiser(blocks: Blocks, config: LearnerConfig) -> torch.optim.Optimizer:
    """All parameters, in one fused kernel. Those without a gradient do not change."""
    rate, decay = config.learning_rate, config.weight_decay
    if config.optimiser == "adamw":
        return torch.optim.AdamW(_decay_groups(blocks, decay), lr=rate, fused=True)
    # The gradient of c |theta|^2 is 2 c theta, which is what these two add for "weight decay".
    wholes = [block.whole for block in blocks]
    if config.optimiser == "adam":
        return torch.optim.Adam(wholes, lr=rate, weight_decay=2 * decay, fused=True)
    return torch.optim.SGD(wholes, rate, config.momentum, weight_decay=2 * decay, fused=True)


def _decay_groups(blocks: Blocks, decay: float) -> list[dict[str, object]]:
    """Decay applies to filters and matrices, not to biases and the scales of norms."""
    return [
        {"params": [b.whole for b in blocks if b.has_matrices], "weight_decay": decay},
        {"params": [b.whole for b in blocks if not b.has_matrices], "weight_decay": 0.0},
    ]


def set_learning_rate(optimiser: torch.optim.Optimizer, rate: float) -> None:
    """The rate of the next update."""
    for group in optimiser.param_groups:
        group["lr"] = rate


def clip_gradient(blocks: Blocks, longest: float) -> Tensor:
    """Shortens the gradient to `longest`, 0 for no limit; returns its length before."""
    gradients = [gradient for block in blocks if (gradient := block.gather_gradients()) is not None]
    norm: Tensor = torch.linalg.vector_norm(torch.stack(torch._foreach_norm(gradients)))
    if longest > 0:
        torch._foreach_mul_(gradients, torch.clamp(longest / (norm + 1e-6), max=1.0))
    return norm


def optimiser_tensors(
    blocks: Blocks, optimiser: torch.optim.Optimizer, kind: str
) -> dict[str, Tensor]:
    """Moments and step counts by `{moment}.{parameter}`; empty before the first update."""
    return {
        f"{name}.{parameter}": moment
        for block in blocks
        for name in _STATE_NAMES[kind]
        for parameter, moment in _moments(block, optimiser, name)
    }


def restore_optimiser(
    blocks: Blocks, optimiser: torch.optim.Optimizer, kind: str, tensors: Mapping[str, Tensor]
) -> None:
    """Restores what `optimiser_tensors` returned; unknown names are refused."""
    optimiser.state.clear()
    left = dict(tensors)
    for block in blocks:
        stored = {
            name: {p: left.pop(f"{name}.{p}") for p in block.names if f"{name}.{p}" in left}
            for name in _STATE_NAMES[kind]
        }
        if _is_untrained(block, stored):
            continue
        for name, moments in stored.items():
            optimiser.state[block.whole][name] = _joined(block, moments, name)
    if left:
        raise CheckpointError(f"the optimiser {kind} has no {min(left)[:80]!r}: damaged state")


def _is_untrained(block: ParameterBlock, stored: Mapping[str, Mapping[str, Tensor]]) -> bool:
    """Whether some parameter has no moments at all: it has never had a gradient.

    Then the block has never been updated. Earlier versions had moments of the first
    convolution of a head that is not trained.
    """
    return any(all(p not in moments for moments in stored.values()) for p in block.names)


def _moments(
    block: ParameterBlock, optimiser: torch.optim.Optimizer, name: str
) -> Iterator[tuple[str, Tensor]]:
    moment = optimiser.state.get(block.whole, {}).get(name)
    if moment is None:
        return
    if name == "step":
        yield from ((parameter, moment) for parameter in block.names)
    else:
        yield from block.views(moment)


def _joined(block: ParameterBlock, stored: Mapping[str, Tensor], name: str) -> Tensor:
    """The moment of a whole block from those of its parameters."""
    missing = [parameter for parameter in block.names if parameter not in stored]
    if missing:
        raise CheckpointError(f"the optimiser's {name}.{missing[0]} is missing: damaged state")
    if name == "step":  # all of a block were updated together
        return stored[block.names[0]].reshape(()).clone().to(block.whole.device)
    whole = torch.empty_like(block.whole, requires_grad=False)
    for parameter, view in block.views(whole):
        if stored[parameter].shape != view.shape:
            raise CheckpointError(
                f"the optimiser's {name} should have shape {tuple(view.shape)}; "
                f"it has {tuple(stored[parameter].shape)}"
            )
        view.copy_(stored[parameter])
    return whole
