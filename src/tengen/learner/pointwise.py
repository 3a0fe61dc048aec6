"""The 1x1 convolutions of all heads as one matrix product: a third of the heads' time.

Each head takes a few channels of many from the trunk. One product reads the trunk once for all of
them, and going back there is one gradient of the trunk instead of a sum of one per head. Its
columns are handed out without gaps, board by board and plane by plane, which suits the norm and the
linear layer that follow.
"""

import functools

import torch
from torch import Tensor, nn
from torch.nn import functional

from tengen.nets.modules import Convolution, Network


def use_matrix_products(network: Network) -> int:
    """Routes the first convolution of every head to the product; returns their number.

    Parameters and their names stay as they are.
    """
    heads = [network.policy, network.value, network.opponent_reply, network.soft_policy]
    convolutions = [head.conv for head in heads if isinstance(head, Convolution)]
    product = _Product(convolutions)
    for number, module in enumerate(convolutions):
        module.forward = functools.partial(product.of_head, number)  # type: ignore[method-assign]
    return len(convolutions)


class _Product:
    """All heads' convolutions of the same features; the first head that asks computes them."""

    def __init__(self, convolutions: list[nn.Conv2d]) -> None:
        self._convolutions = convolutions
        self._features: Tensor | None = None
        self._waiting: dict[int, Tensor] = {}

    def of_head(self, number: int, features: Tensor) -> Tensor:
        """[B, C, H, W] -> [B, K, H, W]. Nothing is kept once every head has its part."""
        convolution = self._convolutions[number]
        if not convolution.training:  # auxiliary heads do not ask
            return _planes(_multiply(features, [convolution]))
        if features is not self._features or number not in self._waiting:
            self._features, self._waiting = features, dict(enumerate(self._parts(features)))
        part = self._waiting.pop(number)
        if not self._waiting:
            self._features = None
        return _planes(part)

    def _parts(self, features: Tensor) -> tuple[Tensor, ...]:
        widths = [convolution.out_channels for convolution in self._convolutions]
        return torch.split(_multiply(features, self._convolutions), widths, dim=3)


def _multiply(features: Tensor, convolutions: list[nn.Conv2d]) -> Tensor:
    """[B, C, H, W] -> [B, H, W, all K]."""
    weight = torch.cat([convolution.weight.flatten(1) for convolution in convolutions])
    biases = [each.bias for each in convolutions if each.bias is not None]
    bias = torch.cat(biases) if biases else None
    return functional.linear(features.permute(0, 2, 3, 1), weight, bias)


def _planes(cells: Tensor) -> Tensor:
    """[B, H, W, K] -> [B, K, H, W], without gaps."""
    return cells.permute(0, 3, 1, 2).contiguous()
