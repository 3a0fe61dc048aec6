"""Measures how much slower torch evaluates than the core on a machine without a GPU."""

import time
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen import nets
from tengen.nets import Checkpoint, NativeEvaluator
from tengen.rules.game import Game
from tengen.runs.config import RunConfig
from tengen.runs.stages import threads_of
from tengen.search import Evaluator

_SECONDS = 0.25
_BATCH_SECONDS = 0.1
"""Upper limit for one batch, whatever the net."""
_LARGEST_BATCH = 64
_WORTH_SAYING = 1.1


def torch_remarks(game: Game[Any], net: Checkpoint, config: RunConfig) -> list[str]:
    """A warning for a run that evaluates in torch without a GPU and would be faster in the core.

    Takes about a second; with a GPU, nothing is measured and there is no warning.
    """
    in_torch = nets.TorchEvaluator(net)
    if in_torch.device.type != "cpu":
        return []
    in_core = NativeEvaluator(net, threads=threads_of(config))
    planes = game.initial().planes(net.encoding)[None]
    batch = np.repeat(planes, _batch_size(in_core, planes), axis=0)
    core, torch = (_positions_per_second(each, batch) for each in (in_core, in_torch))
    if core < _WORTH_SAYING * torch:
        return []
    return [
        f'run.evaluator = "torch", but there is no GPU: {torch:,.0f} positions/s here against '
        f"{core:,.0f} in the core, so self-play is about {core / torch:.1f} times slower. "
        "Start the run with -o run.evaluator=native instead."
    ]


def _batch_size(evaluator: Evaluator, planes: npt.NDArray[np.float32]) -> int:
    evaluator.evaluate(planes)
    return max(1, min(_LARGEST_BATCH, int(_BATCH_SECONDS / _seconds(evaluator, planes))))


def _positions_per_second(evaluator: Evaluator, batch: npt.NDArray[np.float32]) -> float:
    """The first batch includes one-time set-up, which matters only for small nets."""
    passed = _seconds(evaluator, batch)
    if passed > _SECONDS:
        return len(batch) / passed
    passed, positions = 0.0, 0
    while passed < _SECONDS:
        passed += _seconds(evaluator, batch)
        positions += len(batch)
    return positions / passed


def _seconds(evaluator: Evaluator, batch: npt.NDArray[np.float32]) -> float:
    started = time.perf_counter()
    evaluator.evaluate(batch)
    return max(time.perf_counter() - started, 1e-6)
