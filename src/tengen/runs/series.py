"""The series of a run: what changes from generation to generation, read from its database."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tengen.arena.intervals import wilson_interval
from tengen.replay.schema import LAST_GENERATION, GenerationCounts, MatchRow, MetricRow
from tengen.replay.store import RunStore
from tengen.runs.checks import EXACT_KEPT, EXACT_POSITIONS
from tengen.runs.events import GAMES_PER_SECOND
from tengen.runs.strength import Strength, match_of

LADDER, DATA_AGE = "ladder", "replay/age"
"""Series that are not stored as such: points against pure MCTS; the mean age of the window's
positions in generations."""
_LOSS = "loss/"
_FIRST_HEADS = ("loss/policy", "loss/value")
_NOT_HEADS = ("loss/total", "loss/weight_penalty")
_WINDOW, _PLAY_SECONDS = "replay/window", "selfplay/seconds"
_STORED = (
    "learner/entropy",
    "learner/kl",
    "learner/learning_rate",
    "selfplay/evaluations_per_second",
)


@dataclass(frozen=True, slots=True)
class Series:
    """One quantity over the generations."""

    name: str
    """The metric's, such as `loss/policy`, or one of the names above."""
    generations: list[int]
    values: list[float | None]
    """None: not a number."""
    intervals: Sequence[tuple[float, float]] = ()
    """95 % intervals, where the value was measured in games or positions."""
    opponents: Sequence[int] = ()
    """Of `ladder`: the playouts of the opponent of each match."""


def read_series(
    store: RunStore, matches: Sequence[MatchRow], counts: Sequence[GenerationCounts]
) -> list[Series]:
    """All series, those without a value left out. `matches` are those against pure MCTS."""
    heads = sorted(filter(_is_head, store.metric_names()), key=_rank)
    wanted = {*heads, *_STORED, EXACT_KEPT, EXACT_POSITIONS, GAMES_PER_SECOND}
    by_name: dict[str, list[MetricRow]] = defaultdict(list)
    for row in store.metrics_named(wanted | {_WINDOW, _PLAY_SECONDS}):
        by_name[row.name].append(row)
    known = {name: {row.generation: row.value for row in rows} for name, rows in by_name.items()}
    found = [
        _ladder(matches),
        _exact(known),
        *(_stored(name, known) for name in (*heads, *_STORED[:3])),
        _speed(known, counts),
        _stored(_STORED[3], known),
        _age(known.get(_WINDOW, {}), counts),
    ]
    return [series for series in found if series.generations]


def _is_head(name: str) -> bool:
    return name.startswith(_LOSS) and name not in _NOT_HEADS


def _rank(head: str) -> tuple[int, str]:
    """The two heads that every net has come first."""
    return _FIRST_HEADS.index(head) if head in _FIRST_HEADS else len(_FIRST_HEADS), head


_Known = Mapping[str, Mapping[int, float | None]]


def _stored(name: str, known: _Known) -> Series:
    values = known.get(name, {})
    return Series(name, list(values), list(values.values()))


def _ladder(matches: Sequence[MatchRow]) -> Series:
    played = [Strength.of(match_of(row)) for row in matches]
    return Series(
        LADDER,
        [row.generation for row in matches],
        [strength.match.score for strength in played],
        [(strength.low, strength.high) for strength in played],
        [strength.match.opponent for strength in played],
    )


def _exact(known: _Known) -> Series:
    shares = {
        generation: share
        for generation, share in known.get(EXACT_KEPT, {}).items()
        if share is not None and 0 <= share <= 1
    }
    counts = known.get(EXACT_POSITIONS, {})
    intervals = [
        wilson_interval(share, int(counts.get(generation) or 0))
        for generation, share in shares.items()
    ]
    return Series(EXACT_KEPT, list(shares), list(shares.values()), intervals)


def _speed(known: _Known, counts: Sequence[GenerationCounts]) -> Series:
    """As measured; where an earlier version trained, all games of a generation by its time."""
    measured, games = known.get(GAMES_PER_SECOND, {}), {each.generation: each for each in counts}
    first = min(measured, default=LAST_GENERATION + 1)
    rates = {
        generation: games[generation].games / seconds
        for generation, seconds in known.get(_PLAY_SECONDS, {}).items()
        if seconds and generation < first and generation in games
    } | dict(measured)
    return Series(GAMES_PER_SECOND, list(rates), list(rates.values()))


def _age(windows: Mapping[int, float | None], counts: Sequence[GenerationCounts]) -> Series:
    ages = {
        generation: mean_age(generation, size, counts)
        for generation, size in windows.items()
        if size
    }
    return Series(DATA_AGE, list(ages), list(ages.values()))


def mean_age(generation: int, window: float, counts: Sequence[GenerationCounts]) -> float | None:
    """The mean age, in generations, of the newest `window` positions; None without any."""
    left, ages, positions = window, 0.0, 0.0
    for count in reversed(counts):
        if count.generation > generation:
            continue
        taken = min(float(count.positions), left)
        ages += taken * (generation - count.generation)
        positions += taken
        left -= taken
        if left <= 0:
            break
    return ages / positions if positions else None
