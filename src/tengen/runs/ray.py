"""Workers as Ray actors, on this machine or on a cluster. The only file that uses Ray.

A Ray that is started here listens on this machine only, wants a token, has no dashboard and reports
nothing to anybody (docs/cluster.md says how to open it up).
"""

import logging
import os
import socket
import time
from dataclasses import dataclass
from typing import Any

from tengen.errors import ConfigError, RunError
from tengen.nets import Checkpoint
from tengen.nets.packages import require_package
from tengen.runs.crew import Answer
from tengen.runs.errands import Errand, do_errand

_SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_AUTH_MODE": "token",
    "RAY_worker_niceness": "0",  # workers do the run's work: they should not give way to anything
}
_ON_THIS_MACHINE = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""Despite its name, this makes Ray listen on the loopback address only, on any system."""
_LOOPBACK = "127.0.0.1"
_GROW_SECONDS = 5.0
"""How often the cluster is looked at for new machines."""
_CONNECT_SECONDS = 5.0
_READY_SECONDS = 120.0
"""How long the first worker may take to start."""


def import_ray(*, loopback: bool) -> Any:  # noqa: ANN401
    """Ray with safe settings: it reads them when it is imported."""
    for name, value in (_SETTINGS | (_ON_THIS_MACHINE if loopback else {})).items():
        os.environ.setdefault(name, value)
    return require_package("ray", "training on several machines", "ray")


def require_reachable(address: str | None) -> None:
    """Ray is installed, and somebody listens there: Ray itself would try for many minutes."""
    import_ray(loopback=address is None)
    if address is None or address == "auto":
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not (host and port.isdecimal()):
        raise ConfigError(f"--ray needs HOST:PORT, auto or local; got {address!r}")
    try:
        socket.create_connection((host, int(port)), _CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise _no_cluster(address, error) from error


def _no_cluster(address: str | None, error: Exception) -> RunError:
    reason = str(error).strip().splitlines()
    return RunError(
        f"no Ray cluster at {address or 'this machine'} "
        f"({reason[0] if reason else type(error).__name__}): "
        "start one with ray start --head, or omit --ray"
    )


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
    pid: int = 0
    """Of its process, once it has started."""


class RayCrew:
    """Actors with one processor each, as many as asked for or as the cluster has room for."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        """Without an address, starts a Ray of its own; "auto" finds one that runs here."""
        self._wanted, self._owns = workers, address is None
        self._ray = import_ray(loopback=self._owns)
        self._connect(address)
        self._require_private()
        self._actor = self._ray.remote(num_cpus=1, max_restarts=0)(Worker)
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
            started, _ = self._ray.wait(waiting, num_returns=len(waiting), timeout=0)
            for name, hired in list(self._hired.items()):
                if hired.ready in started:
                    self._welcome(name, hired)
        return [name for name, hired in self._hired.items() if hired.ready is None]

    def pid(self, worker: str) -> int:
        """The process of a worker."""
        return self._hired[worker].pid

    def publish(self, net: Checkpoint) -> None:
        """Once per version, through the object store."""
        if net.weights_sha256 != self._net:
            self._net, self._weights = net.weights_sha256, self._ray.put(net.to_bytes())

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
        done, _ = self._ray.wait(list(tasks), num_returns=1, timeout=seconds)
        if done:
            done, _ = self._ray.wait(list(tasks), num_returns=len(tasks), timeout=0)
        return [self._answer(tasks[task], task) for task in done]

    def replace(self, worker: str) -> None:
        """Another actor, on whichever machine has room."""
        self._ray.kill(self._hired[worker].actor, no_restart=True)
        self._hire(worker)

    def close(self) -> None:
        """Ends the actors, and Ray itself if it was started here."""
        for hired in self._hired.values():
            self._ray.kill(hired.actor, no_restart=True)
        self._hired.clear()
        if self._owns:
            self._ray.shutdown()

    def _connect(self, address: str | None) -> None:
        require_reachable(address)
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
        try:
            if address is not None:
                self._ray.init(address=address, ignore_reinit_error=True, **quiet)
            elif not self._ray.is_initialized():
                self._ray.init(
                    num_cpus=self._wanted,
                    include_dashboard=False,
                    _node_ip_address=_LOOPBACK,
                    **quiet,
                )
        except self._ray.exceptions.AuthenticationError as error:
            raise RunError(
                f"the Ray cluster at {address} wants its token: copy ~/.ray/auth_token from the "
                "machine that started it (ray get-auth-token --generate makes one), and start the "
                "cluster with RAY_AUTH_MODE=token"
            ) from error
        except (
            self._ray.exceptions.RayError,
            ConnectionError,
            RuntimeError,
            ValueError,
            OSError,
        ) as error:
            raise _no_cluster(address, error) from error

    def _require_private(self) -> None:
        """A Ray of our own must not listen to others."""
        if self._owns and self._ray.util.get_node_ip_address() != _LOOPBACK:
            self._ray.shutdown()
            raise RunError(
                "Ray was imported before Tengen could make it private to this machine: import "
                "tengen.runs.ray first, or start Ray yourself and give its address"
            )

    def _grow(self) -> None:
        """Hires for machines that have joined the cluster."""
        now = time.monotonic()
        if now - self._looked < _GROW_SECONDS:
            return
        self._looked = now
        for number in range(len(self._hired), self._room()):
            self._hire(f"worker {number + 1}")

    def _room(self) -> int:
        return self._wanted or int(self._ray.cluster_resources().get("CPU", 0))

    def _hire(self, name: str) -> None:
        actor = self._actor.remote()
        self._hired[name] = _Hired(actor, actor.ready.remote())

    def _welcome(self, name: str, hired: _Hired) -> None:
        try:
            hired.pid, hired.ready = self._ray.get(hired.ready), None
        except self._ray.exceptions.RayError:
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
            return Answer(name, self._ray.get(task))
        except self._ray.exceptions.RayError as error:
            self.replace(name)
            return Answer(name, trouble=str(error).strip().splitlines()[0])
