"""Curves for TensorBoard, written with its own package, which is optional."""

import importlib
import io
import os
import socket
import time
from pathlib import Path
from typing import Any

from tengen.nets.packages import is_installed
from tengen.runs.events import Event, GenerationDone, LadderMatchDone, NetChecked


class TensorBoardObserver:
    """Writes the metrics of every generation and match for `tensorboard --logdir`.

    Its events and records are TensorBoard's own; its `EventFileWriter` is not used: it writes in a
    thread that prints a traceback when the folder vanishes, and a thread that prints while Python
    ends can abort the process.
    """

    def __init__(self, folder: Path) -> None:
        records = importlib.import_module("tensorboard.summary.writer.record_writer")
        self._record_writer: Any = records.RecordWriter
        self._events = importlib.import_module("tensorboard.compat.proto.event_pb2")
        self._summaries = importlib.import_module("tensorboard.compat.proto.summary_pb2")
        folder.mkdir(parents=True, exist_ok=True)
        # TensorBoard reads the files of a folder in the order of their names: the time comes first.
        seconds, nanoseconds = divmod(time.time_ns(), 10**9)
        place = f"{socket.gethostname()}.{os.getpid()}.{nanoseconds}"
        self._file = folder / f"events.out.tfevents.{seconds:010d}.{place}"
        start = self._events.Event(wall_time=time.time(), file_version="brain.Event:2")
        self._append(start.SerializeToString())

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
        self._append(event.SerializeToString())

    def _append(self, record: bytes) -> None:
        framed = io.BytesIO()
        self._record_writer(framed).write(record)
        data = framed.getvalue()
        with self._file.open("ab", buffering=0) as file:
            size = file.tell()
            if file.write(data) < len(data):
                file.truncate(size)  # a full disk: readers would stop at half a record


def tensorboard_observers(folder: Path) -> list[TensorBoardObserver]:
    """The observer for a run's curves; none if TensorBoard is missing or cannot write."""
    if not is_installed("tensorboard"):
        return []
    try:
        return [TensorBoardObserver(folder)]
    except OSError:
        return []
