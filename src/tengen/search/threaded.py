"""Shares each batch of one search between threads (SPEC M12)."""

from functools import partial

from tengen import _core
from tengen.errors import ConfigError
from tengen.search.evaluator import AnyEvaluator, CoreEvaluator, RulesEvaluator, require_threads


class ThreadedEvaluator:
    """Wraps an evaluator of the core: threads share out the planes of a batch.

    Its answers are the same, bit for bit. Asked from Python, it evaluates on one thread.
    """

    def __init__(self, inner: CoreEvaluator, threads: int) -> None:
        self.inner = inner
        self.native = _core.ThreadedEvaluator(inner.native, threads)
        self.evaluate = inner.evaluate
        self.encoding: str | None = getattr(inner, "encoding", None)


class ThreadedRulesEvaluator:
    """Wraps an evaluator by rules: threads share out the random games of a batch, if there are any.

    They change the speed, never the result.
    """

    def __init__(self, inner: RulesEvaluator, threads: int) -> None:
        self.gives_wdl = inner.gives_wdl
        self.evaluate_position = inner.evaluate_position
        self.core_choice = partial(inner.core_choice, threads)


def threaded_evaluator(
    inner: AnyEvaluator, threads: int
) -> ThreadedEvaluator | ThreadedRulesEvaluator:
    """An evaluator that uses `threads` threads for each batch; it must work in the core."""
    require_threads(threads)
    if isinstance(inner, RulesEvaluator):
        return ThreadedRulesEvaluator(inner, threads)
    if isinstance(inner, CoreEvaluator):
        return ThreadedEvaluator(inner, threads)
    raise ConfigError("only evaluators in the core can share a batch across threads")
