"""How long a run has trained, and how long it will, told from outside by what it has stored."""

import calendar
import time
from dataclasses import dataclass

from tengen.replay.schema import CheckpointRow
from tengen.replay.store import RunStore
from tengen.runs.config import RunConfig
from tengen.runs.directory import RunDirectory
from tengen.runs.plan import Pace, spent_seconds

_FORM = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, slots=True)
class Outlook:
    """The time of a run, in seconds."""

    spent: float
    """Over all sessions, the present generation included while somebody trains it."""
    left: float | None
    """Until the plan is done; None before the first generation shows how long one takes."""
    share: float
    """The part of the plan that is done, from 0 to 1."""


def outlook(
    directory: RunDirectory, config: RunConfig, store: RunStore, nets: list[CheckpointRow]
) -> Outlook:
    """Reads times only; `nets` are the rows of all nets."""
    done, planned = (nets[-1].generation if nets else 0), config.run.generations
    present = _present_seconds(directory, nets)
    spent = spent_seconds(store, done) + present
    left: float | None = None
    share = done / planned
    if config.run.minutes is not None:
        left = max(0.0, 60.0 * config.run.minutes - spent)
        share = spent / (spent + left) if spent + left > 0 else 0.0
    elif done > 0:
        pace = Pace.measured(config, store, done)
        left = max(0.0, pace.seconds_left(config, done, planned) - present)
    return Outlook(spent, left, 1.0 if done >= planned else min(share, 1.0))


def _present_seconds(directory: RunDirectory, nets: list[CheckpointRow]) -> float:
    """The time of the generation under way in this session, which began with the lock."""
    if not directory.is_training:
        return 0.0
    began = directory.lock.stat().st_mtime
    if nets:
        began = max(began, seconds_since_1970(nets[-1].created))
    return max(0.0, time.time() - began)


def seconds_since_1970(created: str) -> float:
    """A time of the database; 0 if it is none."""
    try:
        return float(calendar.timegm(time.strptime(created, _FORM)))
    except ValueError:
        return 0.0
