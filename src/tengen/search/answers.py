"""Asks a Python evaluator, checks its answer and lays it out for the core."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.errors import EvaluationError
from tengen.search.evaluator import Evaluation

Array = npt.NDArray[np.float32]

_TOLERANCE = 0.01
"""Tolerance for probabilities that do not sum to 1: half-precision nets round this much."""


def ask(evaluator: Any, planes: Array, actions: int | None) -> Evaluation:  # noqa: ANN401
    """The evaluation of planes [B, C, H, W], as contiguous float32 arrays.

    `actions` is the number of logits a position must have, where it is known. An answer that
    cannot be used is an `EvaluationError`; what the evaluator itself raises goes on unchanged, with
    a note that names it.
    """
    try:
        evaluation = evaluator.evaluate(planes)
    except Exception as error:
        error.add_note(f"raised by the evaluator {name_of(evaluator)}")
        raise
    try:
        return _checked(evaluation, len(planes), actions)
    except EvaluationError as error:
        raise refusal(evaluator, error) from None


def refusal(evaluator: object, error: Exception) -> EvaluationError:
    """An error about an answer that names the evaluator."""
    return EvaluationError(f"{name_of(evaluator)}: {error}")


def name_of(evaluator: object) -> str:
    """The evaluator's type, and what it wraps."""
    name, inner = type(evaluator).__name__, getattr(evaluator, "inner", None)
    return name if inner is None else f"{name}({name_of(inner)})"


def for_core(evaluation: Evaluation) -> tuple[Array, Array, Array, Array]:
    """(logits [B, A], value [B], draw [B], moves_left [B]) of an evaluation from `ask`."""
    value, wdl, moves_left = evaluation.value, evaluation.wdl, evaluation.moves_left
    draw = np.zeros_like(value)
    if wdl is not None:
        value, draw = wdl[:, 0] - wdl[:, 2], np.ascontiguousarray(wdl[:, 1])
    if moves_left is None:
        moves_left = np.zeros_like(value)
    return evaluation.policy_logits, value, draw, moves_left


def _checked(evaluation: object, count: int, actions: int | None) -> Evaluation:
    if not isinstance(evaluation, Evaluation):
        kind = type(evaluation).__name__
        raise EvaluationError(f"the evaluator must return an Evaluation; got {kind}")
    logits = _array("policy_logits", evaluation.policy_logits, (count, actions))
    if np.isnan(logits).any() or np.isposinf(logits).any():
        raise EvaluationError("the evaluator returned a policy that is not finite")
    wdl = moves_left = None
    if evaluation.wdl is not None:
        wdl = _finite("wdl", evaluation.wdl, (count, 3))
        _refuse_no_distribution(wdl)
    if evaluation.moves_left is not None:
        moves_left = _finite("moves_left", evaluation.moves_left, (count,))
    return Evaluation(logits, _finite("value", evaluation.value, (count,)), wdl, moves_left)


def _finite(name: str, numbers: object, shape: tuple[int, ...]) -> Array:
    array = _array(name, numbers, shape)
    if not np.isfinite(array).all():
        raise EvaluationError(f"the evaluator returned a non-finite number in {name}")
    return array


def _refuse_no_distribution(wdl: Array) -> None:
    good = (wdl >= -_TOLERANCE).all(axis=1) & (abs(wdl.sum(axis=1) - 1) <= _TOLERANCE)
    if not good.all():
        first = [round(float(chance), 4) for chance in wdl[~good][0]]
        raise EvaluationError(
            "the evaluator's wdl must be win, draw and loss probabilities that sum to 1; "
            f"got {first}"
        )


def _array(name: str, numbers: Any, shape: Sequence[int | None]) -> Array:  # noqa: ANN401
    try:
        array = np.asarray(numbers)
    except Exception as error:  # such as a tensor of another device
        raise EvaluationError(f"the evaluator's {name} is not an array: {error}") from None
    fits = array.ndim == len(shape) and all(
        wanted in (None, size) for wanted, size in zip(shape, array.shape, strict=True)
    )
    if not fits:
        wanted = tuple("any" if size is None else size for size in shape)
        raise EvaluationError(f"the evaluator's {name} must have shape {wanted}; got {array.shape}")
    if array.dtype.kind not in "fiub":
        raise EvaluationError(f"the evaluator's {name} must be numbers; got {array.dtype}")
    with np.errstate(over="ignore"):  # overflow becomes infinite and is refused below
        return np.ascontiguousarray(array, np.float32)
