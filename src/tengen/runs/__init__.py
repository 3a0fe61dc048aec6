"""Training runs: the loop, the run directory, and those who watch."""

from tengen.runs.config import RunConfig, load_preset, preset_names
from tengen.runs.directory import RunDirectory, list_runs
from tengen.runs.events import Event, Observer, Observers
from tengen.runs.run import Run
from tengen.runs.stop import Stop
from tengen.runs.training import measure, train

__all__ = [
    "Event",
    "Observer",
    "Observers",
    "Run",
    "RunConfig",
    "RunDirectory",
    "Stop",
    "list_runs",
    "load_preset",
    "measure",
    "preset_names",
    "train",
]
