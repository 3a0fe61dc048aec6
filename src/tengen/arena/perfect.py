"""A player that follows exact scores."""

from collections.abc import Mapping, Sequence
from typing import Any

from tengen import _core
from tengen.arena.oracles import Oracle
from tengen.play.player import ProofCount
from tengen.play.searching import playing_config
from tengen.rules.position import Position
from tengen.search import Limit, RolloutEvaluator, Search, StopToken

NODES_PER_QUESTION = 1_000_000
"""Node limit: about a second for the best moves, and another for those that keep the value."""
PLAYOUTS = 5000
"""Playouts of the search used where both are out of reach."""


class PerfectPlayer:
    """Plays one of the best moves, chosen uniformly; game i draws from seed i.

    The best moves win fastest and lose slowest. Where proving them takes too long (the first moves
    on larger boards), any move that keeps the value is played; where that takes too long as well,
    pure MCTS chooses: there the player is strong, not perfect, although proofs found by MCTS are
    exact. `proof_counts` reports how often. Budgets are in nodes, so that games are reproducible.
    It never forfeits.
    """

    name = "perfect"

    def __init__(
        self, oracle: Oracle, seeds: Sequence[int], *, nodes: int = NODES_PER_QUESTION
    ) -> None:
        self._oracle = oracle
        self._nodes = nodes
        self._seeds = [seed % 2**64 for seed in seeds]
        self._randoms = [_core.Random(seed) for seed in self._seeds]
        self._stop = StopToken()
        self.proof_counts = [ProofCount() for _ in seeds]
        """Moves so far, by game."""

    def choose(self, positions: Mapping[int, Position[Any]]) -> dict[int, int]:
        """Chooses a move for each game."""
        return {number: self._choose(number, position) for number, position in positions.items()}

    def _choose(self, number: int, position: Position[Any]) -> int:
        moves = self._oracle.good_moves(position, self._nodes, self._stop)
        self.proof_counts[number] += ProofCount(moves=1, searched=int(moves is None))
        if moves is None:
            return self._searched(number, position)
        return moves[self._randoms[number].below(len(moves))]

    def _searched(self, number: int, position: Position[Any]) -> int:
        seed = _core.derive_seed(self._seeds[number], len(position.history))
        evaluator = RolloutEvaluator(tactical=True)
        config = playing_config(position.game, evaluator)
        search = Search(position.game, evaluator, config, seed=seed)
        return search.run(position, Limit(simulations=PLAYOUTS), stop=self._stop).best_action

    def stop(self) -> None:
        """Ends current and later choices soon, with any move; callable from another thread."""
        self._stop.request()

    def close(self) -> None:
        """Nothing to release but memory."""
