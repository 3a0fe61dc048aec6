"""The temperature of move selection during a game (SPEC M7)."""

from dataclasses import dataclass

from tengen.errors import ConfigError


@dataclass(frozen=True, slots=True)
class TemperatureSchedule:
    """`early` for the first `moves` moves of a game, then `late`.

    Any function of the move number (0 for the first move) can take its place.
    """

    moves: int = 10
    early: float = 1.0
    late: float = 0.0

    def __post_init__(self) -> None:
        if self.moves < 0 or self.early < 0 or self.late < 0:
            raise ConfigError(f"moves and temperatures must be 0 or more; got {self!r}")

    def __call__(self, move_number: int) -> float:
        """The temperature for this move."""
        return self.early if move_number < self.moves else self.late
