"""The seam between the search and whatever evaluates positions.

There are three kinds, and the search takes them all:

    by planes    anything with `evaluate(planes)`, such as a net in torch
    in the core  the same with no Python in between: it has an attribute `native`
    by rules     needs the position itself, and may use chance: uniform priors, random games

Evaluators compose by wrapping (`CachedEvaluator`, `threaded_evaluator`); what cannot help an
evaluator, such as a memory for random games, leaves it as it is.
"""

from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, TypeGuard, runtime_checkable

import numpy as np
import numpy.typing as npt

from tengen import _core
from tengen.errors import ConfigError, GameMismatchError
from tengen.rules.contract import plane_count
from tengen.rules.game import Game
from tengen.rules.native import NativeGame
from tengen.rules.position import Position


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An evaluator's answer for a batch of positions, each from the view of its side to move."""

    policy_logits: npt.NDArray[np.float32]  # [B, A]
    value: npt.NDArray[np.float32]  # [B], probability of a win minus that of a loss
    wdl: npt.NDArray[np.float32] | None = None  # [B, 3], probabilities of win, draw and loss
    moves_left: npt.NDArray[np.float32] | None = None  # [B], expected plies to the end


class Evaluator(Protocol):
    """Anything that turns planes [B, C, H, W] into an `Evaluation`.

    An evaluator made for one encoding says so in an attribute `encoding`.
    """

    def evaluate(self, planes: npt.NDArray[np.float32]) -> Evaluation:
        """Evaluates a batch; a sample's answer must not depend on the rest of its batch."""


MOST_THREADS = 1024
"""The limit of the core, above the number of cores of any machine."""


@runtime_checkable
class CoreEvaluator(Evaluator, Protocol):
    """An evaluator by planes whose work is done in the core; a search asks it with no Python."""

    @property
    def native(self) -> _core.Evaluator:
        """The evaluator inside the core."""


@runtime_checkable
class RulesEvaluator(Protocol):
    """An evaluator that needs the position and its rules, not planes; the core has its own copy."""

    @property
    def gives_wdl(self) -> bool:
        """Whether it tells draws from even chances."""

    def evaluate_position(self, position: Position[Any], seed: int) -> Evaluation:
        """One position as a batch of one; all chance comes from the seed."""

    def core_choice(self, threads: int | None = None) -> _core.EvaluatorChoice:
        """The core's copy of it; with another number of threads if one is given."""


@dataclass(frozen=True, slots=True)
class UniformEvaluator:
    """Uniform priors and a value of 0 for every position."""

    @property
    def gives_wdl(self) -> bool:
        """It has no estimate of draws."""
        return False

    def evaluate_position(self, position: Position[Any], seed: int) -> Evaluation:
        """The same for every seed."""
        return Evaluation(_equal_logits(position), np.zeros(1, np.float32))

    def core_choice(self, threads: int | None = None) -> _core.EvaluatorChoice:
        """There is no work to share between threads."""
        return _core.EvaluatorChoice.uniform()


@dataclass(frozen=True, slots=True)
class RolloutEvaluator:
    """Pure MCTS (SPEC M10): equal priors, and one random game as the value.

    `threads` share out the random games of a batch; they change the speed, never the result.
    `tactical`: both sides of a random game take a win at once and stop the other's, which is
    slower and much stronger.
    """

    threads: int = 1
    tactical: bool = False

    def __post_init__(self) -> None:
        require_threads(self.threads)

    @property
    def gives_wdl(self) -> bool:
        """A random game ends with a win, a draw or a loss."""
        return True

    def evaluate_position(self, position: Position[Any], seed: int) -> Evaluation:
        """The game that the core plays with this seed."""
        is_native = isinstance(position.game, NativeGame)
        # For rules in another language the core draws a number and passes it on.
        number = seed if is_native else _core.Random(seed).next()
        outcome = position.playout(number, tactical=self.tactical)
        value = outcome.value_for(position.to_move)
        wdl = np.array([[value == 1, value == 0, value == -1]], np.float32)
        return Evaluation(_equal_logits(position), np.array([value], np.float32), wdl)

    def core_choice(self, threads: int | None = None) -> _core.EvaluatorChoice:
        """`threads` instead of its own, if they are given."""
        return _core.EvaluatorChoice.rollout(threads or self.threads, self.tactical)


def require_threads(threads: int) -> None:
    """Raises `ConfigError` for an invalid number of threads."""
    if not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
        raise ConfigError(f"threads must be 1 to {MOST_THREADS}; got {threads!r}")


def _equal_logits(position: Position[Any]) -> npt.NDArray[np.float32]:
    return np.zeros((1, position.game.num_actions), np.float32)


AnyEvaluator: TypeAlias = RulesEvaluator | Evaluator


def is_outside(evaluator: AnyEvaluator) -> TypeGuard[Evaluator]:
    """Whether the core must ask Python about every batch."""
    return not isinstance(evaluator, RulesEvaluator | CoreEvaluator)


def choose_evaluator(evaluator: AnyEvaluator, encoding: _core.Encoding) -> _core.EvaluatorChoice:
    """The evaluator as the core takes it."""
    if isinstance(evaluator, RulesEvaluator):
        return evaluator.core_choice()
    if isinstance(evaluator, CoreEvaluator):
        return _core.EvaluatorChoice.evaluator(evaluator.native, encoding)
    return _core.EvaluatorChoice.outside(encoding)


def refuse_other_board(game: Game[Any], evaluator: AnyEvaluator, encoding: str) -> None:
    """Raises `GameMismatchError` if an evaluator in the core is for another board or encoding."""
    found = _shape_in_core(evaluator)
    wanted = (plane_count(game, encoding), game.height, game.width, game.num_actions)
    if found not in (None, wanted):
        raise GameMismatchError(
            f"{game.name} needs an evaluator for (planes, height, width, actions) {wanted}; "
            f"this one is for {found}"
        )


def _shape_in_core(evaluator: AnyEvaluator) -> tuple[int, int, int, int] | None:
    """(planes, height, width, actions) of the net in the core, or None if there is none."""
    if not isinstance(evaluator, CoreEvaluator):
        return None
    if isinstance(evaluator.native, _core.Network):
        return evaluator.native.shape
    inner: AnyEvaluator | None = getattr(evaluator, "inner", None)
    return None if inner is None else _shape_in_core(inner)


def evaluate_position(
    evaluator: AnyEvaluator, position: Position[Any], encoding: str, seed: int
) -> Evaluation:
    """One position, a batch of one, whatever the evaluator goes by; chance comes from the seed."""
    if isinstance(evaluator, RulesEvaluator):
        return evaluator.evaluate_position(position, seed)
    return evaluator.evaluate(position.planes(encoding)[np.newaxis])


def tells(evaluator: AnyEvaluator, what: Literal["gives_wdl", "gives_moves_left"]) -> bool:
    """What is known about an evaluator's optional heads before its first answer."""
    known = evaluator.native if isinstance(evaluator, CoreEvaluator) else evaluator
    return bool(getattr(known, what, False))


def encoding_for(game: Game[Any], evaluator: AnyEvaluator, asked: str | None = None) -> str:
    """The encoding asked for, or the evaluator's own, or the game's richest."""
    encoding = asked or getattr(evaluator, "encoding", None) or game.encodings[-1]
    plane_count(game, encoding)
    return str(encoding)
