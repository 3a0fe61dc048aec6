"""Workers that end before they have started: a machine without Tengen would be tried for ever."""

_FEWEST = 5
"""So many in a row, or two for each worker, are too many."""


class FailedStarts:
    """Counts workers that have failed to start."""

    def __init__(self) -> None:
        self.count = 0
        """In a row."""

    def reset(self) -> None:
        """One has started."""
        self.count = 0

    def add(self, workers: int) -> bool:
        """Counts another one; whether these are too many for a crew of this size."""
        self.count += 1
        return self.count >= max(_FEWEST, 2 * workers)
