"""A live view of a match in the terminal."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tengen.arena.match import MatchProgress
from tengen.cli.language import texts
from tengen.cli.match_stop import MatchStop
from tengen.texts.durations import about, clock

_BAR_WIDTH = 40
_REFRESHES_PER_SECOND = 5


class MatchView:
    """Shows the latest numbers, redrawn in place."""

    def __init__(self, console: Console, stop: MatchStop) -> None:
        self._console = console
        self._stop = stop
        self._title = Text("")
        self._progress: MatchProgress | None = None

    def begin(self, title: str) -> None:
        """Sets the title of what is played from now on."""
        self._title = Text(title, "bold")
        self._progress = None

    def show(self, progress: MatchProgress) -> None:
        """Updates the view with the progress."""
        self._progress = progress

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Keeps the view on the screen and removes it at the end."""
        with Live(
            get_renderable=self.picture,
            console=self._console,
            refresh_per_second=_REFRESHES_PER_SECOND,
            transient=True,
        ):
            yield

    def picture(self) -> Panel:
        """The whole panel."""
        rows = Table.grid(padding=(0, 2, 0, 0))
        rows.add_column(style="dim", no_wrap=True)
        rows.add_column()
        if self._progress is None:
            rows.add_row(texts()("match games"), texts()("match begins"))
        else:
            _add_rows(rows, self._progress)
        rows.add_row("", self._hint())
        return Panel(rows, title=self._title, title_align="left", border_style="blue")

    def _hint(self) -> Text:
        if self._stop.signalled:
            return Text(texts()("match stops"), "bold yellow")
        return Text(texts()("match hint"), "dim")


def _add_rows(rows: Table, progress: MatchProgress) -> None:
    bar = Table.grid(padding=(0, 2, 0, 0))
    bar.add_column(max_width=_BAR_WIDTH)
    bar.add_column(no_wrap=True)
    total, speak = progress.games_wanted, texts()
    bar.add_row(
        ProgressBar(total=total, completed=progress.games),
        speak("count of", done=progress.games, wanted=total),
    )
    rows.add_row(speak("match games"), bar)
    rows.add_row(speak("match score"), speak.message(str(progress.tally)))
    rows.add_row(speak("match strength"), speak.message(str(progress.tally.elo)))
    if progress.sprt is not None:
        rows.add_row(speak("match test"), speak.message(str(progress.sprt)))
    rows.add_row(speak("match time"), _time(progress))


def _time(progress: MatchProgress) -> str:
    speak = texts()
    elapsed = speak("elapsed", time=clock(progress.seconds))
    if progress.games == 0:
        return elapsed
    left = progress.seconds / progress.games * (progress.games_wanted - progress.games)
    speed = progress.games / max(progress.seconds, 1e-9)
    return speak("match left", elapsed=elapsed, speed=f"{speed:.1f}", left=about(left, speak))
