"""What a net sees of a position, and what it answers."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.rules.game import Encoding
from tengen.rules.position import Position
from tengen.search import SearchConfig
from tengen.search.evaluator import AnyEvaluator, RulesEvaluator, encoding_for
from tengen.studio.both import said
from tengen.studio.microscope_shapes import Plane
from tengen.studio.shapes import Text


@dataclass(frozen=True, eq=False)
class NetView:
    """One evaluation, as the search asked for it."""

    planes: npt.NDArray[np.float32]  # [C, H, W], as the net saw them
    encoding: str
    is_turned: bool
    """Whether that is another symmetry of the position."""
    logits: npt.NDArray[np.float64]  # [A], of the position as it stands
    value: float
    wdl: tuple[float, float, float] | None
    moves_left: float | None

    def shares(self, actions: list[int]) -> npt.NDArray[np.float64]:
        """The logits of some actions as probabilities among them."""
        logits = self.logits[actions]
        weights = np.exp(logits - logits.max())
        return np.asarray(weights / weights.sum())

    def shown_planes(self) -> list[Plane]:
        """With names that people understand."""
        names = _plane_names(self.encoding, self.planes)
        return [
            Plane(name=name, values=[round(float(cell), 3) for cell in plane.ravel()])
            for name, plane in zip(names, self.planes, strict=True)
        ]


def view_net(
    position: Position[Any], evaluator: AnyEvaluator, config: SearchConfig
) -> NetView | None:
    """The evaluation of a position; None for evaluators that see no planes."""
    if isinstance(evaluator, RulesEvaluator):
        return None
    encoding = encoding_for(position.game, evaluator)
    symmetries = position.game.symmetries
    # As in core/search/leaf.hpp: the symmetry hangs on the position alone.
    number = position.hash % len(symmetries) if config.random_symmetry else 0
    planes = symmetries[number].permute_planes(position.planes(encoding))
    answer = evaluator.evaluate(planes[np.newaxis])
    image = list(symmetries[number].action_image)
    wdl = None if answer.wdl is None else answer.wdl[0].astype(float).tolist()
    return NetView(
        planes=planes,
        encoding=encoding,
        is_turned=number != 0,
        logits=answer.policy_logits[0].astype(np.float64)[image],
        value=float(answer.value[0]),
        wdl=None if wdl is None else (wdl[0], wdl[1], wdl[2]),
        moves_left=None if answer.moves_left is None else float(answer.moves_left[0]),
    )


def _plane_names(encoding: str, planes: npt.NDArray[np.float32]) -> list[Text]:
    stones = [said("microscope plane own"), said("microscope plane other")]
    flag = "yes" if planes[-1].any() else "no"
    if encoding == Encoding.THREE_PLANES:
        return [*stones, said(f"microscope plane first {flag}")]
    if encoding == Encoding.FOUR_PLANES:
        last = said("microscope plane last")
        return [*stones, last, said(f"microscope plane began {flag}")]
    return [said("microscope plane", number=number + 1) for number in range(len(planes))]
