"""The tensors of a checkpoint: names and shapes, derived from the architecture alone.

Names are those of the torch modules and never change within a format version:

    trunk.{i}.conv.weight                [O, I, 3, 3]    first layer; every layer of the classic net
    trunk.{i}.conv1.weight, .conv2.weight   [C, C, 3, 3]    residual blocks
    trunk.{i}.pool.weight, .pool.bias    [C, 2 * pooled_channels], [C]    global-pooling blocks
    policy.conv.weight                   [K, C, 1, 1]
    policy.linear.weight, .bias          [A, K * cells], [A]     linear head
    policy.cell.weight, .bias            [1, K, 1, 1], [1]       convolutional head
    policy.passing.weight, .bias         [1, 2 * K], [1]         ... with a pass
    value.conv.weight                    [K, C, 1, 1]
    value.hidden.weight, .bias           [V, K * cells] or [V, 2 * K], [V]
    value.output.weight, .bias           [1 or 3, V], [1 or 3]
    moves_left.weight, .bias             [L, V], [L]
    opponent_reply.*, soft_policy.*      like policy.*, used in training only

A convolution of the classic family has a bias (`conv.bias`); one of the resnet family has a batch
norm instead (`norm`, `norm1`, `norm2`: weight, bias, running_mean, running_var, [O] each).
"""

from math import prod

from tengen.nets.architecture import CLASSIC_CHANNELS, Architecture

Shapes = dict[str, tuple[int, ...]]

NORM_EPSILON = 1e-5
"""Added to the variance in every batch norm."""

AUXILIARY_HEADS = ("opponent_reply", "soft_policy")
"""Heads of the policy's form that serve training only."""

_RUNNING = ("running_mean", "running_var")


def trunk_kinds(architecture: Architecture) -> list[str]:
    """What each trunk layer is: `conv`, `residual` or `pooling`."""
    if architecture.family == "classic":
        return ["conv"] * len(CLASSIC_CHANNELS)
    every = architecture.pooling_every
    blocks = range(1, architecture.blocks + 1)
    return ["conv", *("pooling" if every and i % every == 0 else "residual" for i in blocks)]


def trunk_channels(architecture: Architecture) -> list[int]:
    """Output channels of each trunk layer."""
    if architecture.family == "classic":
        return list(CLASSIC_CHANNELS)
    return [architecture.channels] * (architecture.blocks + 1)


def pooled_channels(architecture: Architecture) -> int:
    """The number of channels that a global-pooling block pools over the board."""
    return max(1, architecture.channels // 4)


def has_norm(architecture: Architecture) -> bool:
    """Whether convolutions are followed by a batch norm (and then have no bias)."""
    return architecture.family == "resnet"


def tensor_shapes(architecture: Architecture) -> Shapes:
    """Every tensor of a checkpoint of this architecture."""
    shapes = _trunk_shapes(architecture) | _value_shapes(architecture)
    shapes |= _policy_shapes(architecture, "policy")
    for head in AUXILIARY_HEADS:
        if getattr(architecture, head):
            shapes |= _policy_shapes(architecture, head)
    return shapes


def parameter_count(architecture: Architecture) -> int:
    """The number of trained parameters, without batch-norm statistics."""
    shapes = tensor_shapes(architecture)
    return sum(prod(shape) for name, shape in shapes.items() if not name.endswith(_RUNNING))


def _trunk_shapes(architecture: Architecture) -> Shapes:
    shapes: Shapes = {}
    inputs = architecture.planes
    layers = zip(trunk_kinds(architecture), trunk_channels(architecture), strict=True)
    for index, (kind, outputs) in enumerate(layers):
        for suffix in [""] if kind == "conv" else ["1", "2"]:
            name = f"trunk.{index}.conv{suffix}"
            shapes |= _convolution_shapes(architecture, name, (outputs, inputs, 3, 3))
        if kind == "pooling":
            pooled = 2 * pooled_channels(architecture)
            shapes |= _linear_shapes(f"trunk.{index}.pool", outputs, pooled)
        inputs = outputs
    return shapes


def _convolution_shapes(
    architecture: Architecture, name: str, shape: tuple[int, int, int, int]
) -> Shapes:
    outputs = (shape[0],)
    if not has_norm(architecture):
        return {f"{name}.weight": shape, f"{name}.bias": outputs}
    norm = name.replace(".conv", ".norm")
    parts = ("weight", "bias", *_RUNNING)
    return {f"{name}.weight": shape, **{f"{norm}.{part}": outputs for part in parts}}


def _linear_shapes(name: str, outputs: int, inputs: int) -> Shapes:
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


def _policy_shapes(architecture: Architecture, head: str) -> Shapes:
    width, trunk = architecture.policy_channels, trunk_channels(architecture)[-1]
    shapes = _convolution_shapes(architecture, f"{head}.conv", (width, trunk, 1, 1))
    if architecture.policy_head == "linear":
        inputs = width * architecture.cells
        return shapes | _linear_shapes(f"{head}.linear", architecture.actions, inputs)
    shapes |= {f"{head}.cell.weight": (1, width, 1, 1), f"{head}.cell.bias": (1,)}
    if architecture.has_pass:
        shapes |= _linear_shapes(f"{head}.passing", 1, 2 * width)
    return shapes


def _value_shapes(architecture: Architecture) -> Shapes:
    width, trunk = architecture.value_channels, trunk_channels(architecture)[-1]
    hidden = architecture.value_hidden
    inputs = 2 * width if architecture.value_head == "pooled" else width * architecture.cells
    shapes = _convolution_shapes(architecture, "value.conv", (width, trunk, 1, 1))
    shapes |= _linear_shapes("value.hidden", hidden, inputs)
    shapes |= _linear_shapes("value.output", architecture.value_outputs, hidden)
    if architecture.moves_left:
        shapes |= _linear_shapes("moves_left", architecture.moves_left, hidden)
    return shapes
