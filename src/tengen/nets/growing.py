"""Gives the weights of one net to another: wider, deeper, for another board or with other heads.

What the net computes stays the same as long as its heads fit:

- A new channel starts with random weights into it, so that it differs from all others, and with
  zeros from it into everything that was there before. Copied channels would need noise to become
  different from each other.
- A new block adds nothing at first: the scale of its last norm is 0.
- Global pooling added to a block starts with weights of 0.

All of them learn from the first updates on, since not all of their gradients are zero.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.errors import ArchitectureError
from tengen.nets.architecture import Architecture
from tengen.nets.layout import AUXILIARY_HEADS, tensor_shapes, trunk_kinds

Array = npt.NDArray[np.float32]
Tensors = Mapping[str, Array]


class Grown(NamedTuple):
    """The weights of the new net."""

    tensors: dict[str, Array]
    untrained: tuple[str, ...]
    """The heads that start with new weights: `policy`, `value`, `moves_left` ..."""


def grow(
    old: Architecture, tensors: Tensors, new: Architecture, start: Tensors, *, keep_heads: bool
) -> Grown:
    """The weights of a net `old` for a net `new`; raises `ArchitectureError` if they do not fit.

    `start` are untrained weights of `new`: whatever has no counterpart in the old net is taken from
    them. Without `keep_heads`, those are all heads.
    """
    require_room(old, new)
    grown = {name: np.array(tensor) for name, tensor in start.items()}
    _grow_trunk(old, tensors, new, grown)
    kept = _fitting_heads(old, new) if keep_heads else []
    for name in start:
        if (head := name.partition(".")[0]) in kept:
            known = tensors[name]
            if head == "moves_left":
                known = _with_classes(known, new.moves_left)
            grown[name] = _placed(known, start[name])
    untrained = [head for head in _heads(new) if head not in kept]
    return Grown(grown, tuple(untrained))


def require_room(old: Architecture, new: Architecture) -> None:
    """Raises `ArchitectureError` unless the trunk of a net `old` fits into that of `new`."""
    if old.family != new.family:
        raise ArchitectureError(
            f"a net of family {old.family!r} cannot become one of family {new.family!r}"
        )
    if old.planes != new.planes:
        raise ArchitectureError(
            f"this net reads {old.planes} planes; the new one would read {new.planes}"
        )
    if new.channels < old.channels:
        raise ArchitectureError(
            f"a net can become wider, not narrower: this one has {old.channels} channels, the new "
            f"one would have {new.channels}"
        )
    if new.blocks < old.blocks:
        raise ArchitectureError(
            f"a net can become deeper, not shallower: this one has {old.blocks} blocks, the new "
            f"one would have {new.blocks}"
        )
    for number, (kind, new_kind) in enumerate(
        zip(trunk_kinds(old), trunk_kinds(new), strict=False)
    ):
        if kind == "pooling" and new_kind != kind:
            raise ArchitectureError(
                f"block {number} of this net pools the whole board; with pooling_every "
                f"{new.pooling_every} it no longer would"
            )


def _grow_trunk(
    old: Architecture, tensors: Tensors, new: Architecture, grown: dict[str, Array]
) -> None:
    shapes = tensor_shapes(replace(old, pooling_every=new.pooling_every))
    for name in [name for name in grown if name.startswith("trunk.")]:
        if name in shapes:
            known = tensors[name] if name in tensors else np.zeros(shapes[name], np.float32)
            place = _placed_pooling if name.endswith(".pool.weight") else _placed
            grown[name] = place(known, grown[name])
        elif name.endswith(".norm2.weight"):
            grown[name][:] = 0


def _placed(known: Array, start: Array) -> Array:
    """The known weights in place of the first new ones; known outputs ignore all new inputs."""
    placed = np.array(start)
    placed[: len(known)] = 0
    placed[tuple(slice(length) for length in known.shape)] = known
    return placed


def _placed_pooling(known: Array, start: Array) -> Array:
    """The same where the inputs are two groups: means, then maxima."""
    groups = [each.reshape(len(each), 2, -1) for each in (known, start)]
    return _placed(*groups).reshape(start.shape)


def _with_classes(known: Array, classes: int) -> Array:
    """As many classes as the new game can last plies; new ones are as unlikely as the last."""
    more = max(0, classes - len(known))
    return np.pad(known[:classes], [(0, more)] + [(0, 0)] * (known.ndim - 1), mode="edge")


def _heads(net: Architecture) -> list[str]:
    optional = ("moves_left", *AUXILIARY_HEADS)
    return ["policy", "value", *(head for head in optional if getattr(net, head))]


def _fitting_heads(old: Architecture, new: Architecture) -> list[str]:
    """The heads of both nets that mean the same in both."""
    fits_policy, fits_value = _fits_policy(old, new), _fits_value(old, new)
    fits = {"policy": fits_policy, "value": fits_value, "moves_left": fits_value}
    fits |= dict.fromkeys(AUXILIARY_HEADS, fits_policy)
    return [head for head in _heads(old) if head in _heads(new) and fits[head]]


def _fits_policy(old: Architecture, new: Architecture) -> bool:
    same = ["policy_head", "policy_channels"]
    is_any_board = old.policy_head == "convolutional"
    same += ["has_pass"] if is_any_board else ["board", "actions"]
    return _are_equal(old, new, same)


def _fits_value(old: Architecture, new: Architecture) -> bool:
    same = ["value_head", "value_channels", "value_hidden", "value_kind"]
    return _are_equal(old, new, same if old.value_head == "pooled" else [*same, "board"])


def _are_equal(old: Architecture, new: Architecture, names: list[str]) -> bool:
    return all(getattr(old, name) == getattr(new, name) for name in names)
