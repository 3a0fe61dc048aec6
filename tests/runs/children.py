"""Training in processes of their own, so that they can be killed.

A fork server imports torch once; its children begin within milliseconds.
"""

import contextlib
import multiprocessing
import os
import signal
from pathlib import Path

from tengen.replay.store import RunStore
from tengen.runs import Stop
from tengen.runs.events import GenerationDone
from tengen.runs.from_net import find_origin
from tests.runs.faults import counted_writes
from tests.runs.tiny import tiny_config, train_in

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.runs.warm"])


class _Reporter:
    """Tells the parent that training has begun: signals sent earlier would test Python's start.

    And of every generation.
    """

    def __init__(self, begun, generations):
        self.begun = begun
        self.generations = generations

    def observe(self, event):
        self.begun.set()
        if isinstance(event, GenerationDone):
            self.generations.release()


def _train(path, overrides, begun, generations):
    stop = Stop()
    with stop.listening():
        train_in(path, tiny_config(*overrides), stop, [_Reporter(begun, generations)])


class TrainingChild:
    """A process that trains; made once training has begun."""

    def __init__(self, path, overrides):
        begun, self._generations = _CONTEXT.Event(), _CONTEXT.Semaphore(0)
        arguments = (path, overrides, begun, self._generations)
        self.process = _CONTEXT.Process(target=_train, args=arguments)
        self.process.start()
        assert begun.wait(60)

    def wait_for_a_generation(self):
        """Or for the end, where none was left to train."""
        while self.process.is_alive() and not self._generations.acquire(timeout=0.02):
            pass


def _train_until_write(path, overrides, deadly, origin):
    def die(number):
        if number == deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    net = None if origin is None else find_origin(origin)
    with counted_writes(die):
        train_in(path, tiny_config(*overrides), origin=net)


def train_until_write(path, overrides, deadly, origin=None):
    """Trains in a child that kills itself before its write of this number; the exit code."""
    child = _CONTEXT.Process(target=_train_until_write, args=(path, overrides, deadly, origin))
    child.start()
    child.join()
    return child.exitcode


def stored(path: Path):
    """The ids of the games that can be seen, from outside, at this moment, and how many nets."""
    if not (path / "run.db").is_file():
        return set(), 0
    with contextlib.suppress(OSError), RunStore(path / "run.db", read_only=True) as store:
        return {row.id for row in store.newest_games(10**9)}, len(store.checkpoints())
    return set(), 0
