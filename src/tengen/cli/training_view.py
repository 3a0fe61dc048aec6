"""A live view of a run in the terminal."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tengen.cli.language import texts
from tengen.runs.events import (
    Event,
    FinalPlaying,
    GenerationDone,
    LadderMatchDone,
    LadderMatchPlaying,
    Learning,
    Playing,
)
from tengen.runs.progress import Stage, TrainingProgress
from tengen.runs.progress_lines import WAITING_LINE, refused_line, time_left, trouble_lines
from tengen.runs.stop import Stop
from tengen.texts.durations import clock

_BARS = "▁▂▃▄▅▆▇█"
_BAR_WIDTH = 28
_REFRESHES_PER_SECOND = 5
_STEADY_SECONDS = 0.5
_UNKNOWN = "·"
_SUMS = ("loss/total", "loss/weight_penalty")
_PLAYING_HEADS = ("policy", "value")
_SPEEDS = (
    "selfplay/evaluations_per_second",
    "selfplay/cache_hits",
    "learner/samples_per_second",
)
_GAMES = (
    "replay/window",
    "selfplay/mean_plies",
    "selfplay/first_seat_score",
    "selfplay/false_resigns",
    "selfplay/games_refused",
)
_CHECKS = ("checks/win_in_one_policy", "checks/win_in_one_value", "checks/opening_value")
_VALUE = tuple(f"learner/explained_variance_{when}" for when in ("before", "after", "new"))


class TrainingView:
    """Shows the latest numbers, redrawn in place."""

    def __init__(self, console: Console, stop: Stop) -> None:
        self._console = console
        self._progress = TrainingProgress(stop)

    def observe(self, event: Event) -> None:
        """Updates the view with an event."""
        self._progress.observe(event)

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Keeps the view on the screen, and leaves its last state there."""
        with Live(
            get_renderable=self.picture,
            console=self._console,
            refresh_per_second=_REFRESHES_PER_SECOND,
        ):
            yield

    def picture(self) -> Panel:
        """The whole panel."""
        progress, speak = self._progress, texts()
        rows = Table.grid(padding=(0, 2, 0, 0))
        rows.add_column(style="dim", no_wrap=True)
        rows.add_column()
        rows.add_row(speak("row now"), _generation(progress))
        rows.add_row("", _stage_row(progress))
        rows.add_row(speak("row speed"), _speed(progress))
        if (crew := progress.crew) is not None:
            rows.add_row(speak("row workers"), speak.message(str(crew)))
        rows.add_row(speak("row games"), _stored(progress))
        rows.add_row(speak("row losses"), _losses(progress))
        rows.add_row(speak("row learner"), _learner(progress))
        rows.add_row(speak("row raw net"), _raw_net(progress.metrics))
        rows.add_row(speak("row ladder"), _ladder(progress.last_match))
        rows.add_row(speak("row time"), _time(progress))
        for remark in _remarks(progress):
            rows.add_row(speak("row note"), Text(remark, "yellow"))
        return Panel(rows, title=_title(progress), title_align="left", border_style="blue")


def _remarks(progress: TrainingProgress) -> list[str]:
    remarks = list(progress.began.remarks) if progress.began else []
    if progress.refused:
        remarks.append(refused_line(progress.refused))
    if progress.crew is not None:
        remarks += trouble_lines(progress.crew)
    if progress.is_waiting:
        remarks.append(WAITING_LINE)
    return [texts().message(remark) for remark in remarks]


def _title(progress: TrainingProgress) -> Text:
    began = progress.began
    if began is None:
        return Text(texts()("getting ready"))
    told = texts()("view title", parameters=f"{began.parameters:,}", folder=began.folder)
    return Text.assemble((began.game, "bold"), told)


def _stage_row(progress: TrainingProgress) -> Table:
    row = Table.grid(padding=(0, 2, 0, 0))
    for is_bar in (False, True, False):
        row.add_column(no_wrap=not is_bar, max_width=_BAR_WIDTH if is_bar else None)
    row.add_row(*_stage(progress))
    return row


def _generation(progress: TrainingProgress) -> Text:
    if progress.began is None:
        return Text("")
    present, total = progress.generation, progress.generations
    if not progress.is_planned:
        return Text(texts()("view generation untold", present=present))
    if present == total:
        return Text(texts()("view all done", total=total))
    name = "view generation planned" if progress.is_timed else "view generation"
    return Text(texts()(name, present=present, total=total))


def _stage(progress: TrainingProgress) -> tuple[Text, ProgressBar | Text, Text]:
    """The name of the current stage, its progress as a bar, and in numbers."""
    if progress.ended is not None:
        return Text(texts().message(progress.ended.reason), "green"), Text(""), Text("")
    stage = progress.stage
    if stage is None:
        return Text(texts()("view begins")), Text(""), Text("")
    name, done, wanted, unit = _described(stage)
    bar = ProgressBar(total=max(1, wanted), completed=done)
    return Text(name, "bold cyan"), bar, Text(texts()(f"done {unit}", done=done, wanted=wanted))


