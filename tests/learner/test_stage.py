"""The stage `learn`: a function of a window and a state, which it leaves as they were."""

import numpy as np
import pytest

from tengen.errors import CheckpointError
from tengen.learner import LearnerConfig, LearnSettings, learn, untrained, window_samples
from tengen.learner.stage import restored
from tests.learner.made_batches import GAME, small_net

SETTINGS = LearnSettings(
    architecture=small_net(),
    encoding=str(GAME.encodings[0]),
    config=LearnerConfig(batch_size=16, threads=1, warmup_updates=0, ema_decay=0.9),
    seed=3,
)


def same(one, other):
    assert one.facts == other.facts
    assert one.tensors.keys() == other.tensors.keys()
    for name, tensor in one.tensors.items():
        np.testing.assert_array_equal(tensor, other.tensors[name])


def test_the_same_window_and_state_give_the_same_state_again(stored_window):
    first = untrained(GAME, SETTINGS)
    one, other = (
        learn(stored_window, first.state, SETTINGS, positions=100, unseen=stored_window)
        for _ in range(2)
    )
    same(one.state, other.state)
    same(first.state, untrained(GAME, SETTINGS).state)
    assert one.checkpoint.weights_sha256 == other.checkpoint.weights_sha256
    assert one.checkpoint.weights_sha256 != first.checkpoint.weights_sha256


def test_learning_in_two_steps_equals_a_learner_that_goes_on(stored_window):
    state = untrained(GAME, SETTINGS).state
    learner = restored(GAME, state, SETTINGS)
    for positions in (80, 200):
        due = SETTINGS.config.batches_due(positions, learner.batches)
        learner.train(window_samples(stored_window, SETTINGS.config), due)
        learned = learn(stored_window, state, SETTINGS, positions=positions)
        state = learned.state
        same(state, learner.state())
        assert learned.checkpoint.weights_sha256 == learner.checkpoint().weights_sha256
        assert learned.report.batches == due


def test_every_batch_is_told_and_all_that_are_due(stored_window):
    told = []
    learned = learn(
        stored_window,
        untrained(GAME, SETTINGS).state,
        SETTINGS,
        positions=100,
        on_batch=lambda done, due: told.append((done, due)),
    )
    due = SETTINGS.config.batches_due(100, 0)
    assert told == [(done, due) for done in range(1, due + 1)]
    assert learned.state.updates == due


def test_without_new_positions_nothing_is_learned(stored_window):
    first = untrained(GAME, SETTINGS)
    learned = learn(stored_window, first.state, SETTINGS, positions=0)
    assert learned.report is None
    same(learned.state, first.state)


def test_a_state_of_another_net_is_refused(stored_window):
    state = untrained(GAME, SETTINGS).state
    del state.tensors[next(iter(state.tensors))]
    with pytest.raises(CheckpointError):
        learn(stored_window, state, SETTINGS, positions=100)
