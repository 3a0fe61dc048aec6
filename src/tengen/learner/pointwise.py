"""The 1x1 convolutions of the heads as matrix products: half the time of a head on the processor.

A few channels of many are all that a head takes from the trunk. Written without gaps, board by
board and plane by plane, they also suit the norm and the linear layer that follow.
"""

import functools

from torch import Tensor, nn
from torch.nn import functional

from tengen.nets.modules import Convolution, Network


def use_matrix_products(network: Network) -> int:
    """Routes the first convolution of every head to a product; returns their number.

    Parameters and their names stay as they are.
    """
    heads = [network.policy, network.value, network.opponent_reply, network.soft_policy]
    convolutions = [head.conv for head in heads if isinstance(head, Convolution)]
    for module in convolutions:
        module.forward = functools.partial(_multiply, module)  # type: ignore[method-assign]
    return len(convolutions)


def _multiply(module: nn.Conv2d, x: Tensor) -> Tensor:
    """[B, C, H, W] -> [B, K, H, W]."""
    product = functional.linear(x.permute(0, 2, 3, 1), module.weight.flatten(1), module.bias)
    return product.permute(0, 3, 1, 2).contiguous()
