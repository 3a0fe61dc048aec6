"""Optimisers by name, and their state as plain named tensors."""

from collections.abc import Iterable, Iterator, Mapping

import torch
from torch import Tensor, nn

from tengen.errors import CheckpointError
from tengen.learner.config import LearnerConfig

_STATE_NAMES = {
    "adam": ("step", "exp_avg", "exp_avg_sq"),
    "adamw": ("step", "exp_avg", "exp_avg_sq"),
    "sgd": ("momentum_buffer",),
}


def build_optimiser(network: nn.Module, config: LearnerConfig) -> torch.optim.Optimizer:
    """All parameters, in one fused kernel. Those without a gradient do not change."""
    rate, decay = config.learning_rate, config.weight_decay
    if config.optimiser == "adamw":
        return torch.optim.AdamW(_decay_groups(network, decay), lr=rate, fused=True)
    # The gradient of c |theta|^2 is 2 c theta, which is what these two add for "weight decay".
    if config.optimiser == "adam":
        return torch.optim.Adam(network.parameters(), lr=rate, weight_decay=2 * decay, fused=True)
    return torch.optim.SGD(
        network.parameters(), rate, config.momentum, weight_decay=2 * decay, fused=True
    )


def _decay_groups(network: nn.Module, decay: float) -> list[dict[str, object]]:
    """Decay applies to filters and matrices, not to biases and the scales of norms."""
    parameters = list(network.parameters())
    return [
        {"params": [p for p in parameters if p.ndim > 1], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim <= 1], "weight_decay": 0.0},
    ]


def set_learning_rate(optimiser: torch.optim.Optimizer, rate: float) -> None:
    """The rate of the next update."""
    for group in optimiser.param_groups:
        group["lr"] = rate


def clip_gradient(parameters: Iterable[Tensor], longest: float) -> Tensor:
    """Shortens the gradient to `longest`, 0 for no limit; returns its length before.

    One pass over all of it: torch's own function takes a norm per parameter, and there are many
    small ones.
    """
    gradients = [p.grad for p in parameters if p.grad is not None]
    norm: Tensor = torch.linalg.vector_norm(
        torch.cat([gradient.flatten() for gradient in gradients])
    )
    if longest > 0:
        torch._foreach_mul_(gradients, torch.clamp(longest / (norm + 1e-6), max=1.0))
    return norm


def optimiser_tensors(
    network: nn.Module, optimiser: torch.optim.Optimizer, kind: str
) -> dict[str, Tensor]:
    """Moments and step counts by `{moment}.{parameter}`; empty before the first update."""
    return {
        f"{name}.{parameter_name}": state[name]
        for parameter_name, state in _states(network, optimiser)
        for name in _STATE_NAMES[kind]
        if state.get(name) is not None
    }


def restore_optimiser(
    network: nn.Module, optimiser: torch.optim.Optimizer, kind: str, tensors: Mapping[str, Tensor]
) -> None:
    """Restores what `optimiser_tensors` returned; unknown names are refused."""
    optimiser.state.clear()
    left = dict(tensors)
    for parameter_name, parameter in network.named_parameters():
        for name in _STATE_NAMES[kind]:
            stored = left.pop(f"{name}.{parameter_name}", None)
            if stored is not None:
                optimiser.state[parameter][name] = _like(parameter, stored, name)
    if left:
        raise CheckpointError(f"the optimiser {kind} has no {min(left)[:80]!r}: damaged state")


def _like(parameter: Tensor, stored: Tensor, name: str) -> Tensor:
    """The stored moment in the memory layout of its parameter, as the fused kernels want it."""
    if name == "step":
        return stored.reshape(()).clone().to(parameter.device)
    if stored.shape != parameter.shape:
        raise CheckpointError(
            f"the optimiser's {name} should have shape {tuple(parameter.shape)}; "
            f"it has {tuple(stored.shape)}"
        )
    return torch.empty_like(parameter, requires_grad=False).copy_(stored)


def _states(
    network: nn.Module, optimiser: torch.optim.Optimizer
) -> Iterator[tuple[str, dict[str, Tensor]]]:
    for parameter_name, parameter in network.named_parameters():
        yield parameter_name, optimiser.state.get(parameter, {})
