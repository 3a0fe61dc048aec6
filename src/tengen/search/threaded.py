"""Sharing out each batch of one search over threads (SPEC M12)."""

from dataclasses import replace

from tengen import _core
from tengen.errors import ConfigError
from tengen.search.evaluator import AnyEvaluator, CoreEvaluator, RolloutEvaluator


class ThreadedEvaluator:
    """Wraps an evaluator of the core; its answers are the same, bit for bit."""

    def __init__(self, inner: CoreEvaluator, threads: int) -> None:
        self.inner = inner
        self.native = _core.ThreadedEvaluator(inner.native, threads)
        self.encoding: str | None = getattr(inner, "encoding", None)


def threaded_evaluator(inner: AnyEvaluator, threads: int) -> ThreadedEvaluator | RolloutEvaluator:
    """An evaluator that uses `threads` threads for each batch."""
    if threads < 1:
        raise ConfigError(f"threads must be 1 or more; got {threads!r}")
    if isinstance(inner, RolloutEvaluator):
        return replace(inner, threads=threads)
    if not isinstance(inner, CoreEvaluator):
        raise ConfigError("only evaluators in the core can share a batch over threads")
    return ThreadedEvaluator(inner, threads)
