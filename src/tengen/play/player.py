"""Players: whatever chooses moves. They play many games at once, each game by its number."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from tengen import _core
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search.config import Limit, SearchConfig
from tengen.search.evaluator import AnyEvaluator
from tengen.search.pool import SearchPool


class Player(Protocol):
    """Chooses a move in every game it is shown."""

    name: str

    def choose(self, positions: Mapping[int, Position[Any]]) -> dict[int, int]:
        """One legal action for each game number."""


class RandomPlayer:
    """Plays any legal move."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._random = _core.Random(seed % 2**64)

    def choose(self, positions: Mapping[int, Position[Any]]) -> dict[int, int]:
        """A uniformly random action for each game."""
        return {
            number: position.legal_actions[self._random.below(len(position.legal_actions))]
            for number, position in positions.items()
        }


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
