"""A run as plain lines, for logs and pipes: one per generation and one per match."""

from rich.console import Console

from tengen.cli.console import tell
from tengen.cli.durations import about, clock
from tengen.cli.language import texts
from tengen.cli.training_progress import TrainingProgress
from tengen.runs.events import Began, Ended, Event, GamesRefused, GenerationDone, LadderMatchDone
from tengen.runs.stop import Stop
from tengen.runs.strength import Strength


class TrainingLines:
    """Prints what has been finished; says nothing in between."""

    def __init__(self, console: Console, stop: Stop) -> None:
        self._console = console
        self._progress = TrainingProgress(stop)

    def observe(self, event: Event) -> None:
        """Prints a line, if the event is worth one."""
        self._progress.observe(event)
        match event:
            case Began():
                for line in (began_line(event), *map(texts().message, event.remarks)):
                    self._print(line)
            case GamesRefused():
                self._print(refused_line(event))
            case GenerationDone():
                done = generation_line(event, self._progress)
                self._print(done + texts()("separator") + self._time())
            case LadderMatchDone():
                strength = texts().message(str(Strength.of(event.match)))
                self._print(texts()("train match", net=event.checkpoint, strength=strength))
            case Ended():
                self._print(_ended_line(event))

    def _time(self) -> str:
        speak, left = texts(), time_left(self._progress)
        elapsed = speak("elapsed", time=clock(self._progress.elapsed))
        return speak("elapsed and left", elapsed=elapsed, left=left) if left else elapsed

    def _print(self, line: str) -> None:
        tell(line, self._console)


def began_line(event: Began) -> str:
    """What is trained and where."""
    speak = texts()
    state = "train begins" if event.generation == 0 else "train goes on"
    return speak(
        "train began",
        folder=event.folder,
        game=event.game,
        parameters=f"{event.parameters:,}",
        threads=speak.counted(event.threads, "thread"),
        state=speak(state, generation=event.generation),
        generations=speak.counted(event.generations, "generation"),
    )


def generation_line(event: GenerationDone, progress: TrainingProgress) -> str:
    """The numbers of one generation."""
    speak = texts()
    generation = speak(
        "train generation",
        generation=event.generation,
        share=_of_all(event, progress),
        games=speak.counted(event.games, "game"),
        speed=_speed(event, progress),
    )
    parts = [generation, speak("train positions", positions=f"{event.total_positions:,}")]
    if event.report is not None:
        losses = ", ".join(f"{name} {loss:.3f}" for name, loss in event.report.losses.items())
        parts.append(speak("train losses", losses=losses.replace("_", "-")))
    checked = progress.checked
    if checked is not None and "checks/win_in_one_policy" in checked.checks:
        seen = f"{checked.checks['checks/win_in_one_policy']:.0%}"
        parts.append(speak("train sees", net=checked.checkpoint, seen=seen))
    return speak("separator").join(parts)


def refused_line(event: GamesRefused) -> str:
    """What was wrong with the newest of the records that were not stored."""
    speak = texts()
    return speak(
        "train refused",
        records=speak.counted(event.games, "record"),
        generation=event.generation,
        reason=speak.message(event.reason),
    )


def _ended_line(event: Ended) -> str:
    speak = texts()
    return speak(
        "train stopped",
        generations=speak.counted(event.generations_done, "generation"),
        net=event.checkpoint,
        reason=speak.message(event.reason),
    )


def _of_all(event: GenerationDone, progress: TrainingProgress) -> str:
    began = progress.began
    if began is None:
        return ""
    return texts()("train share", done=event.generation + 1, all=began.generations)


def _speed(event: GenerationDone, progress: TrainingProgress) -> str:
    rate, speak = progress.games_per_second(event), texts()
    if rate is None:
        parts = [speak("played before")]
    else:
        evaluations = speak.template("number selfplay/evaluations_per_second")
        parts = [speak("per second", rate=f"{rate:.1f}")]
        parts.append(evaluations.format(event.evaluations_per_second))
    if event.cache_hits is not None:
        parts.append(speak.template("number selfplay/cache_hits").format(event.cache_hits))
    return speak("comma").join(parts)


def time_left(progress: TrainingProgress) -> str:
    """What is left of the time given, or until the last generation; empty when not known yet."""
    estimate, budget = progress.seconds_left, progress.stop.seconds_left
    if budget is not None and (estimate is None or budget < estimate):
        return texts()("time left", time=clock(budget))
    if estimate is None or progress.generations_left <= 0:
        return ""
    return texts()("about left", time=about(estimate))
