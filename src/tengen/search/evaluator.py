"""The seam between the search and whatever evaluates positions.

The search takes `UniformEvaluator`, `RolloutEvaluator`, an evaluator that lives in the core (it
has an attribute `native`), or anything with an `evaluate` method. Evaluators compose by wrapping.
"""

from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeGuard, runtime_checkable

import numpy as np
import numpy.typing as npt

from tengen import _core
from tengen.rules.game import Game


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What an evaluator thinks of a batch of positions, each from its side to move's view."""

    policy_logits: npt.NDArray[np.float32]  # [B, A]
    value: npt.NDArray[np.float32]  # [B], win chance minus loss chance
    wdl: npt.NDArray[np.float32] | None = None  # [B, 3], chances of win, draw and loss
    moves_left: npt.NDArray[np.float32] | None = None  # [B], expected plies to the end


class Evaluator(Protocol):
    """Anything that turns planes [B, C, H, W] into an `Evaluation`.

    An evaluator made for one encoding says so in an attribute `encoding`.
    """

    def evaluate(self, planes: npt.NDArray[np.float32]) -> Evaluation:
        """Evaluates a batch; a sample's answer must not depend on the rest of its batch."""


@runtime_checkable
class CoreEvaluator(Protocol):
    """An evaluator whose work is done in the core, with no Python in between."""

    @property
    def native(self) -> _core.Evaluator:
        """The evaluator inside the core."""


@dataclass(frozen=True, slots=True)
class UniformEvaluator:
    """Knows nothing: every legal move as likely as any other, every position even."""


@dataclass(frozen=True, slots=True)
class RolloutEvaluator:
    """Pure MCTS (SPEC M10): equal priors, and one random game as the value.

    `threads` share out the random games of a batch; they change the speed, never the result.
    """

    threads: int = 1


AnyEvaluator: TypeAlias = UniformEvaluator | RolloutEvaluator | CoreEvaluator | Evaluator


def is_outside(evaluator: AnyEvaluator) -> TypeGuard[Evaluator]:
    """Whether the core must ask Python about every batch."""
    return not isinstance(evaluator, UniformEvaluator | RolloutEvaluator | CoreEvaluator)


def choose_evaluator(evaluator: AnyEvaluator, encoding: _core.Encoding) -> _core.EvaluatorChoice:
    """The evaluator as the core takes it."""
    if isinstance(evaluator, UniformEvaluator):
        return _core.EvaluatorChoice.uniform()
    if isinstance(evaluator, RolloutEvaluator):
        return _core.EvaluatorChoice.rollout(evaluator.threads)
    if isinstance(evaluator, CoreEvaluator):
        return _core.EvaluatorChoice.evaluator(evaluator.native, encoding)
    return _core.EvaluatorChoice.outside(encoding)


def encoding_for(game: Game[Any], evaluator: AnyEvaluator, asked: str | None = None) -> str:
    """The encoding asked for, or the evaluator's own, or the game's richest."""
    encoding = asked or getattr(evaluator, "encoding", None) or game.encodings[-1]
    game.plane_count(encoding)
    return str(encoding)