def _described(stage: Stage) -> tuple[str, int, int, str]:
    match stage:
        case Playing():
            return texts()("view playing"), stage.games, stage.games_wanted, "games"
        case Learning():
            return texts()("view learning"), stage.batches, stage.batches_wanted, "batches"
        case LadderMatchPlaying():
            name = texts()("view match", opponent=f"{stage.opponent:,}")
            return name, stage.games, stage.games_wanted, "games"
        case FinalPlaying():
            return texts()("view final"), stage.games, stage.games_wanted, "games"


def _speed(progress: TrainingProgress) -> str:
    """Speed of the games in progress, or of the last generation."""
    playing, metrics = progress.playing, progress.metrics
    if playing is None or playing.seconds <= _STEADY_SECONDS:
        return _joined(_games_speed(progress), *_told(metrics, _SPEEDS))
    live = {"selfplay/evaluations_per_second": playing.evaluations / playing.seconds}
    if playing.cache_hits is not None:
        live["selfplay/cache_hits"] = playing.cache_hits
    return _joined(_games_speed(progress), *_told(metrics | live, _SPEEDS))


def _games_speed(progress: TrainingProgress) -> str:
    """Of the last generation, since long games end late; in the first, of the current one."""
    for event in (progress.done, progress.playing):
        if event is not None and (rate := progress.games_per_second(event)) is not None:
            return texts()("games per second", rate=f"{rate:,.1f}")
    return ""


def _stored(progress: TrainingProgress) -> str:
    done, began = progress.done, progress.began
    if began is None:
        return _UNKNOWN
    games, positions = began.games, began.positions
    if done is not None:
        games, positions = done.total_games, done.total_positions
    told = texts()("view positions", positions=f"{positions:,}")
    return _joined(f"{games:,}", told, *_told(progress.metrics, _GAMES))


def _losses(progress: TrainingProgress) -> Text:
    losses = _head_losses(progress.metrics)
    text = Text("" if losses else _UNKNOWN)
    for head, loss in losses.items():
        text.append(f"{head.replace('_', '-')} ")
        text.append(f"{loss:.3f}", "bold")
        if head == "policy" and len(progress.policy_losses) > 1:
            text.append(f" {sparkline(list(progress.policy_losses))}", "blue")
        text.append("   ")
    text.rstrip()
    return text


def _head_losses(metrics: dict[str, float]) -> dict[str, float]:
    """The loss of each head, policy and value first."""
    heads = {
        name.removeprefix("loss/"): loss
        for name, loss in metrics.items()
        if name.startswith("loss/") and name not in _SUMS
    }
    return dict(sorted(heads.items(), key=lambda head: (head[0] not in _PLAYING_HEADS, head[0])))


def _learner(progress: TrainingProgress) -> str:
    metrics = progress.metrics
    return _joined(
        *_told(metrics, ["learner/entropy"]),
        _value(metrics),
        *_told(metrics, ["learner/learning_rate"]),
        _updates(progress.done),
    )


def _updates(done: GenerationDone | None) -> str:
    if done is None or not done.updates:
        return ""
    return texts()("view updates", updates=f"{done.updates:,}")


def _value(metrics: dict[str, float]) -> str:
    """Variance explained by the value, on the window before and after learning and on new games."""
    return "".join(_told(metrics, _VALUE))


def _raw_net(metrics: dict[str, float]) -> str:
    return _joined(*_told(metrics, _CHECKS))


def _told(metrics: dict[str, float], names: Iterable[str]) -> list[str]:
    """The known numbers, each with its text."""
    speak = texts()
    known = (name for name in names if name in metrics)
    return [speak.template(f"number {name}").format(metrics[name]) for name in known]


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part) or _UNKNOWN


def _ladder(done: LadderMatchDone | None) -> str:
    speak = texts()
    if done is None:
        return speak("no match")
    match, state = done.match, done.state
    found = speak(
        "view ladder",
        opponent=f"{match.opponent:,}",
        won=match.wins,
        drawn=match.draws,
        lost=match.losses,
        score=f"{match.score:.0%}",
        net=done.checkpoint,
    )
    best = speak("best so far") if state.best_is_new else ""
    is_same = state.opponent == match.opponent
    return (
        found + best + ("" if is_same else speak("next opponent", opponent=f"{state.opponent:,}"))
    )


def _time(progress: TrainingProgress) -> Text:
    speak = texts()
    text = Text(speak("elapsed", time=clock(progress.elapsed)))
    if progress.ended is None:
        text.append(f" · {speak.message(left)}" if (left := time_left(progress)) else "")
        if progress.stop.signalled:
            text.append(speak("stops soon"), "bold yellow")
        else:
            text.append(speak("how to stop"), "dim")
    return text


def sparkline(numbers: list[float]) -> str:
    """A row of bars, scaled from the lowest to the highest number."""
    low, high = min(numbers), max(numbers)
    scale = (len(_BARS) - 1) / (high - low) if high > low else 0.0
    return "".join(_BARS[round((number - low) * scale)] for number in numbers)
