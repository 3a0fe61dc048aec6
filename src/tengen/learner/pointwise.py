"""The 1x1 convolutions of all heads on the core, in one piece.

Each head takes a few planes from the many channels of the trunk. The core reads every board once
for all heads and writes each head's planes without gaps; going back it makes one gradient of the
trunk. With torch's matrix products the copies around them, not the products, took the time.
"""

import functools
from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable

from tengen._core import Convolver, TrunkTrainer, head_plane_gradients, make_head_planes
from tengen.learner.native_convolution import boards_of
from tengen.nets.modules import Convolution, Network

Threads = Convolver | TrunkTrainer
"""Whoever computes the rest lends its threads: a second set would compete for the same cores."""


def use_native_heads(network: Network, threads: Threads) -> int:
    """Routes the first convolution of every head to the core; returns their number.

    Parameters and their names stay as they are. Only for networks on the processor. None if the
    core's kernels do not fit the number of channels.
    """
    heads = [network.policy, network.value, network.opponent_reply, network.soft_policy]
    convolutions = [head.conv for head in heads if isinstance(head, Convolution)]
    if convolutions[0].in_channels % Convolver(1).channel_step:
        return 0
    planes = _Planes(convolutions, threads)
    for number, module in enumerate(convolutions):
        module.forward = functools.partial(planes.of_head, number)  # type: ignore[method-assign]
    return len(convolutions)


class _Planes:
    """All heads' planes of the same features; the first head that asks has them computed."""

    def __init__(self, convolutions: list[nn.Conv2d], threads: Threads) -> None:
        self._convolutions = convolutions
        self._threads = threads
        self._features: Tensor | None = None
        self._waiting: dict[int, Tensor] = {}

    def of_head(self, number: int, features: Tensor) -> Tensor:
        """[B, C, H, W] -> [B, K, H, W]. Nothing is kept once every head has its part."""
        convolution = self._convolutions[number]
        if not convolution.training:  # auxiliary heads do not ask
            return _planes(features, [convolution], self._threads)[0]
        if features is not self._features or number not in self._waiting:
            made = _planes(features, self._convolutions, self._threads)
            self._features, self._waiting = features, dict(enumerate(made))
        part = self._waiting.pop(number)
        if not self._waiting:
            self._features = None
        return part


def _planes(features: Tensor, convolutions: list[nn.Conv2d], threads: Threads) -> list[Tensor]:
    weights = [convolution.weight.flatten(1) for convolution in convolutions]
    made: tuple[Tensor, ...] = _NativePlanes.apply(features, threads, *weights)  # type: ignore[no-untyped-call]
    biases = [convolution.bias for convolution in convolutions]
    return [
        planes if bias is None else planes + bias[:, None, None]
        for planes, bias in zip(made, biases, strict=True)
    ]


class _NativePlanes(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any,  # noqa: ANN401
        features: Tensor,
        threads: Threads,
        *weights: Tensor,
    ) -> tuple[Tensor, ...]:
        ctx.threads = threads
        # A head that is not trained has no gradient, rather than one of zeros.
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(features, *weights)
        batch, _, height, width = features.shape
        made = tuple(torch.empty((batch, len(weight), height, width)) for weight in weights)
        make_head_planes(threads, boards_of(features), _arrays(weights), _arrays(made))
        return made

    @staticmethod
    @once_differentiable
    def backward(
        ctx: Any,  # noqa: ANN401
        *gradients: Tensor | None,
    ) -> tuple[Tensor | None, ...]:
        features, *weights = ctx.saved_tensors
        boards = boards_of(features)
        of_boards = torch.empty(boards.shape)
        of_weights = [
            None if gradient is None else torch.empty(weight.shape)
            for weight, gradient in zip(weights, gradients, strict=True)
        ]
        trained = [head for head, gradient in enumerate(gradients) if gradient is not None]
        head_plane_gradients(
            ctx.threads,
            boards,
            _arrays(weights[head] for head in trained),
            _arrays(gradients[head] for head in trained),
            of_boards.numpy(),
            _arrays(of_weights[head] for head in trained),
        )
        return of_boards.permute(0, 3, 1, 2), None, *of_weights


def _arrays(tensors: Any) -> list[Any]:  # noqa: ANN401
    """The tensors' memory where it has no gaps, else copies."""
    return [tensor.detach().contiguous().numpy() for tensor in tensors]
