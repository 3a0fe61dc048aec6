"""An evaluator that remembers its answers (SPEC M17)."""

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tengen import _core
from tengen.errors import ConfigError, EvaluationError
from tengen.search.answers import ask
from tengen.search.arguments import require_evaluator
from tengen.search.evaluator import (
    AnyEvaluator,
    CoreEvaluator,
    Evaluation,
    Evaluator,
    RulesEvaluator,
)
from tengen.search.one_user import Turns


@dataclass(frozen=True, slots=True)
class CacheUse:
    """Hits and misses of a cache."""

    hits: int
    misses: int

    @property
    def hit_rate(self) -> float:
        """Share of lookups that hit, 0 to 1."""
        return self.hits / max(1, self.hits + self.misses)


class CachedEvaluator:
    """Wraps an evaluator and remembers up to `megabytes` of its answers.

    An evaluator of the core stays in the core; one written in Python is wrapped in Python. One
    that goes by the rules is left as it is: equal priors are quicker made than remembered, and a
    random game is worth something because the next one is another.
    """

    encoding: str | None

    def __new__(cls, inner: AnyEvaluator, megabytes: int = 64) -> "CachedEvaluator":
        """Chooses the implementation that fits the evaluator."""
        require_evaluator(inner)
        if not isinstance(megabytes, int) or megabytes < 1:
            raise ConfigError(f"a cache needs 1 megabyte or more; got {megabytes!r}")
        if isinstance(inner, RulesEvaluator):
            return object.__new__(CachedRulesEvaluator)
        in_core = isinstance(inner, CoreEvaluator)
        return object.__new__(CachedCoreEvaluator if in_core else CachedPythonEvaluator)

    @property
    def use(self) -> CacheUse:
        """Hits and misses so far."""
        raise NotImplementedError


class CachedCoreEvaluator(CachedEvaluator):
    """Trees and threads that share it share what it remembers.

    Asked from Python, it evaluates anew: its memory is the core's.
    """

    def __init__(self, inner: CoreEvaluator, megabytes: int = 64) -> None:
        self.inner = inner
        self.native = _core.CachedEvaluator(inner.native, megabytes)
        self.evaluate = inner.evaluate
        self.encoding = getattr(inner, "encoding", None)

    @property
    def use(self) -> CacheUse:
        """Hits and misses so far."""
        return CacheUse(self.native.hits, self.native.misses)


class CachedRulesEvaluator(CachedEvaluator):
    """Caches nothing: passes every position to the evaluator it wraps."""

    encoding = None

    def __init__(self, inner: RulesEvaluator, megabytes: int = 64) -> None:
        self.gives_wdl = inner.gives_wdl
        self.evaluate_position = inner.evaluate_position
        self.core_choice = inner.core_choice

    @property
    def use(self) -> CacheUse:
        """No lookups are made."""
        return CacheUse(0, 0)


class CachedPythonEvaluator(CachedEvaluator):
    """The least recently used answers are evicted first. Thread-safe."""

    def __init__(self, inner: Evaluator, megabytes: int = 64) -> None:
        self.inner = inner
        self._turns = Turns()
        self._bytes_left = megabytes * 1_000_000
        self._answers: OrderedDict[bytes, Evaluation] = OrderedDict()
        self._hits = self._misses = 0
        self.encoding = getattr(inner, "encoding", None)

    @property
    def use(self) -> CacheUse:
        """Hits and misses so far."""
        return CacheUse(self._hits, self._misses)

    def evaluate(self, planes: npt.NDArray[np.float32]) -> Evaluation:
        """Asks the wrapped evaluator only about planes that are not cached."""
        keys = [sample.tobytes() for sample in planes]
        if not keys:
            return ask(self.inner, planes, None)
        answers = self._known(keys)
        missing = {key: row for row, key in enumerate(keys) if key not in answers}
        if missing:
            fresh = ask(self.inner, planes[list(missing.values())], None)
            for row, key in enumerate(missing):
                answers[key] = _rows(fresh, row)
        with self._turns:
            self._hits += len(keys) - len(missing)
            self._misses += len(missing)
            for key in keys:
                self._remember(key, answers[key])
        return _joined([answers[key] for key in keys])

    def _known(self, keys: list[bytes]) -> dict[bytes, Evaluation]:
        with self._turns:
            return {key: self._answers[key] for key in keys if key in self._answers}

    def _remember(self, key: bytes, answer: Evaluation) -> None:
        if key not in self._answers:
            self._bytes_left -= _size(key, answer)
        self._answers[key] = answer
        self._answers.move_to_end(key)
        while self._bytes_left < 0 and len(self._answers) > 1:
            self._bytes_left += _size(*self._answers.popitem(last=False))


def _rows(evaluation: Evaluation, row: int) -> Evaluation:
    rows = slice(row, row + 1)
    return Evaluation(
        evaluation.policy_logits[rows].copy(),
        evaluation.value[rows].copy(),
        None if evaluation.wdl is None else evaluation.wdl[rows].copy(),
        None if evaluation.moves_left is None else evaluation.moves_left[rows].copy(),
    )


def _joined(answers: list[Evaluation]) -> Evaluation:
    wdl = [answer.wdl for answer in answers if answer.wdl is not None]
    moves_left = [answer.moves_left for answer in answers if answer.moves_left is not None]
    sizes = {answer.policy_logits.shape for answer in answers}
    if len(sizes) > 1 or len(wdl) % len(answers) or len(moves_left) % len(answers):
        raise EvaluationError("the cached evaluator must return the same fields every time")
    return Evaluation(
        np.concatenate([answer.policy_logits for answer in answers]),
        np.concatenate([answer.value for answer in answers]),
        np.concatenate(wdl) if wdl else None,
        np.concatenate(moves_left) if moves_left else None,
    )


def _size(key: bytes, answer: Evaluation) -> int:
    return len(key) + answer.policy_logits.nbytes + 512
