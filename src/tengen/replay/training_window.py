"""The games a run learns from, kept from one generation to the next."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from tengen.errors import StoreError
from tengen.replay.schema import GameRow
from tengen.replay.store import RunStore
from tengen.replay.validation import require_playable
from tengen.replay.window import ReplayWindow, window_size
from tengen.rules.game import Game
from tengen.selfplay import GameRecord
from tengen.selfplay.games import in_order


class TrainingWindow:
    """The newest games of earlier generations, and those of the current one.

    It always equals a window filled from the store, in the same order, so that a resumed run draws
    the same samples; but every game is decoded and replayed only once.
    """

    def __init__(self, game: Game[Any], encoding: str, smallest: int, growth: float) -> None:
        self.replay = ReplayWindow(game, encoding)
        """The games that learning draws from."""
        self._smallest, self._growth = smallest, growth
        self._new: dict[int, GameRecord] = {}
        self._early: dict[int, dict[int, GameRecord]] = {}
        """Games of later generations that are stored already."""

    @property
    def new(self) -> list[GameRecord]:
        """The games of the current generation, in the order of their numbers."""
        return [self._new[number] for number in sorted(self._new)]

    @property
    def new_games(self) -> int:
        """Number of games of the current generation."""
        return len(self._new)

    def missing(self, games: int) -> Collection[int]:
        """The numbers of the games still missing from the current generation, in order."""
        return in_order(number for number in range(games) if number not in self._new)

    def fill(self, store: RunStore, generation: int) -> None:
        """Fills an empty window with the games of a run that has reached this generation."""
        size = self._size(store.positions(until=generation - 1))
        for row in store.newest_games(size, until=generation - 1):
            with _explaining(row, store, self.replay.game):
                self.replay.add(row.record)
        self.begin(store, generation)

    def add_early(self, generation: int, record: GameRecord) -> None:
        """Adds a valid, stored game of a later generation, for when its turn comes."""
        self._early.setdefault(generation, {})[record.index] = record

    def begin(self, store: RunStore, generation: int) -> None:
        """Begins a generation with those of its games that are already stored, usually none."""
        self._new = self._early.pop(generation, {})
        for row in store.games_of(generation):
            if row.record.index in self._new:
                continue
            with _explaining(row, store, self.replay.game):
                require_playable(self.replay.game, row.record)
            self.add(row.record)

    def add(self, record: GameRecord) -> None:
        """Adds a valid game of the current generation, unless it is already present."""
        self._new.setdefault(record.index, record)

    def learn_from_new(self, positions: int) -> ReplayWindow:
        """Adds the current generation, drops the oldest games, and returns the new games alone.

        `positions` is the number ever played, including these games.
        """
        unseen = ReplayWindow(self.replay.game, self.replay.encoding)
        for record in self.new:
            unseen.add_validated(record)
            self.replay.add_validated(record)
        self.replay.trim(self._size(positions))
        return unseen

    def _size(self, positions: int) -> int:
        return window_size(positions, self._smallest, self._growth)


@contextmanager
def _explaining(row: GameRow, store: RunStore, game: Game[Any]) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # A custom game may raise anything.
        raise StoreError(
            f"game {row.id} in {store.path} breaks the current rules of {game.name} ({error}): "
            "use the rules that the run started with, or start a new run"
        ) from error
