"""Workers as processes of this machine."""

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from tengen.nets import Checkpoint
from tengen.runs.crew import Answer
from tengen.runs.errands import LARGEST_ANSWER, Errand, do_errand

_ENDING_SECONDS = 2.0


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    pipe: Connection
    nets: set[str] = field(default_factory=set)
    """Those that have been sent to it."""


class ProcessCrew:
    """A fixed number of processes; one that ends is replaced at once."""

    def __init__(self, workers: int) -> None:
        # Threads of the driver (torch's, the core's) do not survive a fork.
        self._start = multiprocessing.get_context("spawn")
        self._net: tuple[str, bytes] = ("", b"")
        self._workers = {f"process {number + 1}": self._started() for number in range(workers)}

    def workers(self) -> list[str]:
        """All of them: messages wait in a pipe until a new process is ready."""
        return list(self._workers)

    def pid(self, worker: str) -> int | None:
        """The process of a worker."""
        return self._workers[worker].process.pid

    def publish(self, net: Checkpoint) -> None:
        """Only the newest net is kept; a worker gets it with its next errand."""
        if net.weights_sha256 != self._net[0]:
            self._net = (net.weights_sha256, net.to_bytes())

    def send(self, worker: str, errand: Errand) -> None:
        """The net goes with the first errand that needs it."""
        to = self._workers[worker]
        digest, weights = self._net
        try:
            if digest not in to.nets:
                to.nets = {digest}
                to.pipe.send(weights)
            to.pipe.send(errand)
        except OSError:
            pass  # it has ended: `answers` finds that out

    def answers(self, seconds: float) -> list[Answer]:
        """An end of file is a process that has ended."""
        pipes = {worker.pipe: name for name, worker in self._workers.items()}
        ready = multiprocessing.connection.wait(list(pipes), seconds)
        return [self._answer(pipes[pipe]) for pipe in ready if isinstance(pipe, Connection)]

    def replace(self, worker: str) -> None:
        """By force: it may hang."""
        old = self._workers[worker]
        old.process.kill()
        old.process.join()
        old.pipe.close()
        self._workers[worker] = self._started()

    def close(self) -> None:
        """By force: nothing that they do is needed any more."""
        for worker in self._workers.values():
            worker.process.kill()
            worker.process.join(_ENDING_SECONDS)
            worker.pipe.close()

    def _answer(self, name: str) -> Answer:
        worker = self._workers[name]
        try:
            return Answer(name, worker.pipe.recv_bytes(LARGEST_ANSWER))
        except (EOFError, OSError):
            self.replace(name)
            return Answer(name, trouble=f"the process ended ({_how(worker.process)})")

    def _started(self) -> _Worker:
        ours, theirs = self._start.Pipe()
        process = self._start.Process(target=_serve, args=(theirs,), daemon=True)
        # Ctrl-C reaches every process of the terminal: one that is starting inherits the mask.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        return _Worker(process, ours)


def _how(process: BaseProcess) -> str:
    code = process.exitcode
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


def _serve(pipe: Connection) -> None:
    """Does errands until the driver is gone. Ctrl-C is the driver's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_driver, daemon=True).start()
    net: Checkpoint | None = None
    while True:
        try:
            message: bytes | Errand = pipe.recv()
        except (EOFError, OSError):
            return
        if isinstance(message, bytes):
            net = Checkpoint.from_bytes(message)
        elif net is not None:
            answer = do_errand(message, net)
            try:
                pipe.send_bytes(answer)
            except OSError:
                return


def _end_with_the_driver() -> None:
    """Ends this process, in the middle of an errand too, when its parent is gone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(0)
