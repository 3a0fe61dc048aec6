"""Learning curves of the runs that shipped nets come from: strength after so much work.

Work, not time, is what carries over to another machine: net evaluations of self-play and samples
learned from. `scripts/measure_curve.py` writes the files.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tengen.replay.store import RunStore

FOLDER = Path(__file__).parent.parent / "models" / "curves"


@dataclass(frozen=True, slots=True)
class Work:
    """What a run had done when it had a certain net."""

    minutes: float
    """On the machine that trained it."""
    evaluations: int
    """By self-play."""
    samples: int
    """Positions trained on, counted every time."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One net of the run, and its strength."""

    net: str
    work: Work
    elo: float
    """Above pure MCTS with the fewest playouts of the curve."""
    error: float
    """Half of the 95 % interval."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """An opponent that needs no training, on the same scale."""

    playouts: int
    """Of pure MCTS, per move."""
    elo: float


@dataclass(frozen=True, slots=True)
class Curve:
    """The strength of a run's nets, measured by games among them and pure MCTS."""

    game: str
    simulations: int
    """Per move of the nets."""
    games: int
    """Between each two of the players."""
    machine: str
    """Where the net was trained."""
    date: str
    anchors: tuple[Anchor, ...]
    points: tuple[CurvePoint, ...]
    """Least work first."""

    def first_reaching(self, elo: float) -> CurvePoint | None:
        """The first net at least this strong."""
        return next((point for point in self.points if point.elo >= elo), None)


def read_curve(name: str) -> Curve | None:
    """The curve of a shipped net; None if it has none."""
    path = FOLDER / f"{name}.json"
    if not path.exists():
        return None
    facts = json.loads(path.read_text(encoding="utf-8"))
    anchors = tuple(Anchor(**anchor) for anchor in facts.pop("anchors"))
    points = tuple(_point(**point) for point in facts.pop("points"))
    return Curve(**facts, anchors=anchors, points=points)


def curve_text(curve: Curve) -> str:
    """The file of a curve."""
    return json.dumps(asdict(curve), indent=1) + "\n"


def work_by_net(store: RunStore, batch_size: int) -> dict[str, Work]:
    """The work behind each net of a run that has one, the oldest first."""
    seconds = _sums(store, ["run/seconds"])
    evaluations = _sums(store, ["selfplay/evaluations_per_second", "selfplay/seconds"])
    updates = _sums(store, ["learner/updates"])
    found = {}
    for row in store.checkpoints():
        last = row.generation - 1  # the net that plays a generation has learned from those before
        if last in seconds:
            samples = round(updates[last] * batch_size)
            found[row.id] = Work(seconds[last] / 60, round(evaluations[last]), samples)
    return found


def _sums(store: RunStore, names: Sequence[str]) -> dict[int, float]:
    """The sum up to each generation of a metric, or of a product of metrics."""
    factors = [{row.generation: row.value or 0.0 for row in store.metrics(name)} for name in names]
    total, sums = 0.0, {}
    for generation in sorted(factors[0]):
        product = 1.0
        for values in factors:
            product *= values.get(generation, 0.0)
        total += product
        sums[generation] = total
    return sums


def _point(work: dict[str, Any], **facts: Any) -> CurvePoint:  # noqa: ANN401
    return CurvePoint(work=Work(**work), **facts)
