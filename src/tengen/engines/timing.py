"""How long to think: what the manager allows, less a margin learned from being late."""

from tengen.engines.info import Info

# One side seldom has more moves left than this.
_MOVES_TO_COME = 15
# Pipes, the interpreter and the manager's own clock, before anything has been measured.
_FIXED_SECONDS = 0.025
_LEAST_LATENESS_SECONDS = 0.01
_LATENESS_DECAY = 0.98
_MOST_MARGIN_SHARE = 0.8
_MOST_LAST_SHARE = 0.6
# No manager waits longer, and system timers cannot count much longer either.
_MOST_SECONDS = 7 * 24 * 3600.0


class Margin:
    """Remembers how late searches and waits ended, the worst ones longest."""

    def __init__(self) -> None:
        self._search = _LEAST_LATENESS_SECONDS
        self._wait = 0.0

    def note_search(self, seconds_late: float) -> None:
        """Records how late a search ended."""
        faded = max(_LEAST_LATENESS_SECONDS, self._search * _LATENESS_DECAY)
        self._search = max(seconds_late, faded)

    def note_wait(self, seconds_late: float) -> None:
        """Records how late a thread that only waited woke up."""
        self._wait = max(seconds_late, self._wait * _LATENESS_DECAY)

    def end_of_search(self, allowed: float) -> float:
        """After this much of the time allowed for a move, the search should end."""
        margin = _FIXED_SECONDS + self._wait + self._search + 0.02 * allowed
        return allowed - min(margin, _MOST_MARGIN_SHARE * allowed)

    def last_moment(self, allowed: float) -> float:
        """After this much of it an answer must go out, whatever the search does."""
        margin = _FIXED_SECONDS + self._wait + 0.01 * allowed
        return allowed - min(margin, _MOST_LAST_SHARE * allowed)


def seconds_allowed(info: Info) -> float:
    """The time for the next move; 0 means as fast as possible."""
    milliseconds = float(info.timeout_turn)
    match = info.match_milliseconds
    if match is not None:
        milliseconds = min(milliseconds, match / _MOVES_TO_COME)
    return min(milliseconds / 1000, _MOST_SECONDS)
