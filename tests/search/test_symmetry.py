"""Positions shown in a symmetry chosen by their hash (SPEC M17)."""

import numpy as np
import pytest

from tengen import Evaluation, Limit, Search, SearchConfig, load_game
from tests.search.fakes import HEX, HashEvaluator

GAMES = ("connect4", "gomoku:5x5/4", "gomoku:4x6/4", "othello:6x6", HEX)


class SymmetricEvaluator(HashEvaluator):
    """Answers alike whichever way the board is turned: a mean over all symmetries."""

    def __init__(self, game):
        super().__init__(game)
        self.symmetries = game.symmetries

    def evaluate(self, planes):
        turned = [self._turned(planes, np.array(s.cell_image)) for s in self.symmetries]
        answers = [super(SymmetricEvaluator, self).evaluate(images) for images in turned]
        logits = [
            answer.policy_logits[:, np.array(symmetry.action_image)]
            for symmetry, answer in zip(self.symmetries, answers, strict=True)
        ]
        # Rounding makes the sum independent of its order.
        return Evaluation(
            np.round(np.mean(logits, axis=0, dtype=np.float64), 4).astype(np.float32),
            np.round(np.mean([a.value for a in answers], axis=0, dtype=np.float64), 4),
        )

    def _turned(self, planes, cell_image):
        flat = planes.reshape(*planes.shape[:2], -1)
        images = np.empty_like(flat)
        images[:, :, cell_image] = flat
        return np.ascontiguousarray(images.reshape(planes.shape))


def run(game, evaluator, simulations=150, **config):
    search = Search(game, evaluator, SearchConfig(**config))
    return search.run(game.initial(), Limit(simulations=simulations))


@pytest.mark.parametrize("name", GAMES)
def test_an_evaluator_without_a_favourite_direction_sees_no_difference(name):
    game = load_game(name)
    plain = run(game, SymmetricEvaluator(game), simulations=80)
    turned = run(game, SymmetricEvaluator(game), simulations=80, random_symmetry=True)
    np.testing.assert_array_equal(plain.visits, turned.visits)
    assert plain.root_value == turned.root_value


@pytest.mark.parametrize("name", GAMES)
def test_the_symmetry_hangs_on_the_position_alone(name):
    game = load_game(name)
    first, again = (run(game, HashEvaluator(game), random_symmetry=True) for _ in range(2))
    np.testing.assert_array_equal(first.visits, again.visits)
    together = run(game, HashEvaluator(game), random_symmetry=True, leaves_per_batch=8)
    assert together.visits.sum() == 149


def test_positions_are_really_shown_turned():
    game = load_game("gomoku:5x5/4")

    class FirstStone(HashEvaluator):
        def evaluate(self, planes):
            self.cell = int(planes[0, :2].sum(axis=0).argmax())
            return super().evaluate(planes)

    def shown(action, random_symmetry):
        evaluator = FirstStone(game)
        search = Search(game, evaluator, SearchConfig(random_symmetry=random_symmetry))
        search.run(game.position_from([action]), Limit(simulations=1))
        return evaluator.cell

    assert [shown(action, False) for action in range(25)] == list(range(25))
    turned = [shown(action, True) for action in range(25)]
    assert sum(cell != action for action, cell in enumerate(turned)) > 10
    for action, cell in enumerate(turned):
        symmetry = game.initial().play(action).hash % 8
        assert cell == game.symmetries[symmetry].cell_image[action]
