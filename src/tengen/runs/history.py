"""The stored history of a run, in the form the doctor examines."""

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
"""Number of newest generations that count as recent."""
_RESIGN_GENERATIONS = 10


@dataclass(frozen=True, slots=True)
class History:
    """The numbers and the newest games of a run."""

    config: RunConfig
    metrics: dict[str, dict[int, float | None]]
    """Measured values by name and generation, oldest first; None: not a number."""
    generations: int
    """Number of finished generations; they count from 0, so the newest is one less."""
    games: int
    positions: int
    updates: int
    newest_games: list[GameRow]
    """The games of the last finished generation."""
    played_on: PlayedOn
    """From the newest generations."""
    matches: list[LadderMatch]
    actions: int
    symmetries: int
    idle_seconds: float | None
    """Seconds since the last write while a process trains; None if none does."""
    space: Space | None = None
    """Disk space used by the games, if it was measured."""

    @classmethod
    def read(
        cls,
        config: RunConfig,
        game: Game[Any],
        store: RunStore,
        idle_seconds: float | None,
        space: Space | None = None,
    ) -> Self:
        """Reads the history from the run's database."""
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
            space=space,
        )

    def newest(self, name: str) -> list[float]:
        """The known values of a metric in the newest generations."""
        values = self.metrics.get(name, {})
        # Checks of a net belong to the generation it plays, which for the newest net is the next.
        newest = self.generations if name.startswith(CHECKS) else self.generations - 1
        numbers = [values.get(newest - age) for age in reversed(range(RECENT))]
        return [number for number in numbers if number is not None]

    def recent(self, name: str) -> float | None:
        """The median of a metric over the newest generations; None if it is not known."""
        numbers = self.newest(name)
        return statistics.median(numbers) if numbers else None

    @property
    def window(self) -> float | None:
        """Current number of positions in the window; a median would lag while it grows."""
        sizes = self.newest("replay/window")
        return sizes[-1] if sizes else None

    @property
    def views_per_position(self) -> int:
        """Number of distinct symmetric views of a position that the learner may see."""
        return self.symmetries if self.config.learner.symmetries else 1

    @property
    def samples_per_view(self) -> float:
        """How often each view of each position was trained on, over the whole run."""
        samples = self.updates * self.config.learner.batch_size
        return samples / max(1, self.positions * self.views_per_position)


def repeats(lines: Sequence[tuple[int, ...]]) -> float:
    """Share of lines that equal an earlier one."""
    return 1 - len(set(lines)) / len(lines) if lines else 0.0


def moves_of(row: GameRow) -> tuple[int, ...]:
    """All actions of a game, including the opening."""
    return (*row.record.opening, *(move.action for move in row.record.moves))


def _metrics(store: RunStore) -> dict[str, dict[int, float | None]]:
    names = store.metric_names()
    return {name: {row.generation: row.value for row in store.metrics(name)} for name in names}


def _played_on(store: RunStore, generations: int) -> PlayedOn:
    newest = range(max(0, generations - _RESIGN_GENERATIONS), generations)
    return PlayedOn.of(row.record for number in newest for row in store.games_of(number))
