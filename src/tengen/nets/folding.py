"""Folding: a checkpoint's tensors in the form that inference runs, without batch norms.

The folded form is the contract with the core and with every other program that runs our nets:

    description   planes, height, width, actions, trunk (a list of layer kinds), policy_head,
                  value_head, value_kind, moves_left
    tensors       float32; `trunk.{i}.weight`, `policy.conv_weight` ... as named below

Only numpy is needed. A batch norm in evaluation is a scale and a shift per channel, so it becomes
part of the convolution before it; training-only heads are left out.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.errors import CheckpointError
from tengen.nets.architecture import Architecture
from tengen.nets.layout import NORM_EPSILON, has_norm, trunk_kinds

Tensors = Mapping[str, npt.NDArray[np.float32]]


class FoldedNet(NamedTuple):
    """What `tengen._core.Network` takes."""

    description: dict[str, Any]
    tensors: dict[str, npt.NDArray[np.float32]]


def fold(architecture: Architecture, tensors: Tensors) -> FoldedNet:
    """The net as inference runs it; `tensors` are those of `layout.tensor_shapes`."""
    folded: dict[str, npt.NDArray[Any]] = {}
    for index, kind in enumerate(trunk_kinds(architecture)):
        folded |= _fold_layer(architecture, tensors, index, kind)
    folded |= _fold_policy(architecture, tensors)
    folded |= _fold_value(architecture, tensors)
    return FoldedNet(_describe(architecture), _as_float32(folded))


def _describe(architecture: Architecture) -> dict[str, Any]:
    names = ("planes", "height", "width", "actions", "policy_head", "value_head", "value_kind")
    return {
        **{name: getattr(architecture, name) for name in names},
        "trunk": trunk_kinds(architecture),
        "moves_left": architecture.moves_left,
    }


def _fold_layer(
    architecture: Architecture, tensors: Tensors, index: int, kind: str
) -> dict[str, npt.NDArray[Any]]:
    layer = f"trunk.{index}"
    folded: dict[str, npt.NDArray[Any]] = {}
    for suffix in [""] if kind == "conv" else ["1", "2"]:
        weight, bias = _fold_convolution(architecture, tensors, layer, suffix)
        folded |= {f"{layer}.weight{suffix}": weight, f"{layer}.bias{suffix}": bias}
    if kind == "pooling":
        folded[f"{layer}.pool_weight"] = tensors[f"{layer}.pool.weight"]
        folded[f"{layer}.pool_bias"] = tensors[f"{layer}.pool.bias"]
    return folded


def _fold_convolution(
    architecture: Architecture, tensors: Tensors, part: str, suffix: str = ""
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Weight and bias of a convolution, in double precision where a batch norm is folded in."""
    weight = tensors[f"{part}.conv{suffix}.weight"]
    if not has_norm(architecture):
        return weight, tensors[f"{part}.conv{suffix}.bias"]
    gain, shift, mean, variance = (
        tensors[f"{part}.norm{suffix}.{name}"].astype(np.float64)
        for name in ("weight", "bias", "running_mean", "running_var")
    )
    scale = gain / np.sqrt(variance + NORM_EPSILON)  # [O]
    return weight * scale[:, None, None, None], shift - mean * scale


def _fold_policy(architecture: Architecture, tensors: Tensors) -> dict[str, npt.NDArray[Any]]:
    weight, bias = _fold_convolution(architecture, tensors, "policy")
    folded = {"policy.conv_weight": weight[:, :, 0, 0], "policy.conv_bias": bias}
    if architecture.policy_head == "linear":
        folded["policy.weight"] = tensors["policy.linear.weight"]
        folded["policy.bias"] = tensors["policy.linear.bias"]
        return folded
    folded["policy.cell_weight"] = tensors["policy.cell.weight"].reshape(-1)
    folded["policy.cell_bias"] = tensors["policy.cell.bias"]
    if architecture.has_pass:
        folded["policy.pass_weight"] = tensors["policy.passing.weight"].reshape(-1)
        folded["policy.pass_bias"] = tensors["policy.passing.bias"]
    return folded


def _fold_value(architecture: Architecture, tensors: Tensors) -> dict[str, npt.NDArray[Any]]:
    weight, bias = _fold_convolution(architecture, tensors, "value")
    folded = {
        "value.conv_weight": weight[:, :, 0, 0],
        "value.conv_bias": bias,
        "value.hidden_weight": tensors["value.hidden.weight"],
        "value.hidden_bias": tensors["value.hidden.bias"],
        "value.weight": tensors["value.output.weight"],
        "value.bias": tensors["value.output.bias"],
    }
    if architecture.moves_left:
        folded["moves_left.weight"] = tensors["moves_left.weight"]
        folded["moves_left.bias"] = tensors["moves_left.bias"]
    return folded


def _as_float32(
    folded: dict[str, npt.NDArray[Any]],
) -> dict[str, npt.NDArray[np.float32]]:
    with np.errstate(over="ignore"):
        tensors = {name: np.array(array, np.float32, order="C") for name, array in folded.items()}
    for name, tensor in tensors.items():
        if not np.isfinite(tensor).all():
            raise CheckpointError(f"the weights of {name} are too large to run in single precision")
    return tensors
