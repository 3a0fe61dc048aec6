"""A run as plain lines, for logs and scripts: one per generation and one per match."""

from collections.abc import Callable, Sequence

from tengen.runs.crew_record import CrewRecord
from tengen.runs.events import (
    Began,
    Ended,
    Event,
    FinalWon,
    GamesRefused,
    GenerationDone,
    LadderMatchDone,
    NoWorkers,
    Planned,
)
from tengen.runs.progress import TrainingProgress
from tengen.runs.stop import Stop
from tengen.runs.strength import Strength
from tengen.texts.counts import counted
from tengen.texts.durations import about, clock

WAITING_LINE = "no worker is left: waiting for new ones; Ctrl-C stops, --resume continues"


class TrainingLines:
    """Reports what has been finished, a line at a time; nothing in between.

    A line is made of parts; `join` makes it, translated where another language is spoken.
    """

    def __init__(
        self,
        tell: Callable[[str], object],
        stop: Stop,
        join: Callable[[Sequence[str]], str] = "; ".join,
    ) -> None:
        self._tell, self._join = tell, join
        self._progress = TrainingProgress(stop)

    def observe(self, event: Event) -> None:
        """Reports the event if it deserves a line."""
        self._progress.observe(event)
        match event:
            case Began():
                self._line(*began_parts(event))
                for remark in event.remarks:
                    self._line(remark)
            case GamesRefused():
                self._line(refused_line(event))
            case NoWorkers():
                self._line(WAITING_LINE)
            case GenerationDone():
                self._line(*generation_parts(event, self._progress), self._time())
            case LadderMatchDone():
                self._line(f"match of net {event.checkpoint}", str(Strength.of(event.match)))
            case Planned():
                generations = counted(event.generations, "generation")
                self._line(f"planned: about {generations} in {event.minutes:.4g} minutes")
            case FinalWon():
                games = counted(event.games, "game")
                self._line(f"final of the last nets, {games}: net {event.checkpoint} won")
            case Ended():
                done = counted(event.generations_done, "generation")
                newest = f"newest net {event.checkpoint}"
                self._line(f"stopped with {done} done, {newest}: {event.reason}")

    def _line(self, *parts: str) -> None:
        self._tell(self._join(parts))

    def _time(self) -> str:
        elapsed, left = clock(self._progress.elapsed), time_left(self._progress)
        return f"{elapsed} elapsed, {left}" if left else f"{elapsed} elapsed"


def began_parts(event: Began) -> list[str]:
    """What is being trained, and where."""
    threads = counted(event.threads, "thread")
    net = f"{event.folder}: {event.game}, a net with {event.parameters:,} parameters, {threads}"
    return [net, _state_of_run(event)]


def _state_of_run(event: Began) -> str:
    """Where the run stands, and what is planned."""
    if event.plan_seconds_left is None:
        generations = counted(event.generations, "generation")
        if event.generation == 0:
            return f"new run, {generations} in total"
        return f"resumes at generation {event.generation}, {generations} in total"
    left = about(event.plan_seconds_left)
    if event.generation == 0:
        return f"new run, planned for {left}"
    return f"resumes at generation {event.generation}, {left} left of its plan"


def generation_parts(event: GenerationDone, progress: TrainingProgress) -> list[str]:
    """The metrics of one generation."""
    parts = [
        f"generation {event.generation}{_of_all(event, progress)}: {counted(event.games, 'game')}",
        *_speed(event, progress),
        f"{event.total_positions:,} positions in total",
    ]
    if event.report is not None:
        losses = ", ".join(f"{name} {loss:.3f}" for name, loss in event.report.losses.items())
        parts.append(f"losses {losses.replace('_', '-')}")
    checked = progress.checked
    if checked is not None and "checks/win_in_one_policy" in checked.checks:
        seen = checked.checks["checks/win_in_one_policy"]
        parts.append(f"net {checked.checkpoint} sees {seen:.0%} of wins in one")
    if event.crew is not None:
        parts.append(str(event.crew))
        parts += trouble_lines(event.crew)
    return parts


def trouble_lines(crew: CrewRecord) -> list[str]:
    """Why a worker was replaced last, if one was."""
    return [f"last trouble: {crew.trouble}"] if crew.trouble else []


def refused_line(event: GamesRefused) -> str:
    """How many records were refused, and why the last one was."""
    count = counted(event.games, "record")
    return f"{count} refused in generation {event.generation}, the last one: {event.reason}"


def _of_all(event: GenerationDone, progress: TrainingProgress) -> str:
    if progress.began is None or not progress.is_planned:
        return ""
    return f" ({event.generation + 1} of {progress.generations} done)"


def _speed(event: GenerationDone, progress: TrainingProgress) -> list[str]:
    rate = progress.games_per_second(event)
    parts = ["played earlier" if rate is None else f"{rate:.1f} games/s"]
    if rate is not None:
        parts.append(f"{event.evaluations_per_second:,.0f} evaluations/s")
    if event.cache_hits is not None:
        parts.append(f"{event.cache_hits:.0%} from the cache")
    return parts


def time_left(progress: TrainingProgress) -> str:
    """Time left of the limit or until the last generation; empty if not known yet."""
    estimate, budget = progress.seconds_left, progress.stop.seconds_left
    if budget is not None and (estimate is None or budget < estimate):
        return f"{clock(budget)} left of the time limit"
    if estimate is None or progress.generations_left <= 0:
        return ""
    return f"about {about(estimate)} left"
