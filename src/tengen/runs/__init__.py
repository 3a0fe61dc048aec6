"""Training runs: the loop, the run directory and observers. Only training needs torch."""

import importlib
from typing import TYPE_CHECKING, Any

from tengen.nets.packages import require_package
from tengen.runs.config import RunConfig
from tengen.runs.directory import RunDirectory, list_runs
from tengen.runs.events import Event, Observer, Observers
from tengen.runs.presets import load_preset, preset_names
from tengen.runs.results import TrainingResult
from tengen.runs.stop import Stop

if TYPE_CHECKING:
    from tengen.runs.climbing import play_next_match
    from tengen.runs.crews import make_executor, require_workers
    from tengen.runs.measured import train_and_measure
    from tengen.runs.opening import begin_run, resume_run
    from tengen.runs.run import Run
    from tengen.runs.training import train

__all__ = [
    "Event",
    "Observer",
    "Observers",
    "Run",
    "RunConfig",
    "RunDirectory",
    "Stop",
    "TrainingResult",
    "begin_run",
    "list_runs",
    "load_preset",
    "make_executor",
    "play_next_match",
    "preset_names",
    "require_workers",
    "resume_run",
    "train",
    "train_and_measure",
]

_NEED_TORCH = {
    "Run": "run",
    "begin_run": "opening",
    "make_executor": "crews",
    "require_workers": "crews",
    "play_next_match": "climbing",
    "resume_run": "opening",
    "train": "training",
    "train_and_measure": "measured",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401
    """Imports names that need torch on first use."""
    if name not in _NEED_TORCH:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require_package("torch", "training", "train")
    return getattr(importlib.import_module(f"{__name__}.{_NEED_TORCH[name]}"), name)
