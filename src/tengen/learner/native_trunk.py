"""The trunk of a residual net on the core: convolutions, norms, ReLUs and additions in one piece.

Forward and backward are one step of torch's graph each. The parameters stay torch's, and so do
heads, losses and optimiser.
"""

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from tengen._core import Convolver, TrunkTrainer
from tengen.learner.native_convolution import boards_of
from tengen.nets.modules import Convolution, Network, PoolingBlock, ResidualBlock

_Array = npt.NDArray[np.float32]
_LAYER = 3  # parameters of a layer: filters, scale and shift of the norm
_POOLING = 2  # parameters of a pooling: weight and bias


def use_native_trunk(network: Network, threads: int) -> TrunkTrainer | None:
    """Routes the trunk to the core; returns what computes it, or None if the core cannot.

    Parameters and their names stay as they are. Only for networks on the processor.
    """
    if not _is_suitable(network):
        return None
    trunk = _Trunk.of(network, threads)
    network.trunk.forward = functools.partial(_forward, network.trunk, trunk)  # type: ignore[method-assign]
    return trunk.trainer


class _Trunk(NamedTuple):
    """The modules of a trunk in the core's order."""

    trainer: TrunkTrainer
    norms: list[nn.BatchNorm2d]
    parameters: list[Tensor]
    """Those of every layer, then those of every pooling."""
    layers: list[Any]
    poolings: list[Any]
    """The same and the norms' statistics as the core wants them: updates change them in place."""

    @classmethod
    def of(cls, network: Network, threads: int) -> "_Trunk":
        net, blocks = network.architecture, list(network.trunk)[1:]
        pooled = [block.pooled if isinstance(block, PoolingBlock) else 0 for block in blocks]
        layers = _layers(network)
        norms = [norm for _, norm in layers]
        trainer = TrunkTrainer(
            planes=net.planes,
            channels=net.channels,
            height=net.height,
            width=net.width,
            pooled=pooled,
            epsilon=norms[0].eps,
            momentum=norms[0].momentum or 0.0,
            threads=threads,
        )
        parameters = [p for conv, norm in layers for p in (conv.weight, norm.weight, norm.bias)]
        pools = [block.pool for block in blocks if isinstance(block, PoolingBlock)]
        parameters += [parameter for pool in pools for parameter in pool.parameters()]
        grouped, poolings = _grouped(parameters, len(layers))
        running = [(_array(norm.running_mean), _array(norm.running_var)) for norm in norms]
        views = [(*layer, *rows) for layer, rows in zip(grouped, running, strict=True)]
        return cls(trainer, norms, parameters, views, poolings)


class _NativeTrunk(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any,  # noqa: ANN401
        planes: Tensor,
        trunk: _Trunk,
        training: bool,
        *parameters: Tensor,
    ) -> Tensor:
        batch, _, height, width = planes.shape
        output = torch.empty((batch, height, width, len(trunk.norms[0].weight)))
        ctx.record = trunk.trainer.forward(
            trunk.layers, trunk.poolings, boards_of(planes), output.numpy(), training
        )
        ctx.trunk = trunk
        result = output.permute(0, 3, 1, 2)
        ctx.save_for_backward(planes, result, *parameters)
        return result

    @staticmethod
    def backward(
        ctx: Any,  # noqa: ANN401
        gradient: Tensor,
    ) -> tuple[Tensor | None, ...]:
        planes, output, *parameters = ctx.saved_tensors
        gradients = tuple(torch.empty_like(parameter) for parameter in parameters)
        # The core reuses a record that nobody has any more.
        record, ctx.record = ctx.record, None
        ctx.trunk.trainer.backward(
            ctx.trunk.layers,
            ctx.trunk.poolings,
            record,
            boards_of(planes),
            boards_of(output),
            boards_of(gradient),
            *_grouped(gradients, len(ctx.trunk.norms)),
        )
        return (None, None, None, *gradients)


def _forward(module: nn.Sequential, trunk: _Trunk, planes: Tensor) -> Tensor:
    """Through the core, except for gradients that it does not compute."""
    if torch.is_grad_enabled() and (planes.requires_grad or not module.training):
        for layer in module:
            planes = layer(planes)
        return planes
    result: Tensor = _NativeTrunk.apply(planes, trunk, module.training, *trunk.parameters)  # type: ignore[no-untyped-call]
    return result


def _layers(network: Network) -> list[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    layers: list[tuple[nn.Conv2d, nn.BatchNorm2d]] = []
    for module in network.trunk:
        if isinstance(module, Convolution) and isinstance(module.norm, nn.BatchNorm2d):
            layers.append((module.conv, module.norm))
        elif isinstance(module, ResidualBlock):
            layers += [(module.conv1, module.norm1), (module.conv2, module.norm2)]
    return layers


def _is_suitable(network: Network) -> bool:
    return (
        network.architecture.family == "resnet"
        and network.architecture.channels % Convolver(1).channel_step == 0
        and all(p.device.type == "cpu" and p.dtype == torch.float32 for p in network.parameters())
    )


def _array(tensor: Tensor | None) -> _Array:
    assert tensor is not None  # a norm without running statistics is never built
    array: _Array = tensor.detach().numpy()
    return array


def _grouped(tensors: Sequence[Tensor], layers: int) -> tuple[list[Any], list[Any]]:
    """One tuple of arrays for each layer and for each pooling."""
    arrays = [_array(tensor) for tensor in tensors]
    of_layers = layers * _LAYER
    return _tuples(arrays[:of_layers], _LAYER), _tuples(arrays[of_layers:], _POOLING)


def _tuples(arrays: list[_Array], size: int) -> list[tuple[_Array, ...]]:
    return [tuple(arrays[start : start + size]) for start in range(0, len(arrays), size)]
