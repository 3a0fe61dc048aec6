"""What evaluates positions while a run plays: the newest net, and its memory."""

from tengen.errors import ConfigError
from tengen.nets import Checkpoint, NativeEvaluator, TorchEvaluator
from tengen.runs.config import LoopConfig
from tengen.search.cached import CachedCoreEvaluator, CachedPythonEvaluator


def make_evaluator(config: LoopConfig, net: Checkpoint) -> NativeEvaluator | TorchEvaluator:
    """The net in the core, or in torch on the best device there is."""
    return NativeEvaluator(net) if config.evaluator == "native" else TorchEvaluator(net)


def make_cache(
    config: LoopConfig, evaluator: NativeEvaluator | TorchEvaluator
) -> CachedCoreEvaluator | CachedPythonEvaluator | None:
    """The same with a memory; None when the run wants none."""
    if not config.cache_mb:
        return None
    try:
        if isinstance(evaluator, NativeEvaluator):
            return CachedCoreEvaluator(evaluator, config.cache_mb)
        return CachedPythonEvaluator(evaluator, config.cache_mb)
    except MemoryError:
        raise ConfigError(
            f"there is no memory for run.cache_mb = {config.cache_mb}: choose less"
        ) from None
