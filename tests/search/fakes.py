"""Evaluators whose answers a test can foretell, and positions to show them."""

import hashlib
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tengen import Evaluation, Game, Position, load_game

HEX = f"{Path(__file__).parents[2] / 'examples' / 'hex.py'}:Hex"


class HashEvaluator:
    """Opinions that look random and hang on the planes alone."""

    def __init__(self, game: Game[Any], *, moves_left: bool = True, wdl: bool = False) -> None:
        self.num_actions = game.num_actions
        self.moves_left = moves_left
        self.wdl = wdl
        self.batches: list[int] = []

    def evaluate(self, planes: np.ndarray) -> Evaluation:
        self.batches.append(len(planes))
        answers = [self.answer(sample) for sample in planes]
        columns = zip(*answers, strict=True)
        logits, values, plies, wdl = (np.array(column, np.float32) for column in columns)
        return Evaluation(
            logits, values, wdl if self.wdl else None, plies if self.moves_left else None
        )

    def answer(self, sample: np.ndarray) -> tuple[np.ndarray, float, float, np.ndarray]:
        digest = hashlib.blake2b(sample.tobytes(), digest_size=8).digest()
        rng = np.random.default_rng(int.from_bytes(digest, "little"))
        logits = rng.normal(0, 1.5, self.num_actions)
        return logits, rng.uniform(-1, 1), rng.uniform(0, 40), rng.dirichlet([1, 1, 1])


class ConstantEvaluator:
    """The same answer to every question."""

    def __init__(self, logits: list[float], value: float = 0.0, moves_left: float | None = None):
        self.logits = np.array(logits, np.float32)
        self.value = value
        self.moves_left = moves_left
        self.asked = 0

    def evaluate(self, planes: np.ndarray) -> Evaluation:
        count = len(planes)
        self.asked += count
        plies = None
        if self.moves_left is not None:
            plies = np.full(count, self.moves_left, np.float32)
        return Evaluation(
            np.tile(self.logits, (count, 1)), np.full(count, self.value, np.float32), None, plies
        )


class FunctionEvaluator:
    """Equal priors; the value and the plies to the end are a function of the planes."""

    def __init__(self, num_actions: int, evaluate: Callable[[np.ndarray], tuple[float, float]]):
        self.num_actions = num_actions
        self._answer = evaluate

    def evaluate(self, planes: np.ndarray) -> Evaluation:
        evaluated = np.array([self._answer(sample) for sample in planes], np.float32)
        logits = np.zeros((len(planes), self.num_actions), np.float32)
        return Evaluation(logits, evaluated[:, 0], None, evaluated[:, 1])


def random_position(name: str, chance: random.Random, longest: float = 0.5) -> Position[Any]:
    """A position some way into a random game that is not over yet."""
    game = load_game(name)
    while True:
        position = game.initial(chance.randrange(2))
        for _ in range(chance.randrange(max(1, int(game.max_plies * longest)))):
            if position.outcome is None:
                position = position.play(chance.choice(position.legal_actions))
        if position.outcome is None:
            return position
