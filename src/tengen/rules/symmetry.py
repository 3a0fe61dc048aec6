"""Symmetries: how the cells of a board and the actions of a game move together."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Symmetry:
    """`cell_image[c]` is where the content of cell c goes; `action_image` likewise."""

    cell_image: tuple[int, ...]
    action_image: tuple[int, ...]

    def permute_planes(self, planes: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """The planes [C, H, W] as they look after the symmetry."""
        flat = planes.reshape(planes.shape[0], -1)
        image = np.empty_like(flat)
        image[:, list(self.cell_image)] = flat
        return image.reshape(planes.shape)


def identity(cells: int, actions: int) -> Symmetry:
    """The symmetry that moves nothing."""
    return Symmetry(tuple(range(cells)), tuple(range(actions)))


def grid_symmetry(
    width: int, height: int, move: Callable[[int, int], tuple[int, int]], extra_actions: int = 0
) -> Symmetry:
    """A symmetry of a board whose actions are its cells, from `move(row, column)`.

    `extra_actions` actions after the cells (a pass) stay where they are.
    """
    cells = []
    for cell in range(width * height):
        row, column = move(*divmod(cell, width))
        cells.append(row * width + column)
    extra = range(width * height, width * height + extra_actions)
    return Symmetry(tuple(cells), (*cells, *extra))
