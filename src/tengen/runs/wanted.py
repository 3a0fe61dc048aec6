"""The match that a run wants to have played, for any executor."""

from collections.abc import Sequence

from tengen.nets import Checkpoint
from tengen.runs.events import NoWorkers, Observers
from tengen.runs.executor import WantedMatch
from tengen.runs.matches import MatchSettings, OnFinished
from tengen.runs.run import Run
from tengen.runs.stop import Stop


def wanted_match(
    run: Run,
    nets: Sequence[Checkpoint],
    settings: MatchSettings,
    games: int,
    on_finished: OnFinished,
    stop: Stop,
    observers: Observers,
) -> WantedMatch:
    """Only a signal stops it: the time of a run includes its matches."""
    return WantedMatch(
        nets,
        settings,
        games,
        run.game,
        on_finished,
        is_stopped=lambda: stop.signalled,
        on_waiting=lambda: observers.observe(NoWorkers(run.generation)),
    )
