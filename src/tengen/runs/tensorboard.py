"""Curves for TensorBoard, written with its own package, which is optional."""

import importlib
import time
from pathlib import Path
from typing import Any

from tengen.nets.packages import is_installed
from tengen.runs.events import Ended, Event, GenerationDone, LadderMatchDone, NetChecked


class TensorBoardObserver:
    """Writes the metrics of every generation and match for `tensorboard --logdir`."""

    def __init__(self, folder: Path) -> None:
        writer = importlib.import_module("tensorboard.summary.writer.event_file_writer")
        self._events = importlib.import_module("tensorboard.compat.proto.event_pb2")
        self._summaries = importlib.import_module("tensorboard.compat.proto.summary_pb2")
        self._writer: Any = writer.EventFileWriter(str(folder))

    def observe(self, event: Event) -> None:
        """Writes what can be plotted; write errors are ignored so that curves never end a run."""
        try:
            if isinstance(event, GenerationDone):
                self._write(event.generation, event.metrics())
            elif isinstance(event, NetChecked):
                self._write(event.generation, event.checks)
            elif isinstance(event, LadderMatchDone):
                numbers = {"score": event.match.score, "opponent": float(event.match.opponent)}
                self._write(event.generation, {f"ladder/{k}": v for k, v in numbers.items()})
            elif isinstance(event, Ended):
                self._writer.flush()
        except OSError:
            pass

    def _write(self, generation: int, numbers: dict[str, float]) -> None:
        """One point per curve; metrics of a net belong to the generation it plays."""
        values = [
            self._summaries.Summary.Value(tag=name, simple_value=value)
            for name, value in numbers.items()
        ]
        summary = self._summaries.Summary(value=values)
        event = self._events.Event(step=generation, wall_time=time.time(), summary=summary)
        self._writer.add_event(event)
        self._writer.flush()


def tensorboard_observers(folder: Path) -> list[TensorBoardObserver]:
    """The observer for a run's curves; none if TensorBoard is missing or cannot write."""
    if not is_installed("tensorboard"):
        return []
    try:
        return [TensorBoardObserver(folder)]
    except OSError:
        return []
