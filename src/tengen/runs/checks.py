"""What the raw net knows, without search, about fixed positions of its game."""

from typing import Any

import numpy as np

from tengen import _core
from tengen.arena.exact_positions import shipped_positions, spread
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search import Evaluation, Evaluator

CHECKS = "checks/"
"""Prefix of the metric names; they are stored under the generation that the net plays."""

EXACT_KEPT, EXACT_POSITIONS = f"{CHECKS}exact_kept", f"{CHECKS}exact_positions"
"""Metrics: the share of solved positions in which the policy keeps the value, and their number."""

_WANTED = 64
_EXACT_WANTED = 500
"""Enough for an interval of 2 % to either side; one batch for the evaluator."""
_GAMES = 200
_SEED = 20_260_101


def win_in_one_positions(game: Game[Any]) -> list[tuple[Position[Any], list[int]]]:
    """Positions from random games with at least one immediately winning move, and those moves.

    Always the same for a given game, so that nets can be compared over time.
    """
    found: list[tuple[Position[Any], list[int]]] = []
    random = _core.Random(_SEED)
    for _ in range(_GAMES):
        position = game.initial()
        while position.outcome is None and len(found) < _WANTED:
            wins = _winning_moves(position)
            if wins:
                found.append((position, wins))
                break
            actions = position.legal_actions
            position = position.play(actions[random.below(len(actions))])
    return found


class FixedChecks:
    """Evaluates every net of a run on the same positions."""

    def __init__(self, game: Game[Any], encoding: str) -> None:
        self._cases = win_in_one_positions(game)
        self._exact = spread(shipped_positions(game), _EXACT_WANTED)
        positions = [
            game.initial(),
            *(position for position, _ in self._cases),
            *(exact.position for exact in self._exact),
        ]
        self._planes = np.stack([position.planes(encoding) for position in positions])
        self._masks = np.stack([position.legal_mask for position in positions])

    def run(self, evaluator: Evaluator) -> dict[str, float]:
        """Wins in one found by the policy and their mean value; the opening's value and entropy.

        In a game that comes with solved positions, also how often the policy keeps the value.
        """
        evaluation = evaluator.evaluate(self._planes)
        policy = self._policy(evaluation)
        entropy = -np.sum(policy[0] * np.log(np.maximum(policy[0], 1e-12)))
        numbers = {
            f"{CHECKS}opening_value": float(evaluation.value[0]),
            f"{CHECKS}opening_entropy": float(entropy),
        }
        best, end = policy.argmax(axis=1), 1 + len(self._cases)
        if self._cases:
            seen = [int(best[row]) in wins for row, (_, wins) in enumerate(self._cases, 1)]
            numbers[f"{CHECKS}win_in_one_policy"] = float(np.mean(seen))
            numbers[f"{CHECKS}win_in_one_value"] = float(evaluation.value[1:end].mean())
        if self._exact:
            kept = [
                int(best[row]) in each.truth.keeping for row, each in enumerate(self._exact, end)
            ]
            numbers |= {EXACT_KEPT: float(np.mean(kept)), EXACT_POSITIONS: float(len(kept))}
        return numbers

    def _policy(self, evaluation: Evaluation) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Probabilities over the legal actions, [B, A]."""
        logits = np.where(self._masks, evaluation.policy_logits.astype(np.float64), -np.inf)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def _winning_moves(position: Position[Any]) -> list[int]:
    wins = []
    for action in position.legal_actions:
        outcome = position.play(action).outcome
        if outcome is not None and outcome.winner == position.to_move:
            wins.append(action)
    return wins
