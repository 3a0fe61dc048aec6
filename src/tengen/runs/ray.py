"""Workers as Ray actors, on this machine or on a cluster. The only file that uses Ray.

A Ray that is started here listens on this machine only, wants a token, has no dashboard and reports
nothing to anybody (docs/cluster.md says how to open it up).
"""

import logging
import os
import time
from dataclasses import dataclass
from typing import Any

from tengen.errors import RunError
from tengen.nets import Checkpoint
from tengen.nets.packages import require_package
from tengen.runs.crew import Answer
from tengen.runs.errands import Errand, do_errand

# Ray reads them when it is imported.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_AUTH_MODE", "token")
ray = require_package("ray", "training on several machines", "ray")

_LOOPBACK = "127.0.0.1"
_GROW_SECONDS = 5.0
"""How often the cluster is looked at for new machines."""
_READY_SECONDS = 120.0
"""How long the first worker may take to start."""


class Worker:
    """What an actor does: errands, with the newest net kept between them."""

    def __init__(self) -> None:
        self._digest = ""
        self._net: Checkpoint | None = None

    def ready(self) -> int:
        """Answers as soon as the process has started: its id."""
        return os.getpid()

    def do(self, errand: Errand, weights: bytes) -> bytes:
        """One errand. `Checkpoint.from_bytes` checks the weights."""
        if self._net is None or self._digest != errand.net:
            self._net, self._digest = Checkpoint.from_bytes(weights), errand.net
        return do_errand(errand, self._net)


@dataclass(slots=True)
class _Hired:
    actor: Any
    ready: Any
    """Pending until the actor has started, then None."""
    task: Any = None
    """What it is doing; None: nothing."""


class RayCrew:
    """Actors with one processor each, as many as asked for or as the cluster has room for."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        """Without an address, starts a Ray of its own; "auto" finds one that runs here."""
        self._wanted, self._owns = workers, address is None
        self._connect(address)
        self._actor = ray.remote(num_cpus=1, max_restarts=0)(Worker)
        self._weights: Any = None
        self._net = ""
        self._hired: dict[str, _Hired] = {}
        self._looked = -_GROW_SECONDS
        self._grow()
        self._await_first()

    def workers(self) -> list[str]:
        """Those that have started."""
        self._grow()
        waiting = [hired.ready for hired in self._hired.values() if hired.ready is not None]
        if waiting:
            started, _ = ray.wait(waiting, num_returns=len(waiting), timeout=0)
            for name, hired in list(self._hired.items()):
                if hired.ready in started:
                    self._welcome(name, hired)
        return [name for name, hired in self._hired.items() if hired.ready is None]

    def pid(self, worker: str) -> int:
        """The process of a worker."""
        return int(ray.get(self._hired[worker].actor.ready.remote()))

    def publish(self, net: Checkpoint) -> None:
        """Once per version, through the object store."""
        if net.weights_sha256 != self._net:
            self._net, self._weights = net.weights_sha256, ray.put(net.to_bytes())

    def send(self, worker: str, errand: Errand) -> None:
        """The weights travel as a reference."""
        hired = self._hired[worker]
        hired.task = hired.actor.do.remote(errand, self._weights)

    def answers(self, seconds: float) -> list[Answer]:
        """All that are there when the first one is."""
        tasks = {hired.task: name for name, hired in self._hired.items() if hired.task is not None}
        if not tasks:
            time.sleep(seconds)
            return []
        done, _ = ray.wait(list(tasks), num_returns=1, timeout=seconds)
        if done:
            done, _ = ray.wait(list(tasks), num_returns=len(tasks), timeout=0)
        return [self._answer(tasks[task], task) for task in done]

    def replace(self, worker: str) -> None:
        """Another actor, on whichever machine has room."""
        ray.kill(self._hired[worker].actor, no_restart=True)
        self._hire(worker)

    def close(self) -> None:
        """Ends the actors, and Ray itself if it was started here."""
        for hired in self._hired.values():
            ray.kill(hired.actor, no_restart=True)
        self._hired.clear()
        if self._owns:
            ray.shutdown()

    def _connect(self, address: str | None) -> None:
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
        try:
            if address is not None:
                ray.init(address=address, ignore_reinit_error=True, **quiet)
            elif not ray.is_initialized():
                ray.init(
                    num_cpus=self._wanted,
                    include_dashboard=False,
                    _node_ip_address=_LOOPBACK,
                    **quiet,
                )
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            reason = str(error).strip().splitlines()
            raise RunError(
                f"no Ray cluster at {address or 'this machine'} "
                f"({reason[0] if reason else type(error).__name__}): "
                "start one with ray start --head, or omit --ray"
            ) from error

    def _grow(self) -> None:
        """Hires for machines that have joined the cluster."""
        now = time.monotonic()
        if now - self._looked < _GROW_SECONDS:
            return
        self._looked = now
        for number in range(len(self._hired), self._room()):
            self._hire(f"worker {number + 1}")

    def _room(self) -> int:
        return self._wanted or int(ray.cluster_resources().get("CPU", 0))

    def _hire(self, name: str) -> None:
        actor = self._actor.remote()
        self._hired[name] = _Hired(actor, actor.ready.remote())

    def _welcome(self, name: str, hired: _Hired) -> None:
        try:
            ray.get(hired.ready)
            hired.ready = None
        except ray.exceptions.RayError:
            self._hire(name)

    def _await_first(self) -> None:
        end = time.monotonic() + _READY_SECONDS
        while not self.workers():
            if time.monotonic() > end:
                raise RunError(
                    f"no worker has started within {_READY_SECONDS:.0f} seconds: has the cluster "
                    "free processors, and is this version of tengen installed on every machine?"
                )
            time.sleep(0.05)

    def _answer(self, name: str, task: Any) -> Answer:  # noqa: ANN401
        self._hired[name].task = None
        try:
            return Answer(name, ray.get(task))
        except ray.exceptions.RayError as error:
            self.replace(name)
            return Answer(name, trouble=str(error).strip().splitlines()[0])
