"""The learner: loss, optimiser, learning-rate control, running mean. Only training needs torch."""

import importlib
from typing import TYPE_CHECKING, Any

from tengen.learner.config import LearnerConfig
from tengen.learner.report import LearnerReport
from tengen.learner.state import LearnerState, load_state, save_state
from tengen.nets.packages import require_package

if TYPE_CHECKING:
    from tengen.learner.learner import Learner, SampleFunction, window_samples
    from tengen.learner.stage import Learned, LearnSettings, begun_with, learn, restored, untrained

__all__ = [
    "LearnSettings",
    "Learned",
    "Learner",
    "LearnerConfig",
    "LearnerReport",
    "LearnerState",
    "SampleFunction",
    "begun_with",
    "learn",
    "load_state",
    "restored",
    "save_state",
    "untrained",
    "window_samples",
]

_NEED_TORCH = {
    "Learned": "stage",
    "LearnSettings": "stage",
    "Learner": "learner",
    "SampleFunction": "learner",
    "begun_with": "stage",
    "learn": "stage",
    "restored": "stage",
    "untrained": "stage",
    "window_samples": "learner",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401
    """Imports what needs torch on first use."""
    if name not in _NEED_TORCH:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require_package("torch", "training", "train")
    return getattr(importlib.import_module(f"{__name__}.{_NEED_TORCH[name]}"), name)
