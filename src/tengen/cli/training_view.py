"""A run as a picture that lives in the terminal."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tengen.cli.durations import clock
from tengen.cli.training_lines import refused_line, time_left
from tengen.cli.training_progress import Stage, TrainingProgress
from tengen.runs.events import Event, LadderMatchDone, LadderMatchPlaying, Learning, Playing
from tengen.runs.stop import Stop

_BARS = "▁▂▃▄▅▆▇█"
_BAR_WIDTH = 28
_REFRESHES_PER_SECOND = 5
_STEADY_SECONDS = 0.5
_UNKNOWN = "·"
_SUMS = ("loss/total", "loss/weight_penalty")
_PLAYING_HEADS = ("policy", "value")
_SPEEDS = {
    "selfplay/evaluations_per_second": "{:,.0f} evaluations/s",
    "selfplay/cache_hits": "{:.0%} from the cache",
    "learner/samples_per_second": "{:,.0f} samples/s learned",
}
_GAMES = {
    "replay/window": "window {:,.0f}",
    "selfplay/mean_plies": "{:.0f} plies each",
    "selfplay/first_seat_score": "first seat {:.0%}",
    "selfplay/false_resigns": "{:.0%} false resigns",
    "selfplay/games_refused": "{:.0f} refused",
}
_CHECKS = {
    "checks/win_in_one_policy": "sees {:.0%} of wins in one",
    "checks/win_in_one_value": "values them {:+.2f}",
    "checks/opening_value": "opening value {:+.2f}",
}


class TrainingView:
    """Shows the newest numbers of everything, redrawn in place."""

    def __init__(self, console: Console, stop: Stop) -> None:
        self._console = console
        self._progress = TrainingProgress(stop)

    def observe(self, event: Event) -> None:
        """Takes the event into the picture."""
        self._progress.observe(event)

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Keeps the picture on the screen, and leaves its last state there."""
        with Live(
            get_renderable=self.picture,
            console=self._console,
            refresh_per_second=_REFRESHES_PER_SECOND,
        ):
            yield

    def picture(self) -> Panel:
        """The whole panel."""
        progress = self._progress
        rows = Table.grid(padding=(0, 2, 0, 0))
        rows.add_column(style="dim", no_wrap=True)
        rows.add_column()
        rows.add_row("now", _generation(progress))
        rows.add_row("", _stage_row(progress))
        rows.add_row("speed", _speed(progress))
        rows.add_row("games", _stored(progress))
        rows.add_row("losses", _losses(progress))
        rows.add_row("learner", _learner(progress))
        rows.add_row("raw net", _raw_net(progress.metrics))
        rows.add_row("ladder", _ladder(progress.last_match))
        rows.add_row("time", _time(progress))
        for remark in _remarks(progress):
            rows.add_row("note", Text(remark, "yellow"))
        return Panel(rows, title=_title(progress), title_align="left", border_style="blue")


def _remarks(progress: TrainingProgress) -> list[str]:
    remarks = list(progress.began.remarks) if progress.began else []
    return [*remarks, refused_line(progress.refused)] if progress.refused else remarks


def _title(progress: TrainingProgress) -> Text:
    began = progress.began
    if began is None:
        return Text("getting ready")
    return Text.assemble(
        (began.game, "bold"), f" · {began.parameters:,} parameters · {began.folder}"
    )


def _stage_row(progress: TrainingProgress) -> Table:
    row = Table.grid(padding=(0, 2, 0, 0))
    for is_bar in (False, True, False):
        row.add_column(no_wrap=not is_bar, max_width=_BAR_WIDTH if is_bar else None)
    row.add_row(*_stage(progress))
    return row


def _generation(progress: TrainingProgress) -> Text:
    if progress.began is None:
        return Text("")
    present, total = progress.generation, progress.began.generations
    if present == total:
        return Text(f"{total} of {total} generations done")
    return Text.assemble("generation ", (f"{present}", "bold"), f" of {total}")


def _stage(progress: TrainingProgress) -> tuple[Text, ProgressBar | Text, Text]:
    """The name of what goes on, how far it is, and the same in numbers."""
    if progress.ended is not None:
        return Text(progress.ended.reason, "green"), Text(""), Text("")
    stage = progress.stage
    if stage is None:
        return Text("begins"), Text(""), Text("")
    name, done, wanted, unit = _described(stage)
    bar = ProgressBar(total=max(1, wanted), completed=done)
    return Text(name, "bold cyan"), bar, Text(f"{done} of {wanted} {unit}")


