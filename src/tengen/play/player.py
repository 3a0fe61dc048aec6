"""Players choose moves. They play many games at once, each identified by its number."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tengen import _core
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search.config import Limit, SearchConfig
from tengen.search.evaluator import AnyEvaluator, Evaluator, encoding_for
from tengen.search.pool import OnProgress, SearchPool
from tengen.search.result import SearchResult
from tengen.search.running import StopToken

OnSearch = Callable[[int, Position[Any], SearchResult], None]
"""Called with a game's number, the position searched and the result."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Returned by a player that cannot continue: it loses the game for this reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class ProofCount:
    """Moves of a proving player, and how many of them were only searched."""

    moves: int = 0
    searched: int = 0

    def __add__(self, other: "ProofCount") -> "ProofCount":
        return ProofCount(self.moves + other.moves, self.searched + other.searched)


class Player(Protocol):
    """Chooses a move in every game it is shown."""

    name: str

    def choose(self, positions: Mapping[int, Position[Any]]) -> Mapping[int, int | Forfeit]:
        """One legal action for each game number, or the reason why there is none."""

    def close(self) -> None:
        """Releases the player's resources, such as processes; the last call."""


class RandomPlayer:
    """Plays any legal move; game i draws from seed i."""

    name = "random"

    def __init__(self, seeds: Sequence[int]) -> None:
        self._randoms = [_core.Random(seed % 2**64) for seed in seeds]

    def choose(self, positions: Mapping[int, Position[Any]]) -> dict[int, int]:
        """A uniformly random action for each game."""
        return {
            number: position.legal_actions[self._randoms[number].below(len(position.legal_actions))]
            for number, position in positions.items()
        }

    def close(self) -> None:
        """Holds nothing."""


class PolicyPlayer:
    """Plays by a net's policy alone, without search."""

    def __init__(
        self, name: str, evaluator: Evaluator, *, seeds: Sequence[int], temperature: float = 0.0
    ) -> None:
        self.name = name
        self._evaluator = evaluator
        self._temperature = temperature
        self._rngs = [np.random.default_rng(seed % 2**64) for seed in seeds]

    def choose(self, positions: Mapping[int, Position[Any]]) -> dict[int, int]:
        """The likeliest legal action, or one drawn in proportion to policy^(1/temperature)."""
        boards = list(positions.values())
        encoding = encoding_for(boards[0].game, self._evaluator)
        planes = np.stack([position.planes(encoding) for position in boards])
        logits = self._evaluator.evaluate(planes).policy_logits
        return {
            number: self._draw(number, position.legal_actions, row)
            for (number, position), row in zip(positions.items(), logits, strict=True)
        }

    def _draw(self, number: int, legal: list[int], logits: npt.NDArray[np.float32]) -> int:
        legal_logits = logits[legal].astype(np.float64)
        if self._temperature == 0:
            return legal[int(legal_logits.argmax())]
        weights = np.exp((legal_logits - legal_logits.max()) / self._temperature)
        return legal[int(self._rngs[number].choice(len(legal), p=weights / weights.sum()))]

    def close(self) -> None:
        """Holds nothing."""


class SearchPlayer:
    """Searches every move, with a tree of its own for each game.

    `on_search` is called after every search, before its move, and `on_progress` now and then while
    it searches; both may be replaced at any time.
    """

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
        on_search: OnSearch = lambda number, position, result: None,
    ) -> None:
        self.name = name
        self.on_search = on_search
        self.on_progress: OnProgress = lambda made: None
        self._limit = limit
        self._temperature = temperature
        self._pool = SearchPool(game, evaluator, config, seeds=seeds, threads=threads)
        self._stop = StopToken()
        self._rngs = [np.random.default_rng(seed % 2**64) for seed in seeds]

    def choose(self, positions: Mapping[int, Position[Any]]) -> dict[int, int]:
        """The move each search recommends, or draws by its temperature."""
        results = self._pool.run_some(
            positions, self._limit, stop=self._stop, on_progress=self.on_progress
        )
        for number, result in results.items():
            self.on_search(number, positions[number], result)
        return {
            number: result.pick(
                self._temperature(len(positions[number].history)), self._rngs[number]
            )
            for number, result in results.items()
        }

    def stop(self) -> None:
        """Stops the current and all later searches soon, with their results so far."""
        self._stop.request()

    def close(self) -> None:
        """Nothing to release but its trees."""
