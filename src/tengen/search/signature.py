"""One hash over fixed searches on all games: it changes exactly when the search does.

Stockfish's `bench` has the same purpose. A change that should only make the search faster keeps
the signature; one that changes what it does says so by changing `tests/golden/signature.txt`.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.rules.game import Game
from tengen.rules.registry import list_games, load_game
from tengen.search.config import Limit, SearchConfig
from tengen.search.evaluator import AnyEvaluator, Evaluation, RolloutEvaluator, UniformEvaluator
from tengen.search.result import SearchResult
from tengen.search.search import Search

_LIMIT = Limit(simulations=64)
_SEARCHED_MOVES = 3


class PlaneSumEvaluator:
    """Whole numbers out of the planes: the same on every machine, and different for most boards."""

    def __init__(self, game: Game[Any]) -> None:
        self._num_actions = game.num_actions

    def evaluate(self, planes: npt.NDArray[np.float32]) -> Evaluation:
        """Policy, value and plies from a weighted count of the stones."""
        bits = planes.reshape(len(planes), -1).astype(np.int64)
        weights = (np.arange(bits.shape[1]) * 7919 + 104_729) % 65_521
        mixed = (bits * weights).sum(axis=1)[:, np.newaxis]
        steps = np.arange(self._num_actions + 2)
        numbers = (mixed * (2 * steps + 1) + 31 * steps**2) % 257
        return Evaluation(
            policy_logits=(numbers[:, 2:] / 64).astype(np.float32),
            value=(numbers[:, 0] / 128 - 1).astype(np.float32),
            moves_left=(numbers[:, 1] / 8).astype(np.float32),
        )


def signature() -> str:
    """The hash, as 16 hexadecimal digits."""
    digest = hashlib.sha256()
    for name in list_games():
        for line in _facts(load_game(name)):
            digest.update(line.encode())
    return digest.hexdigest()[:16]


def _facts(game: Game[Any]) -> Iterator[str]:
    for evaluator, config in _settings(game):
        search = Search(game, evaluator, config, seed=2024)
        position = game.initial()
        for _ in range(_SEARCHED_MOVES):
            result = search.run(position, _LIMIT)
            yield f"{game.name} {_fact(result)}\n"
            position = position.play(result.best_action)


def _settings(game: Game[Any]) -> Iterator[tuple[AnyEvaluator, SearchConfig]]:
    yield UniformEvaluator(), SearchConfig()
    yield RolloutEvaluator(), SearchConfig.classic()
    fake = PlaneSumEvaluator(game)
    yield fake, SearchConfig.connect4(noise_epsilon=0.25, noise_total=10.0)
    yield fake, SearchConfig(leaves_per_batch=8, random_symmetry=True, reuse_tree=False)
    yield fake, SearchConfig(root="gumbel", discount=0.99, prove=False)


def _fact(result: SearchResult) -> str:
    """Counts, and values rounded to what every machine's arithmetic agrees on."""
    visits = " ".join(f"{action}:{result.visits[action]}" for action in result.visits.nonzero()[0])
    return f"{visits} {result.root_value:.6f} {result.best_action} {result.line}"
