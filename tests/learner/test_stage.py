"""The stage `learn`: a function of a window and a state, which it leaves as they were."""

from dataclasses import replace

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
        learn(stored_window, first.state, SETTINGS, new_positions=100, unseen=stored_window)
        for _ in range(2)
    )
    same(one.state, other.state)
    same(first.state, untrained(GAME, SETTINGS).state)
    assert one.checkpoint.weights_sha256 == other.checkpoint.weights_sha256
    assert one.checkpoint.weights_sha256 != first.checkpoint.weights_sha256


def test_learning_in_two_steps_equals_a_learner_that_goes_on(stored_window):
    state = untrained(GAME, SETTINGS).state
    learner = restored(GAME, state, SETTINGS)
    for positions in (82, 121):
        due = learner.take_batches_due(positions)
        learner.train(window_samples(stored_window, SETTINGS.config), due)
        learned = learn(stored_window, state, SETTINGS, new_positions=positions)
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
        new_positions=100,
        on_batch=lambda done, due: told.append((done, due)),
    )
    due = 100 * 4 // 16
    assert told == [(done, due) for done in range(1, due + 1)]
    assert learned.state.updates == due


def test_samples_that_do_not_fill_a_batch_wait_and_are_not_lost():
    learner = restored(GAME, untrained(GAME, SETTINGS).state, SETTINGS)  # 4 samples, batches of 16
    assert learner.take_batches_due(3) == 0
    assert learner.take_batches_due(2) == 1
    again = restored(GAME, learner.state(), SETTINGS)
    assert (again.samples_due, again.take_batches_due(3)) == (4.0, 1)
    assert again.samples_due == 0.0


def test_the_rate_follows_the_share_of_the_run_that_is_done():
    config = replace(SETTINGS.config, schedule="cosine", decay_start=0.5, final_share=0.1)
    rates = [
        restored(GAME, untrained(GAME, SETTINGS).state, settings).learning_rate()
        for share in (0.0, 0.5, 0.75, 1.0)
        for settings in [replace(SETTINGS, config=config, progress=share)]
    ]
    assert rates == pytest.approx([1e-3, 1e-3, 0.55e-3, 1e-4])


def test_without_new_positions_nothing_is_learned(stored_window):
    first = untrained(GAME, SETTINGS)
    learned = learn(stored_window, first.state, SETTINGS, new_positions=0)
    assert learned.report is None
    same(learned.state, first.state)


def test_a_state_of_another_net_is_refused(stored_window):
    state = untrained(GAME, SETTINGS).state
    del state.tensors[next(iter(state.tensors))]
    with pytest.raises(CheckpointError):
        learn(stored_window, state, SETTINGS, new_positions=100)
