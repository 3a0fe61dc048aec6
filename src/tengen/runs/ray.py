"""Workers as Ray actors, on this machine or on a cluster. The only file that uses Ray.

A Ray that is started here listens on this machine only, requires a token, has no dashboard and
reports nothing to anybody (docs/cluster.md says how to open it up).
"""

import importlib.metadata
import logging
import os
import re
import socket
import time
from dataclasses import dataclass
from typing import Any

from tengen.errors import ConfigError, RunError
from tengen.nets import Checkpoint
from tengen.nets.packages import require_package
from tengen.runs.crew import Answer
from tengen.runs.errands import Errand, do_errand, with_backend
from tengen.runs.failed_starts import FailedStarts
from tengen.selfplay.evaluators import Backend

_SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_AUTH_MODE": "token",
    # Ray's reports of lost workers and machines, which log_to_driver=False leaves on: they would
    # break the live view, and the run shows its losses itself.
    "RAY_DEDUP_LOGS_SKIP_REGEX": "^",
    "RAY_worker_niceness": "0",  # workers do the run's work: they should not give way to anything
}
_ON_THIS_MACHINE = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""Despite its name, this makes Ray listen on the loopback address only, on any system."""
_LOOPBACK = "127.0.0.1"
_GROW_SECONDS = 5.0
"""How often the cluster is looked at for new machines."""
_CONNECT_SECONDS = 5.0
_MOST_NETS = 4
"""References that are kept: those that play, and those of a match in between."""
_READY_SECONDS = 120.0
"""How long the first worker may take to start."""


_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


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


def connect(ray: Any, address: str | None, workers: int | None = None) -> None:  # noqa: ANN401
    """Connects to a cluster, or starts a Ray of this machine, unless that has been done before."""
    require_reachable(address)
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if address is not None:
            ray.init(address=address, ignore_reinit_error=True, **quiet)
        elif not ray.is_initialized():
            ray.init(num_cpus=workers, include_dashboard=False, _node_ip_address=_LOOPBACK, **quiet)
    except ray.exceptions.AuthenticationError as error:
        raise RunError(
            f"the Ray cluster at {address} requires its token: copy ~/.ray/auth_token from the "
            "machine that started it (ray get-auth-token --generate makes one), and start the "
            "cluster with RAY_AUTH_MODE=token"
        ) from error
    except (ray.exceptions.RayError, ConnectionError, RuntimeError, ValueError, OSError) as error:
        raise _no_cluster(address, error) from error


def _no_cluster(address: str | None, error: Exception) -> RunError:
    return RunError(
        f"no Ray cluster at {address or 'this machine'} ({reason_of(error)}): "
        "start one with ray start --head, or omit --ray"
    )


def reason_of(error: Exception, line: int = 0) -> str:
    """One line of what Ray says, without colours."""
    lines = _COLOURS.sub("", str(error)).strip().splitlines()
    return lines[line].strip() if lines else type(error).__name__


def require_same_version(worker: str, version: str) -> None:
    """Another version may play other games with the same numbers."""
    own = importlib.metadata.version("tengen")
    if version != own:
        raise RunError(
            f"{worker} runs tengen {version}, this machine {own}: install the same version on "
            "every machine, then add --resume to continue"
        )


class Worker:
    """What an actor does: errands, with their nets kept for the next ones."""

    def __init__(self) -> None:
        self._nets: dict[str, Checkpoint] = {}

    def ready(self) -> tuple[int, str]:
        """Answers as soon as the process has started: its id, and the version of Tengen."""
        return os.getpid(), importlib.metadata.version("tengen")

    def do(self, errand: Errand, *weights: bytes) -> bytes:
        """One errand. `Checkpoint.from_bytes` checks the weights."""
        if tuple(self._nets) != errand.nets:
            nets = map(Checkpoint.from_bytes, weights)
            self._nets = {net.weights_sha256: net for net in nets}
        return do_errand(errand, self._nets)


@dataclass(slots=True)
class _Hired:
    actor: Any
    has_gpu: bool
    ready: Any
    """Pending until the actor has started, then None."""
    task: Any = None
    """What it is doing; None: nothing."""
    pid: int = 0
    """Of its process, once it has started."""


class RayCrew:
    """Actors with one processor each, as many as asked for or as the cluster has room for.

    Where a run evaluates with torch, one actor for each GPU does so; those without one use the
    core, which is faster on a processor. Without GPUs each evaluates with torch and one thread. How
    many positions a GPU gets at once is up to `selfplay.games_at_once` and to the size of a chunk,
    which grows with the speed of its worker.
    """

    def __init__(
        self,
        address: str | None = None,
        workers: int | None = None,
        evaluator: Backend = "native",
    ) -> None:
        """Without an address, starts a Ray of its own; "auto" finds one that runs here."""
        self._wanted, self._evaluator = workers, evaluator
        self._ray = import_ray(loopback=address is None)
        self._owns = address is None and not self._ray.is_initialized()
        connect(self._ray, address, workers)
        self._require_private()
        self._actor = self._ray.remote(num_cpus=1, max_restarts=0)(Worker)
        self._weights: dict[str, Any] = {}
        """References to published nets."""
        self._hired: dict[str, _Hired] = {}
        self._failed_starts = FailedStarts()
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

    def publish(self, *nets: Checkpoint) -> None:
        """Once per version, through the object store; a match in between changes nothing."""
        for net in nets:
            digest = net.weights_sha256
            self._weights[digest] = self._weights.pop(digest, None) or self._ray.put(net.to_bytes())
        for old in list(self._weights)[:-_MOST_NETS]:
            del self._weights[old]

    def send(self, worker: str, errand: Errand) -> None:
        """The weights travel as a reference."""
        hired = self._hired[worker]
        weights = [self._weights[digest] for digest in errand.nets]
        hired.task = hired.actor.do.remote(self._suited(errand, hired), *weights)

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
        old = self._hired[worker]
        self._ray.kill(old.actor, no_restart=True)
        self._hire(worker, has_gpu=old.has_gpu)

    def close(self) -> None:
        """Ends the actors, and Ray itself if it was started here."""
        for hired in self._hired.values():
            self._ray.kill(hired.actor, no_restart=True)
        self._hired.clear()
        if self._owns:
            self._ray.shutdown()

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
        resources = self._ray.cluster_resources()
        gpus = int(resources.get("GPU", 0)) if self._evaluator == "torch" else 0
        for _ in range(len(self._hired), self._wanted or int(resources.get("CPU", 0))):
            with_gpu = sum(hired.has_gpu for hired in self._hired.values())
            if with_gpu < gpus:
                self._hire(f"GPU worker {with_gpu + 1}", has_gpu=True)
            else:
                self._hire(f"worker {len(self._hired) - with_gpu + 1}", has_gpu=False)

    def _hire(self, name: str, *, has_gpu: bool) -> None:
        actor = self._actor.options(num_gpus=int(has_gpu)).remote()
        self._hired[name] = _Hired(actor, has_gpu, actor.ready.remote())

    def _suited(self, errand: Errand, hired: _Hired) -> Errand:
        """The errand for a worker with a GPU or without one."""
        if hired.has_gpu or not any(each.has_gpu for each in self._hired.values()):
            return errand
        return with_backend(errand, "native")

    def _welcome(self, name: str, hired: _Hired) -> None:
        try:
            hired.pid, version = self._ray.get(hired.ready)
        except self._ray.exceptions.RayError as error:
            self._count_failed_start(self._reason_of(error))
            self._hire(name, has_gpu=hired.has_gpu)
            return
        require_same_version(name, version)
        hired.ready = None
        self._failed_starts.reset()

    def _count_failed_start(self, reason: str) -> None:
        if self._failed_starts.add(len(self._hired)):
            raise RunError(
                f"{self._failed_starts.count} Ray actors in a row ended as soon as they had "
                f"started ({reason}). Is this version of tengen installed on every machine? All "
                "finished games are stored: add --resume to continue"
            )

    def _await_first(self) -> None:
        end = time.monotonic() + _READY_SECONDS
        while not self.workers():
            if time.monotonic() > end:
                raise RunError(
                    f"no worker has started within {_READY_SECONDS:.0f} seconds: does the "
                    "cluster have free processors, and is this version of tengen installed on "
                    "every machine?"
                )
            time.sleep(0.05)

    def _answer(self, name: str, task: Any) -> Answer:  # noqa: ANN401
        self._hired[name].task = None
        try:
            return Answer(name, self._ray.get(task))
        except self._ray.exceptions.RayError as error:
            self.replace(name)
            return Answer(name, trouble=self._reason_of(error))

    def _reason_of(self, error: Exception) -> str:
        """Of an exception at the worker the last line; Ray itself begins with the reason."""
        is_traceback = isinstance(error, self._ray.exceptions.RayTaskError)
        return reason_of(error, line=-1 if is_traceback else 0)
