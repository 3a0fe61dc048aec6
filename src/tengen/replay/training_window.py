"""The games a run learns from, kept from one generation to the next."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tengen.errors import StoreError
from tengen.replay.schema import GameRow
from tengen.replay.store import RunStore
from tengen.replay.validation import require_playable
from tengen.replay.window import ReplayWindow, window_size
from tengen.rules.game import Game
from tengen.selfplay import GameRecord


class TrainingWindow:
    """The newest games of earlier generations, and those of the present one.

    It always holds what filling it anew from the store would give, in the same order, so that a
    resumed run draws the same samples; but every game is decoded once, and played once.
    """

    def __init__(self, game: Game[Any], encoding: str, smallest: int, growth: float) -> None:
        self.replay = ReplayWindow(game, encoding)
        """The games that learning draws from."""
        self._smallest, self._growth = smallest, growth
        self._new: dict[int, GameRecord] = {}

    @property
    def new(self) -> list[GameRecord]:
        """The games of the present generation, in the order of their numbers."""
        return [self._new[number] for number in sorted(self._new)]

    @property
    def new_games(self) -> int:
        """How many games of the present generation there are."""
        return len(self._new)

    def missing(self, games: int) -> Sequence[int]:
        """The numbers of the present generation's games that are not there yet."""
        if not self._new:
            return range(games)  # which is asked in no time whether a number is in it
        return [number for number in range(games) if number not in self._new]

    def fill(self, store: RunStore, generation: int) -> None:
        """Takes the games of a run that has come to this generation into an empty window."""
        size = self._size(store.positions(until=generation - 1))
        for row in store.newest_games(size, until=generation - 1):
            with _explaining(row, store, self.replay.game):
                self.replay.add(row.record)
        self.begin(store, generation)

    def begin(self, store: RunStore, generation: int) -> None:
        """Begins a generation with those of its games that are stored already, usually none."""
        self._new.clear()
        for row in store.games_of(generation):
            with _explaining(row, store, self.replay.game):
                require_playable(self.replay.game, row.record)
            self.add(row.record)

    def add(self, record: GameRecord) -> None:
        """A valid game of the present generation; one that is there already stays."""
        self._new.setdefault(record.index, record)

    def learn_from_new(self, positions: int) -> ReplayWindow:
        """Lets the present generation's games join and the oldest go; gives the new games alone.

        `positions` are all that were ever played, these games included.
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
    except Exception as error:  # A game of the user's own may raise anything.
        raise StoreError(
            f"game {row.id} in {store.path} breaks the rules of {game.name} as they are here "
            f"({error}): go on with the rules that the run began with, or begin another run"
        ) from error
