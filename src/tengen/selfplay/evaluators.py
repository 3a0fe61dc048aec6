"""The evaluators of self-play: a net, and its cache."""

from typing import TYPE_CHECKING, Literal, TypeAlias

from tengen import nets
from tengen.errors import ConfigError
from tengen.nets import Checkpoint, NativeEvaluator
from tengen.search.cached import CachedCoreEvaluator, CachedPythonEvaluator

if TYPE_CHECKING:
    from tengen.nets import TorchEvaluator

Backend = Literal["native", "torch"]
NetEvaluator: TypeAlias = "NativeEvaluator | TorchEvaluator"


def make_evaluator(backend: Backend, net: Checkpoint) -> NetEvaluator:
    """The net in the core, or in torch on the best device; only the latter imports torch."""
    return NativeEvaluator(net) if backend == "native" else nets.TorchEvaluator(net)


Cache: TypeAlias = CachedCoreEvaluator | CachedPythonEvaluator


class KeptEvaluator:
    """The evaluator of the last net, with its cache, for further games of the same net.

    Making both takes some tens of milliseconds: much where games come in small chunks.
    """

    def __init__(self) -> None:
        self._key: tuple[str, Backend, int] | None = None
        self._made: tuple[NetEvaluator, Cache | None] | None = None

    def of(
        self, backend: Backend, net: Checkpoint, cache_mb: int
    ) -> tuple[NetEvaluator, Cache | None]:
        """The kept one if it fits, or a new one."""
        key = (net.weights_sha256, backend, cache_mb)
        if self._made is None or key != self._key:
            self._made = None  # before the new one takes its memory
            evaluator = make_evaluator(backend, net)
            self._key, self._made = key, (evaluator, make_cache(evaluator, cache_mb))
        return self._made


def make_cache(evaluator: NetEvaluator, cache_mb: int) -> Cache | None:
    """The evaluator with a cache; None if no cache is wanted."""
    if not cache_mb:
        return None
    try:
        if isinstance(evaluator, NativeEvaluator):
            return CachedCoreEvaluator(evaluator, cache_mb)
        return CachedPythonEvaluator(evaluator, cache_mb)
    except (MemoryError, ValueError):
        raise ConfigError(f"not enough memory for run.cache_mb = {cache_mb}: choose less") from None
