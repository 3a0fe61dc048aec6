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
from tests.runs.faults import counted_writes
from tests.runs.tiny import tiny_config, train_in

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.runs.warm"])


class _Reporter:
    """Tells the parent that training has begun: signals sent earlier would test Python's start."""

    def __init__(self, begun):
        self.begun = begun

    def observe(self, _event):
        self.begun.set()


def _train(path, overrides, begun):
    stop = Stop()
    with stop.listening():
        train_in(path, tiny_config(*overrides), stop, [_Reporter(begun)])


def start_training(path, overrides):
    """A child that trains, and the event it sets once training has begun."""
    begun = _CONTEXT.Event()
    child = _CONTEXT.Process(target=_train, args=(path, overrides, begun))
    child.start()
    return child, begun


def _train_until_write(path, overrides, deadly):
    def die(number):
        if number == deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    with counted_writes(die):
        train_in(path, tiny_config(*overrides))


def train_until_write(path, overrides, deadly):
    """Trains in a child that kills itself before its write of this number; the exit code."""
    child = _CONTEXT.Process(target=_train_until_write, args=(path, overrides, deadly))
    child.start()
    child.join()
    return child.exitcode


def stored_games(path: Path):
    """The ids of the games that can be seen, from outside, at this moment."""
    if not (path / "run.db").is_file():
        return set()
    with contextlib.suppress(OSError), RunStore(path / "run.db", read_only=True) as store:
        return {row.id for row in store.newest_games(10**9)}
    return set()
