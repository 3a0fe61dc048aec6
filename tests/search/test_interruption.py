"""Evaluators that fail, and searches that go on afterwards as if nothing had happened."""

import numpy as np
import pytest

from tengen import Evaluation, Limit, Search, SearchConfig, SearchPool, load_game
from tengen.errors import EvaluationError, GameContractError
from tests.search.fakes import HashEvaluator
from tests.search.forks import Fork


class Failing(HashEvaluator):
    """Raises at one call, and works before and after it."""

    def __init__(self, game, error, at_call):
        super().__init__(game)
        self.error = error
        self.calls_left = at_call

    def evaluate(self, planes):
        self.calls_left -= 1
        if self.calls_left == 0:
            raise self.error
        return super().evaluate(planes)


@pytest.mark.parametrize("leaves", [1, 4])
@pytest.mark.parametrize("error", [KeyboardInterrupt(), ZeroDivisionError("broken")])
@pytest.mark.parametrize("at_call", [1, 2, 9])
def test_an_interrupted_search_goes_on_as_if_nothing_had_happened(leaves, error, at_call):
    game = load_game("connect4")
    config = SearchConfig(leaves_per_batch=leaves)
    search = Search(game, Failing(game, error, at_call), config)
    with pytest.raises(type(error)):
        search.run(game.initial(), Limit(simulations=100))
    done = search.explain().visits
    result = search.run(game.initial(), Limit(simulations=100 - done))
    whole = Search(game, HashEvaluator(game), config).run(game.initial(), Limit(simulations=100))
    np.testing.assert_array_equal(result.visits, whole.visits)
    assert result.root_value == whole.root_value


def test_an_interrupted_pool_goes_on():
    game = load_game("connect4")
    positions = [game.position_from(moves) for moves in ("", "4", "44", "12")]
    pool = SearchPool(game, Failing(game, KeyboardInterrupt(), 7), seeds=range(4), max_batch=2)
    with pytest.raises(KeyboardInterrupt):
        pool.run(positions, Limit(simulations=50))
    for result in pool.run(positions, Limit(simulations=50)):
        assert result.simulations == 50
        assert 49 <= result.visits.sum() <= 99


class Answering:
    """Gives one prepared answer."""

    def __init__(self, **answer):
        self.answer = answer

    def evaluate(self, planes):
        count = len(planes)
        right = {"policy_logits": np.zeros((count, 7)), "value": np.zeros(count)}
        return Evaluation(**right | self.answer)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ({"value": np.array([np.nan])}, "a non-finite number in"),
        ({"value": np.array([np.inf])}, "a non-finite number in"),
        ({"moves_left": np.array([np.nan])}, "a non-finite number in"),
        ({"wdl": np.array([[0.5, np.nan, 0.5]])}, "a non-finite number in"),
        ({"policy_logits": np.full((1, 7), np.nan)}, "a policy that is not finite"),
        ({"policy_logits": np.full((1, 7), np.inf)}, "a policy that is not finite"),
        (
            {"policy_logits": np.zeros((1, 6))},
            r"policy_logits must have shape \(1, 7\); got \(1, 6\)",
        ),
        ({"policy_logits": np.zeros(7)}, r"policy_logits must have shape \(1, 7\); got \(7,\)"),
        ({"value": np.zeros((1, 1))}, r"value must have shape \(1,\); got \(1, 1\)"),
        ({"wdl": np.zeros((1, 2))}, r"wdl must have shape \(1, 3\); got \(1, 2\)"),
        ({"moves_left": np.zeros(2)}, r"moves_left must have shape \(1,\); got \(2,\)"),
    ],
)
def test_an_answer_that_cannot_be_used_is_refused_in_a_sentence(answer, message):
    game = load_game("connect4")
    search = Search(game, Answering(**answer))
    with pytest.raises(EvaluationError, match=message):
        search.run(game.initial(), Limit(simulations=5))
    search._pool.evaluator = Answering()
    assert search.run(game.initial(), Limit(simulations=5)).visits.sum() == 4


def test_values_out_of_range_are_cut():
    game = load_game("connect4")
    result = Search(game, Answering(value=np.array([7.0]))).run(
        game.initial(), Limit(simulations=1)
    )
    assert result.root_value == 1.0


class BrokenFork(Fork):
    """Rules that fail once, in the middle of a search."""

    failures_left = 1

    def next_state(self, state, action):
        if state.left == 2 and self.failures_left:
            self.failures_left -= 1
            raise RuntimeError("broken rules")
        return super().next_state(state, action)


@pytest.mark.parametrize("leaves", [1, 4])
def test_rules_that_fail_leave_the_search_usable(leaves):
    game, config = BrokenFork((4, 3, 5), 0), SearchConfig(prove=False, leaves_per_batch=leaves)
    evaluator = HashEvaluator(game)
    search = Search(game, evaluator, config)
    with pytest.raises(GameContractError, match="next_state raised RuntimeError: broken rules"):
        search.run(game.initial(), Limit(simulations=60))
    done = search.explain().visits
    result = search.run(game.initial(), Limit(simulations=60 - done))
    whole = Search(Fork((4, 3, 5), 0), evaluator, config).run(game.initial(), Limit(simulations=60))
    np.testing.assert_array_equal(result.visits, whole.visits)
    assert result.root_value == whole.root_value
