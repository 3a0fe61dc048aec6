"""The seam between the search and whatever judges positions."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What an evaluator thinks of a batch of positions, each from its side to move's view."""

    policy_logits: npt.NDArray[np.float32]  # [B, A]
    value: npt.NDArray[np.float32]  # [B], win chance minus loss chance
    wdl: npt.NDArray[np.float32] | None = None  # [B, 3], chances of win, draw and loss
    moves_left: npt.NDArray[np.float32] | None = None  # [B], expected plies to the end


class Evaluator(Protocol):
    """Anything that turns planes [B, C, H, W] into an `Evaluation`."""

    def evaluate(self, planes: npt.NDArray[np.float32]) -> Evaluation:
        """Judges a batch; a sample's answer must not depend on the rest of its batch."""
