"""Players: whatever chooses moves. They play many games at once, each game by its number."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from tengen import _core
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search.config import Limit, SearchConfig
from tengen.search.evaluator import AnyEvaluator
from tengen.search.pool import SearchPool


@dataclass(frozen=True, slots=True)
class Forfeit:
    """What a player says that cannot go on: it loses the game, and this is the reason."""

    reason: str


class Player(Protocol):
    """Chooses a move in every game it is shown."""

    name: str

    def choose(self, positions: Mapping[int, Position[Any]]) -> Mapping[int, int | Forfeit]:
        """One legal action for each game number, or the reason why there is none."""

    def close(self) -> None:
        """Gives back what the player holds, such as processes; it will not be asked again."""


class RandomPlayer:
    """Plays any legal move. What it does in a game depends on the seed and the game's number."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._seed = seed % 2**64
        self._randoms: dict[int, _core.Random] = {}

    def choose(self, positions: Mapping[int, Position[Any]]) -> dict[int, int]:
        """A uniformly random action for each game."""
        return {number: self._choose(number, position) for number, position in positions.items()}

    def _choose(self, number: int, position: Position[Any]) -> int:
        if number not in self._randoms:
            self._randoms[number] = _core.Random(_core.derive_seed(self._seed, number))
        actions = position.legal_actions
        return actions[self._randoms[number].below(len(actions))]

    def close(self) -> None:
        """Holds nothing."""


class SearchPlayer:
    """Searches every move, with a tree of its own for each game."""

    def __init__(
        self,
        name: str,
        game: Game[Any],
        evaluator: AnyEvaluator,
        config: SearchConfig,
        limit: Limit,
        *,
        seeds: Sequence[int],
        threads: int = 1,
        temperature: Callable[[int], float] = lambda move: 0.0,
    ) -> None:
        self.name = name
        self._limit = limit
        self._temperature = temperature
        self._pool = SearchPool(game, evaluator, config, seeds=seeds, threads=threads)
        self._rngs = [np.random.default_rng(seed % 2**64) for seed in seeds]

    def choose(self, positions: Mapping[int, Position[Any]]) -> dict[int, int]:
        """The move each search recommends, or draws by its temperature."""
        results = self._pool.run_some(positions, self._limit)
        return {
            number: result.pick(
                self._temperature(len(positions[number].history)), self._rngs[number]
            )
            for number, result in results.items()
        }

    def close(self) -> None:
        """Its trees go with it."""
