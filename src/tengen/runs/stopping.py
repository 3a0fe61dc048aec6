"""Stops a run that another process trains, as Ctrl-C in its terminal would."""

import os
import signal

from tengen.errors import RunError
from tengen.replay.lock import Process
from tengen.runs.directory import RunDirectory


def stop_run(directory: RunDirectory) -> Process:
    """Asks the process that trains a run to finish its step and stop; raises `RunError`.

    A second request would end the process at once, so ask only once.
    """
    if not directory.exists:
        raise RunError(f"there is no run in {directory.path}")
    if not directory.is_training:
        raise RunError(f"nothing trains {directory.path}: there is nothing to stop")
    trainer = directory.trainer
    if trainer is None:
        raise RunError(f"{directory.lock} does not say which process trains: stop it yourself")
    if trainer.host != Process.own().host:
        raise RunError(f"{directory.path} is trained by {trainer}: stop it on that computer")
    _ask(trainer)
    return trainer


def _ask(trainer: Process) -> None:
    try:
        os.kill(trainer.number, signal.SIGTERM)
    except ProcessLookupError:
        pass  # it has just ended
    except OSError as error:
        raise RunError(f"{trainer} cannot be stopped ({error.strerror})") from None
