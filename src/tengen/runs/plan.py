"""Time as a plan: how many generations fit into the minutes of a run (SPEC T9a).

What changes along a run (simulations, samples, the learning rate) depends on the share of its
generations that is done, never on the clock. A run with `run.minutes` measures its own speed: when
1, 2, 4, 8 ... generations are done, the number that fits is computed from the stored times and
saved in its config. So the plan is part of the run's state, and a run still resumes exactly.
"""

import bisect
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from tengen.replay.schema import LAST_GENERATION
from tengen.replay.store import RunStore
from tengen.runs.config import RunConfig

GENERATION_SECONDS = "run/seconds"
"""Metric: the whole time of a generation, with its match."""
FINAL_SHARE = 0.04
"""Share of the time that is kept for the match of the finalists."""


def progress_at(generation: int, generations: int) -> float:
    """Share of a run that is done before a generation: 0 before the first, 1 before the last."""
    return min(1.0, generation / max(1, generations - 1))


def is_milestone(generation: int) -> bool:
    """Whether a timed run plans anew when so many generations are done: 1, 2, 4, 8 ..."""
    return generation.bit_count() == 1


def spent_seconds(store: RunStore, generation: int) -> float:
    """The time of the generations before this one, over all sessions."""
    return sum(_values(store, GENERATION_SECONDS, range(generation)))


@dataclass(frozen=True, slots=True)
class Pace:
    """How long generations take, measured in the later half of those done."""

    play: float
    """Seconds of self-play for each simulation that a move takes on average."""
    learn: float
    """Seconds of learning for each sample per position."""
    other: float
    """Seconds of all else: matches, checks and saving."""

    @classmethod
    def measured(cls, config: RunConfig, store: RunStore, generation: int) -> Self:
        """From the stored times; `generation` must be 1 or more."""
        recent = range(generation // 2, generation)
        progress = [progress_at(number, config.run.generations) for number in recent]
        playing = sum(_values(store, "selfplay/seconds", recent))
        learning = sum(_values(store, "learner/seconds", recent))
        whole = sum(_values(store, GENERATION_SECONDS, recent)) or playing + learning
        # Workers may play while the net learns: then the parts take less time than their sum.
        overlap = max(1.0, (playing + learning) / whole) if whole else 1.0
        playing, learning = playing / overlap, learning / overlap
        return cls(
            playing / sum(map(config.selfplay.mean_simulations_at, progress)),
            learning / sum(map(config.learner.samples_at, progress)),
            (whole - playing - learning) / len(recent),
        )

    def seconds_of(self, config: RunConfig, generation: int, generations: int) -> float:
        """The expected time of one generation in a run of so many."""
        progress = progress_at(generation, generations)
        return (
            self.play * config.selfplay.mean_simulations_at(progress)
            + self.learn * config.learner.samples_at(progress)
            + self.other
        )

    def seconds_left(self, config: RunConfig, done: int, generations: int) -> float:
        """The expected time of all generations that are not done."""
        each = (self.seconds_of(config, number, generations) for number in range(done, generations))
        return sum(each)

    def fitting(self, config: RunConfig, done: int, seconds: float) -> int:
        """The total number of generations of which those to come fit into so many seconds."""
        cheapest = min(self.seconds_of(config, 0, 2), self.seconds_of(config, 1, 2))
        most = LAST_GENERATION - done
        if cheapest * most > seconds:
            most = int(seconds / cheapest)
        totals = range(done, done + most + 1)
        found = bisect.bisect_right(
            totals, seconds, key=lambda total: self.seconds_left(config, done, total)
        )
        return max(1, done, totals[found - 1] if found else done)


def planned_generations(config: RunConfig, store: RunStore, generation: int) -> int:
    """The total number of generations that fits into the minutes of a run; one must be done."""
    minutes = config.run.minutes or 0.0
    left = (1.0 - FINAL_SHARE) * 60.0 * minutes - spent_seconds(store, generation)
    return Pace.measured(config, store, generation).fitting(config, generation, max(0.0, left))


def _values(store: RunStore, name: str, generations: Iterable[int]) -> list[float]:
    stored = {row.generation: row.value for row in store.metrics(name)}
    return [stored.get(number) or 0.0 for number in generations]
