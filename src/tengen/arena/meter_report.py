"""The results of the exact meter, for tables and JSON."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tengen.arena.exact_positions import ExactPosition
from tengen.arena.intervals import mean_interval, wilson_interval

PHASES = ("opening", "middle", "end")
DIFFICULTIES = ("easy", "medium", "hard")
_BINS = 10


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its 95 % interval."""

    count: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, facts: Iterable[bool]) -> "Share":
        """The share of true values."""
        known = list(facts)
        share = sum(known) / len(known) if known else 0.0
        return cls(len(known), share, *wilson_interval(share, len(known)))


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its 95 % interval."""

    count: int
    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> "Mean":
        """The mean of non-negative numbers such as errors; 0 without any."""
        mean = sum(numbers) / len(numbers) if numbers else 0.0
        low, high = mean_interval(numbers)
        return cls(len(numbers), mean, max(0.0, low), high)


@dataclass(frozen=True, slots=True)
class MoveShares:
    """Shares of moves that keep the value, and of moves that are best possible."""

    keeps: Share
    best: Share


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Positions with predicted points (0 to 1) in one range, and their exact points."""

    low: float
    high: float
    count: int
    predicted: float
    real: float
    real_low: float
    real_high: float
    """95 % interval of the exact points."""


@dataclass(frozen=True, slots=True)
class ValueErrors:
    """The error of values against the exact +1, 0 or -1."""

    absolute: Mean
    squared: Mean
    right: Share
    """Share classified correctly as win, draw or loss, with bounds at -1/3 and +1/3."""
    calibration: tuple[CalibrationBin, ...]


@dataclass(frozen=True, slots=True)
class SubjectReport:
    """The results of one subject."""

    name: str
    simulations: int | None
    """0: the policy alone; None: a player that is not a net."""
    moves: MoveShares
    by_phase: dict[str, MoveShares]
    by_difficulty: dict[str, MoveShares]
    """Excluding positions where every move keeps the value."""
    values: ValueErrors | None


@dataclass(frozen=True, slots=True)
class MeterReport:
    """The results of all subjects on one set of positions."""

    game: str
    positions: int
    left_out: int
    """Number of positions that were too hard to solve."""
    subjects: tuple[SubjectReport, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """One subject's answers for all positions."""

    actions: list[int | None]
    """None where it forfeited."""
    values: list[float] | None


def report_on(
    name: str, simulations: int | None, positions: Sequence[ExactPosition], answers: Answers
) -> SubjectReport:
    """Compares answers with the exact values."""
    pairs = list(zip(positions, answers.actions, strict=True))
    return SubjectReport(
        name,
        simulations,
        _shares(pairs),
        {phase: _shares([pair for pair in pairs if pair[0].phase == phase]) for phase in PHASES},
        {
            kind: _shares([pair for pair in pairs if pair[0].difficulty == kind])
            for kind in DIFFICULTIES
        },
        None if answers.values is None else value_errors(positions, answers.values),
    )


def _shares(pairs: Sequence[tuple[ExactPosition, int | None]]) -> MoveShares:
    return MoveShares(
        Share.of(action in position.truth.keeping for position, action in pairs),
        Share.of(action in position.truth.best for position, action in pairs),
    )


def value_errors(positions: Sequence[ExactPosition], values: Sequence[float]) -> ValueErrors:
    """Compares values with the exact ones, each from the view of the side to move."""
    exact = [position.truth.score.value for position in positions]
    pairs = list(zip(values, exact, strict=True))
    return ValueErrors(
        Mean.of([abs(value - truth) for value, truth in pairs]),
        Mean.of([(value - truth) ** 2 for value, truth in pairs]),
        Share.of(_nearest(value) == truth for value, truth in pairs),
        tuple(_calibration(pairs)),
    )


def _nearest(value: float) -> int:
    return 1 if value > 1 / 3 else -1 if value < -1 / 3 else 0


def _calibration(pairs: Sequence[tuple[float, int]]) -> Iterable[CalibrationBin]:
    """Ten ranges of predicted points; empty ones are left out."""
    points = [((1 + value) / 2, (1 + truth) / 2) for value, truth in pairs]
    for number in range(_BINS):
        inside = [pair for pair in points if min(int(pair[0] * _BINS), _BINS - 1) == number]
        if inside:
            predicted, real = (sum(column) / len(inside) for column in zip(*inside, strict=True))
            low, high = number / _BINS, (number + 1) / _BINS
            # Draws reduce the variance of points, so these intervals are on the safe side.
            bounds = wilson_interval(real, len(inside))
            yield CalibrationBin(low, high, len(inside), predicted, real, *bounds)
