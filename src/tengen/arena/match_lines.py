"""A match as plain lines, for logs and scripts."""

from collections.abc import Callable

from tengen.arena.match import MatchProgress
from tengen.arena.tally import Tally

_LINES_PER_MATCH = 10


class MatchLines:
    """Reports a line after every tenth of the games."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell = tell
        self._next = 0

    def show(self, progress: MatchProgress) -> None:
        """Reports the score if another tenth is complete."""
        games = progress.tally.total.games
        if games == 0 or games < self._next or games == progress.games_wanted:
            return
        step = max(1, progress.games_wanted // _LINES_PER_MATCH)
        self._next = games // step * step + step
        self._tell(f"{games} of {progress.games_wanted} games: {score_line(progress.tally)}")


def score_line(tally: Tally) -> str:
    """Points, results and Elo difference in one line."""
    return f"{tally}; {tally.elo}"
