"""Parameters that share one piece of memory, so that an optimiser treats them as one.

A small net has some forty parameters, most of them tiny: an update of each costs more in calls than
in arithmetic. The parameters stay what they are, views of the shared memory.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

import torch
from torch import Tensor, nn


class ParameterBlock:
    """Parameters in one tensor, one after the other, each in its own memory layout."""

    def __init__(self, parameters: Mapping[str, nn.Parameter]) -> None:
        """Moves the parameters: whoever keeps a view of their memory must be made afterwards."""
        self._parameters = dict(parameters)
        found = list(self._parameters.values())
        with torch.no_grad():
            whole = torch.cat([_in_memory_order(parameter) for parameter in found])
        self.whole = nn.Parameter(whole)
        """[N], what the optimiser updates."""
        for name, view in self.views(whole):
            self._parameters[name].data = view

    @property
    def names(self) -> list[str]:
        """The names of the parameters, in their order."""
        return list(self._parameters)

    @property
    def has_matrices(self) -> bool:
        """Whether these are filters and matrices rather than biases and scales."""
        return any(parameter.ndim > 1 for parameter in self._parameters.values())

    def views(self, whole: Tensor) -> Iterator[tuple[str, Tensor]]:
        """The part of every parameter in a tensor like `whole` with memory of its own, by name."""
        start = 0
        for name, parameter in self._parameters.items():
            yield name, whole.as_strided(parameter.shape, parameter.stride(), start)
            start += parameter.numel()

    def drop_gradients(self) -> None:
        """The next backward pass begins anew."""
        self.whole.grad = None
        for parameter in self._parameters.values():
            parameter.grad = None

    def gather_gradients(self) -> Tensor | None:
        """Gives `whole` the gradients of all its parameters; None if they have none."""
        gradients = [
            _laid_out_as(parameter, parameter.grad)
            for parameter in self._parameters.values()
            if parameter.grad is not None
        ]
        if not gradients:
            return None
        self.whole.grad = torch.cat(gradients)
        return self.whole.grad


def make_blocks(
    parameters: Iterable[tuple[str, nn.Parameter]], key: Callable[[str, nn.Parameter], Hashable]
) -> list[ParameterBlock]:
    """A block for every key; the parameters of a block must have gradients all or none."""
    groups: dict[Hashable, dict[str, nn.Parameter]] = {}
    for name, parameter in parameters:
        groups.setdefault(key(name, parameter), {})[name] = parameter
    return [ParameterBlock(group) for group in groups.values()]


def _in_memory_order(tensor: Tensor) -> Tensor:
    """[N], the same memory: weights have no gaps, whatever the order of their axes."""
    return tensor.as_strided((tensor.numel(),), (1,))


def _laid_out_as(parameter: Tensor, gradient: Tensor) -> Tensor:
    """The gradient in the memory order of its parameter."""
    if gradient.stride() != parameter.stride():
        gradient = torch.empty_like(parameter).copy_(gradient)
    return _in_memory_order(gradient)
