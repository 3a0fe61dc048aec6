"""What a run has stored about itself, in the shape the doctor looks at it."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from tengen.replay.schema import GameRow, Space
from tengen.replay.store import RunStore
from tengen.rules.game import Game
from tengen.runs.checks import CHECKS
from tengen.runs.config import RunConfig
from tengen.runs.ladder import LadderMatch
from tengen.runs.resigns import PlayedOn
from tengen.runs.strength import match_of, run_matches

RECENT = 5
"""How many of the newest generations count as the present."""
_RESIGN_GENERATIONS = 10


@dataclass(frozen=True, slots=True)
class History:
    """The numbers and the newest games of a run."""

    config: RunConfig
    metrics: dict[str, dict[int, float | None]]
    """By name and generation, oldest first, where it was measured; None: not a number."""
    generations: int
    """How many are done; the newest of them is one less, for they are counted from 0."""
    games: int
    positions: int
    updates: int
    newest_games: list[GameRow]
    """The games of the last finished generation."""
    played_on: PlayedOn
    """Of the newest generations."""
    matches: list[LadderMatch]
    actions: int
    symmetries: int
    idle_seconds: float | None
    """Since anything was stored, while a process trains; None when nobody does."""
    space: Space
    """What the games take on the disk."""

    @classmethod
    def read(
        cls, config: RunConfig, game: Game[Any], store: RunStore, idle_seconds: float | None
    ) -> Self:
        """Reads it from the run's database."""
        checkpoints, counts = store.checkpoints(), store.counts()
        generations = checkpoints[-1].generation if checkpoints else 0
        return cls(
            config=config,
            metrics=_metrics(store),
            generations=generations,
            games=counts.games,
            positions=counts.positions,
            updates=checkpoints[-1].updates if checkpoints else 0,
            newest_games=list(store.games_of(generations - 1)),
            played_on=_played_on(store, generations),
            matches=[match_of(row) for row in run_matches(store)],
            actions=game.num_actions,
            symmetries=len(game.symmetries),
            idle_seconds=idle_seconds,
            space=store.space(),
        )

    def newest(self, name: str) -> list[float]:
        """A metric in the newest generations, as far as it is known there."""
        values = self.metrics.get(name, {})
        # What is asked of a net belongs to the generation it plays: the newest one's comes next.
        newest = self.generations if name.startswith(CHECKS) else self.generations - 1
        numbers = [values.get(newest - age) for age in reversed(range(RECENT))]
        return [number for number in numbers if number is not None]

    def recent(self, name: str) -> float | None:
        """The median of a metric over the newest generations; None when it is not known."""
        numbers = self.newest(name)
        return statistics.median(numbers) if numbers else None

    @property
    def window(self) -> float | None:
        """Positions in the window as it is now: while it grows, a median would lag behind."""
        sizes = self.newest("replay/window")
        return sizes[-1] if sizes else None

    @property
    def views_per_position(self) -> int:
        """In how many different ways the learner may see a position."""
        return self.symmetries if self.config.learner.symmetries else 1

    @property
    def samples_per_view(self) -> float:
        """How often each view of each position was learned from, over the whole run."""
        samples = self.updates * self.config.learner.batch_size
        return samples / max(1, self.positions * self.views_per_position)


def repeats(lines: Sequence[tuple[int, ...]]) -> float:
    """Share of lines that another one before them equals."""
    return 1 - len(set(lines)) / len(lines) if lines else 0.0


def moves_of(row: GameRow) -> tuple[int, ...]:
    """All actions of a game, the opening's included."""
    return (*row.record.opening, *(move.action for move in row.record.moves))


def _metrics(store: RunStore) -> dict[str, dict[int, float | None]]:
    names = store.metric_names()
    return {name: {row.generation: row.value for row in store.metrics(name)} for name in names}


def _played_on(store: RunStore, generations: int) -> PlayedOn:
    newest = range(max(0, generations - _RESIGN_GENERATIONS), generations)
    return PlayedOn.of(row.record for number in newest for row in store.games_of(number))
