"""Workers that are gone are told of once."""

from collections.abc import Callable


class Absence:
    """Tells when all workers have gone, and again only after some have been back."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._is_told = False

    def look(self, is_waiting: bool) -> bool:
        """Whether all are gone, as it was given."""
        if is_waiting and not self._is_told:
            self._tell()
        self._is_told = is_waiting
        return is_waiting
