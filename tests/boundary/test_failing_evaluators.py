"""Evaluators that fail or answer nonsense: an error that names them, and nothing is spoilt."""

from dataclasses import replace

import numpy as np
import pytest

from tengen import Architecture, Evaluation, Limit, Search, SearchConfig, load_game
from tengen.errors import EvaluationError
from tengen.nets import NativeEvaluator
from tengen.search import CachedEvaluator
from tengen.selfplay import Games, SelfPlay, SelfPlayConfig
from tests.nets.example_nets import random_checkpoint
from tests.search.fakes import HashEvaluator


def good(count, actions=7):
    return {"policy_logits": np.zeros((count, actions)), "value": np.zeros(count)}


class Nonsense:
    """Answers with whatever it is told to, for as long as it is told to."""

    def __init__(self, answer):
        self.answer = answer

    def evaluate(self, planes):
        right = good(len(planes))
        return Evaluation(**right) if self.answer is None else self.answer(right, len(planes))


def changed(**fields):
    return lambda right, count: Evaluation(**right | {k: v(count) for k, v in fields.items()})


NONSENSE = {
    "nothing": lambda right, count: (),
    "a dictionary": lambda right, count: right,
    "no value": changed(value=lambda n: None),
    "no logits": changed(policy_logits=lambda n: None),
    "text": changed(value=lambda n: np.array(["a"] * n)),
    "complex numbers": changed(value=lambda n: np.zeros(n, np.complex64)),
    "objects": changed(value=lambda n: np.array([object()] * n)),
    "ragged lists": changed(policy_logits=lambda n: [[1, 2], [1]] * n),
    "nan": changed(value=lambda n: np.full(n, np.nan)),
    "infinite": changed(value=lambda n: np.full(n, -np.inf)),
    "too large for a float": changed(value=lambda n: np.full(n, 1e300)),
    "nan logits": changed(policy_logits=lambda n: np.full((n, 7), np.nan)),
    "too few rows": changed(value=lambda n: np.zeros(n - 1)),
    "too many rows": changed(policy_logits=lambda n: np.zeros((n + 1, 7))),
    "one row for all": changed(policy_logits=lambda n: np.zeros((1, 7 * n, 1))),
    "wdl of two": changed(wdl=lambda n: np.full((n, 2), 0.5)),
    "wdl beyond 1": changed(wdl=lambda n: np.full((n, 3), 0.5)),
    "wdl of nothing": changed(wdl=lambda n: np.zeros((n, 3))),
    "negative wdl": changed(wdl=lambda n: np.tile([1.2, 0.3, -0.5], (n, 1))),
    "nan wdl": changed(wdl=lambda n: np.full((n, 3), np.nan)),
    "nan moves left": changed(moves_left=lambda n: np.full(n, np.nan)),
}


# A cache cannot know how many actions the game has, and remembers what it was told.
OF_ANOTHER_GAME = {"too few logits": changed(policy_logits=lambda n: np.zeros((n, 6)))}


@pytest.mark.parametrize("wrap", [lambda evaluator: evaluator, CachedEvaluator])
@pytest.mark.parametrize("answer", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_an_error_that_names_the_evaluator(answer, wrap):
    game, evaluator = load_game("connect4"), Nonsense(answer)
    search = Search(game, wrap(evaluator))
    with pytest.raises(EvaluationError, match="Nonsense"):
        search.run(game.initial(), Limit(simulations=20))
    evaluator.answer = None
    assert search.run(game.initial(), Limit(simulations=20)).simulations == 20


@pytest.mark.parametrize(
    "answer", (NONSENSE | OF_ANOTHER_GAME).values(), ids=NONSENSE | OF_ANOTHER_GAME
)
def test_self_play_goes_on_after_nonsense(answer):
    evaluator = Nonsense(answer)
    config = SelfPlayConfig(simulations=4, games_at_once=2)
    play = SelfPlay(load_game("connect4"), evaluator, SearchConfig(), config, Games(1, 0, range(2)))
    with pytest.raises(EvaluationError, match="Nonsense"):
        list(play)
    evaluator.answer = None
    assert sum(len(report.records) for report in play) == 2


def test_chances_may_be_rounded():
    game = load_game("connect4")
    rounded = changed(wdl=lambda n: np.tile([0.3004, 0.2998, 0.4002], (n, 1)).astype(np.float16))
    result = Search(game, Nonsense(rounded)).run(game.initial(), Limit(simulations=5))
    assert result.simulations == 5


class Failing:
    """Another evaluator that fails at some calls."""

    def __init__(self, inner, error, at_calls):
        self.evaluate_truly = inner.evaluate
        self.error = error
        self.at_calls = set(at_calls)
        self.calls = 0

    def evaluate(self, planes):
        self.calls += 1
        if self.calls in self.at_calls:
            raise self.error
        return self.evaluate_truly(planes)


def test_an_error_of_the_evaluator_goes_on_unchanged_with_a_note_that_names_it():
    game, error = load_game("connect4"), ZeroDivisionError("broken")
    evaluator = Failing(HashEvaluator(game), error, [2])
    with pytest.raises(ZeroDivisionError) as caught:
        Search(game, evaluator).run(game.initial(), Limit(simulations=20))
    assert caught.value is error
    assert "Failing" in caught.value.__notes__[0]


def finished_games(play):
    """All games, however often iterating must begin again."""
    records, failures = [], 0
    while True:
        try:
            for report in play:
                records += report.records
        except (KeyboardInterrupt, ZeroDivisionError):
            failures += 1
        else:
            return sorted(records, key=lambda record: record.index), failures


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ZeroDivisionError("broken")])
@pytest.mark.parametrize("leaves", [1, 4])
def test_games_are_the_same_as_if_nothing_had_happened(error, leaves):
    game = load_game("connect4")
    how = SearchConfig(noise_epsilon=0.25, leaves_per_batch=leaves)
    config = SelfPlayConfig(simulations=12, games_at_once=3)
    games = Games(1, 0, range(5))
    whole, _ = finished_games(SelfPlay(game, HashEvaluator(game), how, config, games))
    evaluator = Failing(HashEvaluator(game), error, [1, 2, 3, 7, 20, 21])
    broken, failures = finished_games(SelfPlay(game, evaluator, how, config, games))
    assert failures == 6
    assert broken == whole


@pytest.mark.parametrize("threads", [1, 2])
def test_a_net_of_the_core_that_overflows_is_named_and_does_not_hang(threads):
    game = load_game("connect4")
    sound = random_checkpoint("connect4", Architecture.resnet(game, blocks=1, channels=8))
    tensors = {name: tensor * np.float32(1e19) for name, tensor in sound.tensors.items()}
    config = SelfPlayConfig(simulations=4, games_at_once=4)
    play = SelfPlay(
        game,
        NativeEvaluator(replace(sound, tensors=tensors)),
        SearchConfig(),
        config,
        Games(1, 0, range(4)),
        threads=threads,
    )
    for _ in range(3):
        with pytest.raises(EvaluationError, match="NativeEvaluator"):
            list(play)
