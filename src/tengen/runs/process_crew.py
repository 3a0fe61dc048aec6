"""Workers as processes of this machine."""

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from tengen.errors import RunError
from tengen.nets import Checkpoint
from tengen.runs.crew import Answer
from tengen.runs.errands import LARGEST_ANSWER, Errand, do_errand
from tengen.runs.failed_starts import FailedStarts

_ENDING_SECONDS = 2.0
_FIRST_SECONDS = 1.0
_READY = b""
"""What a process sends when it has started."""


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    pipe: Connection
    nets: tuple[str, ...] = ()
    """Those that were sent to it last."""
    is_ready: bool = False
    """Whether it has started: it may be lost before, but not because of an errand."""
    writer: threading.Thread | None = None
    """Sends it the newest errand."""


class ProcessCrew:
    """A fixed number of processes; one that ends is replaced at once."""

    def __init__(self, workers: int) -> None:
        """Returns when the first one has started."""
        # Threads of the driver (torch's, the core's) do not survive a fork.
        self._start = multiprocessing.get_context("spawn")
        self._nets: dict[str, bytes] = {}
        self._failed_starts = FailedStarts()
        self._workers = {f"process {number + 1}": self._started() for number in range(workers)}
        while not self.workers():
            self._wait(_FIRST_SECONDS)

    def workers(self) -> list[str]:
        """Those that have started."""
        for name, worker in list(self._workers.items()):
            if not worker.is_ready and worker.pipe.poll():
                self._answer(name)
        return [name for name, worker in self._workers.items() if worker.is_ready]

    def pid(self, worker: str) -> int | None:
        """The process of a worker."""
        return self._workers[worker].process.pid

    def publish(self, *nets: Checkpoint) -> None:
        """Only these are kept; a worker gets them with its next errand."""
        known = self._nets
        self._nets = {
            net.weights_sha256: known.get(net.weights_sha256) or net.to_bytes() for net in nets
        }

    def send(self, worker: str, errand: Errand) -> None:
        """The nets go with the first errand that needs them.

        From a thread: a pipe holds little, and a process that does not read must not hold up the
        others.
        """
        to, published = self._workers[worker], tuple(self._nets)
        messages: list[list[bytes] | Errand] = [errand]
        if to.nets != published:
            to.nets = published
            messages.insert(0, list(self._nets.values()))
        to.writer = threading.Thread(target=_write, args=(to.pipe, messages), daemon=True)
        to.writer.start()

    def answers(self, seconds: float) -> list[Answer]:
        """An end of file is a process that has ended."""
        heard = [self._answer(name) for name in self._wait(seconds)]
        return [answer for answer in heard if answer is not None]

    def replace(self, worker: str) -> None:
        """By force: it may hang."""
        _end(self._workers[worker])
        self._workers[worker] = self._started()

    def close(self) -> None:
        """By force: nothing that they do is needed any more."""
        for worker in self._workers.values():
            _end(worker)

    def _wait(self, seconds: float) -> list[str]:
        """Waits no longer than this for somebody to send something, or to end."""
        pipes = {worker.pipe: name for name, worker in self._workers.items()}
        waiting = multiprocessing.connection.wait(list(pipes), seconds)
        return [pipes[pipe] for pipe in waiting if isinstance(pipe, Connection)]

    def _answer(self, name: str) -> Answer | None:
        """None: the process has only just started, or has ended before it did."""
        worker = self._workers[name]
        try:
            data = worker.pipe.recv_bytes(LARGEST_ANSWER)
        except (EOFError, OSError):
            worker.process.join(_ENDING_SECONDS)  # its own exit code, not that of being replaced
            how = _how(worker.process)
            self.replace(name)
            return self._loss(name, worker, how)
        if worker.is_ready:
            return Answer(name, data)
        worker.is_ready = data == _READY
        self._failed_starts.reset()
        return None

    def _loss(self, name: str, worker: _Worker, how: str) -> Answer | None:
        if worker.is_ready:
            return Answer(name, trouble=f"the process ended ({how})")
        if self._failed_starts.add(len(self._workers)):
            raise RunError(
                f"{self._failed_starts.count} worker processes in a row ended as soon as they had "
                f"started ({how}). All finished games are stored: add --resume to continue"
            )
        return None

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


def _write(pipe: Connection, messages: Sequence[list[bytes] | Errand]) -> None:
    try:
        for message in messages:
            pipe.send(message)
    except OSError:
        pass  # it has ended: `answers` finds that out


def _end(worker: _Worker) -> None:
    worker.process.kill()
    worker.process.join(_ENDING_SECONDS)
    if worker.writer is not None:
        worker.writer.join(_ENDING_SECONDS)  # nobody reads any more: it has ended too
    worker.pipe.close()


def _how(process: BaseProcess) -> str:
    code = process.exitcode
    if code is None:
        return "its answer could not be read"
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _serve(pipe: Connection) -> None:
    """Does errands until the driver is gone. Ctrl-C is the driver's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_driver, daemon=True).start()
    nets: dict[str, Checkpoint] = {}
    pipe.send_bytes(_READY)
    while True:
        try:
            message: list[bytes] | Errand = pipe.recv()
        except (EOFError, OSError):
            return
        if isinstance(message, list):
            nets = {net.weights_sha256: net for net in map(Checkpoint.from_bytes, message)}
        else:
            answer = do_errand(message, nets)
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
