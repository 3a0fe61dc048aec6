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
from tengen.cli.training_lines import time_left
from tengen.cli.training_progress import Stage, TrainingProgress
from tengen.runs.events import Event, GenerationDone, Learning, Measured, Measuring, Playing
from tengen.runs.stop import Stop

_BARS = "▁▂▃▄▅▆▇█"
_BAR_WIDTH = 28
_REFRESHES_PER_SECOND = 5
_STEADY_SECONDS = 0.5
_UNKNOWN = "·"


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
        rows.add_row("now", _stage_row(progress))
        rows.add_row("speed", _speed(progress))
        rows.add_row("games", _stored(progress))
        rows.add_row("losses", _losses(progress))
        rows.add_row("learner", _learner(progress.done))
        rows.add_row("raw net", _raw_net(progress.done))
        rows.add_row("ladder", _ladder(progress.measured))
        rows.add_row("time", _time(progress))
        return Panel(rows, title=_title(progress), title_align="left", border_style="blue")


def _title(progress: TrainingProgress) -> Text:
    began = progress.began
    if began is None:
        return Text("getting ready")
    return Text.assemble(
        (began.game, "bold"), f" · {began.parameters:,} parameters · {began.folder}"
    )


def _stage_row(progress: TrainingProgress) -> Table:
    row = Table.grid(padding=(0, 2, 0, 0))
    row.add_row(_generation(progress), *_stage(progress))
    return row


def _generation(progress: TrainingProgress) -> Text:
    if progress.began is None:
        return Text("")
    total = progress.began.generations
    present = min(total, total - progress.generations_left + 1)
    return Text.assemble("generation ", (f"{present}", "bold"), f" of {total}")


def _stage(progress: TrainingProgress) -> tuple[Text, ProgressBar | Text, Text]:
    """The name of what goes on, how far it is, and the same in numbers."""
    if progress.ended is not None:
        return Text(progress.ended.reason, "green"), Text(""), Text("")
    stage = progress.stage
    if stage is None:
        return Text("begins"), Text(""), Text("")
    name, done, wanted, unit = _described(stage)
    bar = ProgressBar(total=max(1, wanted), completed=done, width=_BAR_WIDTH)
    return Text(name, "bold cyan"), bar, Text(f"{done} of {wanted} {unit}")


def _described(stage: Stage) -> tuple[str, int, int, str]:
    match stage:
        case Playing():
            return "self-play", stage.games, stage.games_wanted, "games"
        case Learning():
            return "learning", stage.batches, stage.batches_wanted, "batches"
        case Measuring():
            name = f"match, MCTS {stage.opponent:,}"
            return name, stage.games, stage.games_wanted, "games"


def _speed(progress: TrainingProgress) -> str:
    """Of the games being played, or of the last generation."""
    playing, done, parts = progress.playing, progress.done, []
    if done is not None:
        parts.append(f"{done.games / max(done.play_seconds, 1e-9):,.1f} games/s")
    if playing is not None and playing.seconds > _STEADY_SECONDS:
        parts.append(f"{playing.evaluations / playing.seconds:,.0f} evaluations/s")
    elif done is not None:
        parts.append(f"{done.evaluations_per_second:,.0f} evaluations/s")
    newest = playing or done
    if newest is not None and newest.cache_hits is not None:
        parts.append(f"{newest.cache_hits:.0%} from the cache")
    if done is not None and done.report is not None:
        parts.append(f"{done.report.samples_per_second:,.0f} samples/s learned")
    return " · ".join(parts) or _UNKNOWN


def _stored(progress: TrainingProgress) -> str:
    done, began = progress.done, progress.began
    if done is None:
        return _UNKNOWN if began is None else f"{began.games:,} · {began.positions:,} positions"
    return (
        f"{done.total_games:,} · {done.total_positions:,} positions · window {done.window:,} · "
        f"{done.mean_plies:.0f} plies each · first seat {done.first_seat_score:.0%}"
    )


def _losses(progress: TrainingProgress) -> Text:
    report = progress.done.report if progress.done else None
    if report is None:
        return Text(_UNKNOWN)
    text = Text()
    for name, loss in report.losses.items():
        text.append(f"{name.replace('_', '-')} ")
        text.append(f"{loss:.3f}", "bold")
        if name == "policy" and len(progress.policy_losses) > 1:
            text.append(f" {sparkline(list(progress.policy_losses))}", "blue")
        text.append("   ")
    text.rstrip()
    return text


def _learner(done: GenerationDone | None) -> str:
    if done is None or done.report is None:
        return _UNKNOWN
    report = done.report
    before, after = report.explained_variance_before, report.explained_variance_after
    return (
        f"entropy {report.entropy:.2f} · value explains {before:.2f} → {after:.2f} · "
        f"rate {report.learning_rate:.2g} · {done.updates:,} updates"
    )


def _raw_net(done: GenerationDone | None) -> str:
    if done is None:
        return _UNKNOWN
    checks = done.checks
    parts = [f"opening value {checks['checks/opening_value']:+.2f}"]
    if "checks/win_in_one_policy" in checks:
        parts.insert(0, f"sees {checks['checks/win_in_one_policy']:.0%} of wins in one")
        parts.insert(1, f"values them {checks['checks/win_in_one_value']:+.2f}")
    return " · ".join(parts)


def _ladder(measured: Measured | None) -> str:
    if measured is None:
        return "no match yet"
    match, state = measured.match, measured.state
    found = f"{match.wins} won, {match.draws} drawn, {match.losses} lost ({match.score:.0%})"
    best = " · best so far" if state.best_is_new else ""
    following = "" if state.opponent == match.opponent else f" · next {state.opponent:,}"
    return f"MCTS {match.opponent:,}: {found} · generation {measured.generation}{best}{following}"


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
