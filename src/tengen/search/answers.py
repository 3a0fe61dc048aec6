"""What a Python evaluator answers, checked and laid out for the core."""

import numpy as np
import numpy.typing as npt

from tengen.errors import EvaluationError
from tengen.search.evaluator import Evaluation

Array = npt.NDArray[np.float32]


def checked_answer(
    evaluation: Evaluation, count: int, actions: int
) -> tuple[Array, Array, Array, Array]:
    """(logits [B, A], value [B], draw [B], moves_left [B]); raises `EvaluationError`."""
    logits = _checked("policy_logits", evaluation.policy_logits, (count, actions))
    value = _checked("value", evaluation.value, (count,))
    draw, moves_left = np.zeros(count, np.float32), np.zeros(count, np.float32)
    if evaluation.wdl is not None:
        wdl = _checked("wdl", evaluation.wdl, (count, 3))
        value, draw = wdl[:, 0] - wdl[:, 2], np.ascontiguousarray(wdl[:, 1])
    if evaluation.moves_left is not None:
        moves_left = _checked("moves_left", evaluation.moves_left, (count,))
    return logits, value, draw, moves_left


def _checked(name: str, array: Array, shape: tuple[int, ...]) -> Array:
    answer = np.ascontiguousarray(array, np.float32)
    if answer.shape != shape:
        raise EvaluationError(f"the evaluator's {name} must have shape {shape}; got {answer.shape}")
    return answer
