"""The learner: loss, optimiser, learning-rate control, running mean. Only training needs torch."""

import importlib
from typing import TYPE_CHECKING, Any

from tengen.learner.config import LearnerConfig
from tengen.learner.report import LearnerReport
from tengen.learner.state import LearnerState, load_state, save_state
from tengen.nets.packages import require_package

if TYPE_CHECKING:
    from tengen.learner.learner import Learner, SampleFunction, window_samples

__all__ = [
    "Learner",
    "LearnerConfig",
    "LearnerReport",
    "LearnerState",
    "SampleFunction",
    "load_state",
    "save_state",
    "window_samples",
]

_NEED_TORCH = ("Learner", "SampleFunction", "window_samples")


def __getattr__(name: str) -> Any:  # noqa: ANN401
    """Imports what needs torch on first use."""
    if name not in _NEED_TORCH:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require_package("torch", "training", "train")
    return getattr(importlib.import_module(f"{__name__}.learner"), name)
