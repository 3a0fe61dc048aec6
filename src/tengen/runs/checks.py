"""What the raw net knows, without search, about fixed positions of its game."""

from typing import Any

import numpy as np

from tengen import _core
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search import Evaluation, Evaluator

CHECKS = "checks/"
"""Prefix of the metric names; they are stored under the generation that the net plays."""

_WANTED = 64
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
        positions = [game.initial(), *(position for position, _ in self._cases)]
        self._planes = np.stack([position.planes(encoding) for position in positions])
        self._masks = np.stack([position.legal_mask for position in positions])

    def run(self, evaluator: Evaluator) -> dict[str, float]:
        """Wins in one found by the policy and their mean value; the opening's value and entropy."""
        evaluation = evaluator.evaluate(self._planes)
        policy = self._policy(evaluation)
        entropy = -np.sum(policy[0] * np.log(np.maximum(policy[0], 1e-12)))
        numbers = {
            f"{CHECKS}opening_value": float(evaluation.value[0]),
            f"{CHECKS}opening_entropy": float(entropy),
        }
        if not self._cases:
            return numbers
        best = policy[1:].argmax(axis=1)
        seen = [int(best[row]) in wins for row, (_, wins) in enumerate(self._cases)]
        numbers[f"{CHECKS}win_in_one_policy"] = float(np.mean(seen))
        numbers[f"{CHECKS}win_in_one_value"] = float(evaluation.value[1:].mean())
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
