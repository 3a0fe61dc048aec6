"""A crew: workers in other processes or on other machines, each with one errand at a time."""

from dataclasses import dataclass
from typing import Protocol

from tengen.nets import Checkpoint
from tengen.runs.errands import Errand

MOST_WORKERS = 100_000


@dataclass(frozen=True, slots=True)
class Answer:
    """A worker has ended its errand, or has been lost with it."""

    worker: str
    data: bytes = b""
    """What `errands.pack` wrote."""
    trouble: str = ""
    """Why there is no data."""


class Crew(Protocol):
    """Workers by name. Lost ones are replaced under the same name."""

    def workers(self) -> list[str]:
        """Those that can be sent errands now, or are doing one."""

    def publish(self, *nets: Checkpoint) -> None:
        """Makes the nets of the coming errands known to all workers."""

    def send(self, worker: str, errand: Errand) -> None:
        """Gives an errand to a worker that has none."""

    def answers(self, seconds: float) -> list[Answer]:
        """Waits no longer than this for the first answer; returns all there are."""

    def replace(self, worker: str) -> None:
        """Ends a worker, with its errand, and starts another one in its place."""

    def close(self) -> None:
        """Ends all workers."""