def _described(stage: Stage) -> tuple[str, int, int, str]:
    match stage:
        case Playing():
            return "self-play", stage.games, stage.games_wanted, "games"
        case Learning():
            return "learning", stage.batches, stage.batches_wanted, "batches"
        case LadderMatchPlaying():
            name = f"match, MCTS {stage.opponent:,}"
            return name, stage.games, stage.games_wanted, "games"


def _speed(progress: TrainingProgress) -> str:
    """Of the games being played, or of the last generation."""
    playing, metrics = progress.playing, progress.metrics
    if playing is None or playing.seconds <= _STEADY_SECONDS:
        return _joined(_games_speed(progress), *_told(metrics, _SPEEDS))
    live = {"selfplay/evaluations_per_second": playing.evaluations / playing.seconds}
    if playing.cache_hits is not None:
        live["selfplay/cache_hits"] = playing.cache_hits
    return _joined(_games_speed(progress), *_told(metrics | live, _SPEEDS))


def _games_speed(progress: TrainingProgress) -> str:
    """Of the last generation, for long games end late in theirs; before, of the present one."""
    for event in (progress.done, progress.playing):
        if event is not None and (rate := progress.games_per_second(event)) is not None:
            return f"{rate:,.1f} games/s"
    return ""


def _stored(progress: TrainingProgress) -> str:
    done, began = progress.done, progress.began
    if began is None:
        return _UNKNOWN
    games, positions = began.games, began.positions
    if done is not None:
        games, positions = done.total_games, done.total_positions
    return _joined(f"{games:,}", f"{positions:,} positions", *_told(progress.metrics, _GAMES))


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
    """The loss of each head, the two that play first."""
    heads = {
        name.removeprefix("loss/"): loss
        for name, loss in metrics.items()
        if name.startswith("loss/") and name not in _SUMS
    }
    return dict(sorted(heads.items(), key=lambda head: (head[0] not in _PLAYING_HEADS, head[0])))


def _learner(progress: TrainingProgress) -> str:
    metrics, done = progress.metrics, progress.done
    return _joined(
        *_told(metrics, {"learner/entropy": "entropy {:.2f}"}),
        _value(metrics),
        *_told(metrics, {"learner/learning_rate": "rate {:.2g}"}),
        f"{done.updates:,} updates" if done is not None and done.updates else "",
    )


def _value(metrics: dict[str, float]) -> str:
    """What the value explains of the window before and after learning, and of new games."""
    parts = {
        "learner/explained_variance_before": "value explains {:.2f}",
        "learner/explained_variance_after": " → {:.2f}",
        "learner/explained_variance_new": ", {:.2f} of new games",
    }
    return "".join(_told(metrics, parts))


def _raw_net(metrics: dict[str, float]) -> str:
    return _joined(*_told(metrics, _CHECKS))


def _told(metrics: dict[str, float], sentences: dict[str, str]) -> list[str]:
    """Those numbers that are known, each in its words."""
    return [words.format(metrics[name]) for name, words in sentences.items() if name in metrics]


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part) or _UNKNOWN


def _ladder(done: LadderMatchDone | None) -> str:
    if done is None:
        return "no match yet"
    match, state = done.match, done.state
    found = f"{match.wins} won, {match.draws} drawn, {match.losses} lost ({match.score:.0%})"
    best = " · best so far" if state.best_is_new else ""
    following = "" if state.opponent == match.opponent else f" · next {state.opponent:,}"
    return f"MCTS {match.opponent:,}: {found} · net {done.checkpoint}{best}{following}"


def _time(progress: TrainingProgress) -> Text:
    text = Text(f"{clock(progress.elapsed)} elapsed")
    if progress.ended is None:
        text.append(f" · {left}" if (left := time_left(progress)) else "")
        if progress.stop.signalled:
            text.append("   stops after this step; Ctrl-C again ends at once", "bold yellow")
        else:
            text.append("   Ctrl-C stops and saves", "dim")
    return text


def sparkline(numbers: list[float]) -> str:
    """A row of bars from the lowest to the highest number."""
    low, high = min(numbers), max(numbers)
    scale = (len(_BARS) - 1) / (high - low) if high > low else 0.0
    return "".join(_BARS[round((number - low) * scale)] for number in numbers)
