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


def make_cache(
    evaluator: NetEvaluator, cache_mb: int
) -> CachedCoreEvaluator | CachedPythonEvaluator | None:
    """The evaluator with a cache; None if no cache is wanted."""
    if not cache_mb:
        return None
    try:
        if isinstance(evaluator, NativeEvaluator):
            return CachedCoreEvaluator(evaluator, cache_mb)
        return CachedPythonEvaluator(evaluator, cache_mb)
    except (MemoryError, ValueError):
        raise ConfigError(f"not enough memory for run.cache_mb = {cache_mb}: choose less") from None
