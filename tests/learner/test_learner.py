import dataclasses
import json

import numpy as np
import pytest
import torch

from tengen import Architecture, load_game
from tengen._core import Convolver
from tengen.errors import CheckpointError, TrainingError
from tengen.learner import Learner, LearnerConfig, load_state, save_state, window_samples
from tengen.nets import load_evaluator
from tengen.nets.checkpoint import check_tensors
from tengen.nets.metrics import explained_variance, kl_divergence
from tests.learner.made_batches import GAME, all_heads, learner, made_batch, sampler, small_net

KINDS = [
    {"optimiser": "adam"},
    {"optimiser": "adamw"},
    {"optimiser": "sgd", "learning_rate": 0.05},
    {"optimiser": "sgd", "learning_rate": 0.05, "momentum": 0.0},
    {"optimiser": "adamw", "schedule": "cosine", "decay_start": 0.5, "warmup_updates": 3},
    {"optimiser": "adam", "schedule": "kl", "epochs": 3, "ema_decay": 0.9},
    {"optimiser": "adamw", "gradient_clip": 0.5, "ema_decay": 0.9},
]


def same(one, other):
    assert one.keys() == other.keys()
    for name in one:
        np.testing.assert_array_equal(one[name], other[name], err_msg=name)


@pytest.mark.parametrize("changes", KINDS, ids=lambda changes: " ".join(map(str, changes.values())))
def test_restored_training_equals_uninterrupted_training(changes, tmp_path):
    uninterrupted = learner(**changes)
    uninterrupted.train(sampler(all_heads()), 3)
    save_state(uninterrupted.state(), tmp_path / "learner.safetensors")
    last = uninterrupted.train(sampler(all_heads()), 4)

    restored = learner(seed=99, **changes)
    restored.restore(*load_state(tmp_path / "learner.safetensors"))
    again = restored.train(sampler(all_heads()), 4)

    same(uninterrupted.state().tensors, restored.state().tensors)
    assert uninterrupted.state().facts == restored.state().facts
    same(uninterrupted.checkpoint().tensors, restored.checkpoint().tensors)
    assert dataclasses.replace(last, seconds=0) == dataclasses.replace(again, seconds=0)


def test_state_is_json_and_float32():
    trained = learner(ema_decay=0.9)
    trained.train(sampler(all_heads()), 2)
    tensors, facts = trained.state()
    assert json.loads(json.dumps(facts)) == facts
    assert {tensor.dtype for tensor in tensors.values()} == {np.dtype(np.float32)}
    assert {name.split(".")[0] for name in tensors} == {"weights", "average", "optimiser"}


def test_same_seed_same_net_and_other_seed_another():
    nets = [learner(seed=seed) for seed in (5, 5, 6)]
    reports = [net.train(sampler(all_heads()), 3) for net in nets]
    assert reports[0].losses == reports[1].losses != reports[2].losses
    same(nets[0].checkpoint().tensors, nets[1].checkpoint().tensors)


def test_one_batch_is_learned_by_heart():
    net = small_net()
    batch = made_batch(net, 16, seed=1)
    student = learner(net, optimiser="adam", weight_decay=0, learning_rate=0.01)
    first = student.train(lambda count, seed: batch, 1)
    last = student.train(lambda count, seed: batch, 300)
    final = student.train(lambda count, seed: batch, 1)
    rows = batch.policy[batch.policy_weight == 1]
    entropy = -np.sum(rows * np.log(np.maximum(rows, 1e-12)), 1).mean()
    assert final.losses["policy"] - entropy < 0.02 < first.losses["policy"] - entropy
    assert final.losses["value"] < 0.02 < first.losses["value"]
    assert last.explained_variance_before < 0.5
    assert last.explained_variance_after > 0.9


def test_scalar_value_learns_too():
    net = small_net(value_kind="scalar", moves_left=0)
    batch = made_batch(net, 16, seed=1)
    student = learner(net, learning_rate=0.01)
    report = student.train(lambda count, seed: batch, 200)
    assert set(report.losses) == {"policy", "value"}
    assert report.explained_variance_after > 0.9


def test_the_kl_rule_stops_a_batch_that_moves_too_far():
    careless = learner(schedule="kl", learning_rate=0.5, optimiser="adam")
    report = careless.train(sampler(all_heads()), 1)
    assert report.updates < 5
    assert report.kl > 4 * careless.config.kl_target
    assert report.multiplier == careless.multiplier == pytest.approx(1 / 1.5)


def test_the_kl_rule_uses_a_batch_up_to_five_times_and_speeds_up():
    timid = learner(schedule="kl", learning_rate=1e-6)
    report = timid.train(sampler(all_heads()), 2)
    assert (report.batches, report.updates, report.samples) == (2, 10, 160)
    assert report.learning_rate == pytest.approx(1.5e-6)
    assert timid.multiplier == pytest.approx(2.25)


def test_report_measures_the_policy_on_the_first_batch():
    net, student = all_heads(), learner()
    batch = made_batch(net, 16, seed=1)
    before = student.checkpoint()
    report = student.train(lambda count, seed: batch, 3)
    policies = []
    for checkpoint in (before, student.checkpoint()):
        logits = load_evaluator(checkpoint, backend="torch").evaluate(batch.planes).policy_logits
        policies.append(torch.from_numpy(logits).softmax(1).numpy())
    assert report.kl == pytest.approx(kl_divergence(*policies), rel=1e-3)


def test_the_value_is_measured_on_games_it_has_not_seen_before_it_learns():
    student, unseen = learner(), made_batch(all_heads(), 64, seed=7)
    student.train(sampler(all_heads()), 2)
    evaluator = load_evaluator(student.checkpoint(), backend="torch")
    report = student.train(sampler(all_heads()), 5, unseen=lambda count, seed: unseen)
    told = explained_variance(evaluator.evaluate(unseen.planes).value, unseen.value)
    assert report.explained_variance_new == pytest.approx(told, abs=1e-4)
    assert report.metrics()["learner/explained_variance_new"] == report.explained_variance_new


def test_measuring_on_unseen_games_changes_nothing_else():
    watched, alone = learner(ema_decay=0.9), learner(ema_decay=0.9)
    for _ in range(2):
        one = watched.train(sampler(all_heads()), 3, unseen=sampler(all_heads()))
        other = alone.train(sampler(all_heads()), 3)
    same(watched.state().tensors, alone.state().tensors)
    assert watched.state().facts == alone.state().facts
    assert dataclasses.replace(one, seconds=0, explained_variance_new=None) == (
        dataclasses.replace(other, seconds=0)
    )


def test_unseen_games_that_tell_nothing_are_not_measured():
    student, drawn = learner(), made_batch(all_heads(), 64, seed=7)
    drawn.value[:] = 0
    untrained = student.train(sampler(all_heads()), 1, unseen=sampler(all_heads()))
    all_drawn = student.train(sampler(all_heads()), 1, unseen=lambda count, seed: drawn)
    for report in (untrained, all_drawn):
        assert report.explained_variance_new is None
        assert "learner/explained_variance_new" not in report.metrics()


def test_report_has_every_metric_as_a_number():
    report = learner(optimiser="adam").train(sampler(all_heads()), 2)
    metrics = report.metrics()
    assert {
        "loss/policy",
        "loss/value",
        "loss/moves_left",
        "loss/reply",
        "loss/soft_policy",
    } <= set(metrics)
    assert all(np.isfinite(value) for value in metrics.values())
    assert report.weight_penalty > 0
    assert report.samples_per_second == report.samples / report.seconds


def test_gradients_are_clipped_to_the_length_asked_for():
    free, tied = (
        learner(optimiser="sgd", momentum=0, weight_decay=0, gradient_clip=c) for c in (0, 0.1)
    )
    moved = []
    for student in (free, tied):
        before = student.state().tensors
        report = student.train(sampler(all_heads()), 1)
        after = student.state().tensors
        trained = [n for n in before if n.startswith("weights.") and "running" not in n]
        step = np.sqrt(
            sum(np.square(after[n] - before[n], dtype=np.float64).sum() for n in trained)
        )
        moved.append(step / student.config.learning_rate)
    assert moved[0] == pytest.approx(report.gradient_norm, rel=1e-3)  # of the same first batch
    assert moved[1] == pytest.approx(0.1, rel=1e-3)


@pytest.mark.parametrize("optimiser", ["adam", "sgd"])
def test_weight_penalty_is_a_term_of_the_loss(optimiser):
    """The gradient of c |theta|^2 is 2 c theta, in the step of SGD as in Adam's moments."""
    steps = {}
    for decay in (0.0, 0.1):
        student = learner(optimiser=optimiser, momentum=0.9, weight_decay=decay, learning_rate=0.1)
        name = "policy.linear.weight"
        before = student.state().tensors[f"weights.{name}"]
        student.train(sampler(all_heads()), 1)
        moment = {"adam": f"optimiser.exp_avg.{name}", "sgd": f"optimiser.momentum_buffer.{name}"}
        steps[decay] = student.state().tensors[moment[optimiser]]
    share = 0.1 if optimiser == "adam" else 1.0
    np.testing.assert_allclose(steps[0.1] - steps[0.0], share * 0.2 * before, atol=1e-6)


def test_decoupled_decay_leaves_norms_and_biases_alone():
    plain, decayed = (learner(optimiser="adamw", weight_decay=decay) for decay in (0.0, 1.0))
    before = decayed.state().tensors["weights.policy.linear.weight"]
    for student in (plain, decayed):
        student.train(sampler(all_heads()), 1)
    one, other = plain.state().tensors, decayed.state().tensors
    for name in ("trunk.0.norm.weight", "policy.linear.bias"):
        np.testing.assert_array_equal(one[f"weights.{name}"], other[f"weights.{name}"])
    name = "weights.policy.linear.weight"
    np.testing.assert_allclose(one[name] - other[name], 1e-3 * before, atol=1e-7)


HEADLESS = {
    "policy_loss": ("policy",),
    "value_loss": ("value.output",),
    "moves_left_loss": ("moves_left",),
    "reply_loss": ("opponent_reply",),
    "soft_policy_loss": ("soft_policy",),
}
"""The parameters that nothing trains without this loss; moves-left still needs the value's."""


@pytest.mark.parametrize("channels", [5, 3 * Convolver(1).channel_step], ids=["torch", "core"])
@pytest.mark.parametrize("loss", HEADLESS)
def test_heads_without_weight_stay_as_they_are(loss, channels):
    net = dataclasses.replace(all_heads(), channels=channels)
    student = learner(net, weight_decay=1.0, optimiser="adam", **{loss: 0})
    before = student.state().tensors
    report = student.train(sampler(net), 2)
    after = student.state().tensors
    assert loss.removesuffix("_loss") not in report.losses
    for name in (name for name in before if "running" not in name):
        untrained = name.removeprefix("weights.").startswith(HEADLESS[loss])
        assert np.array_equal(before[name], after[name]) == untrained, name


def test_value_head_without_any_loss_stays_as_it_is():
    net = dataclasses.replace(all_heads(), channels=3 * Convolver(1).channel_step)
    student = learner(net, weight_decay=1.0, optimiser="adam", value_loss=0, moves_left_loss=0)
    before = student.state().tensors
    student.train(sampler(net), 2)
    after = student.state().tensors
    for name in ("value.conv.weight", "value.norm.weight", "value.hidden.weight"):
        np.testing.assert_array_equal(before[f"weights.{name}"], after[f"weights.{name}"])


def test_play_uses_the_mean_of_the_weights():
    student = learner(ema_decay=0.9)
    name = "policy.linear.weight"
    first = student.state().tensors[f"weights.{name}"]
    student.train(sampler(all_heads()), 1)
    second = student.state().tensors[f"weights.{name}"]
    decay = 2 / 11  # of the first update
    played = student.checkpoint().tensors[name]
    np.testing.assert_allclose(played, decay * first + (1 - decay) * second, rtol=1e-5, atol=1e-7)
    check_tensors(student.architecture, student.checkpoint().tensors)


def test_checkpoint_tells_how_far_training_came():
    student = learner()
    student.train(sampler(all_heads()), 2)
    facts = student.checkpoint({"generation": 7}).training
    assert facts == {"updates": 2, "batches": 2, "generation": 7}


def test_progress_is_told_after_every_batch():
    done = []
    learner(schedule="kl", epochs=2).train(sampler(all_heads()), 3, on_batch=done.append)
    assert done == [1, 2, 3]


def test_threads_are_given_back():
    torch.set_num_threads(1)
    learner(threads=2).train(sampler(all_heads()), 1)
    assert torch.get_num_threads() == 1


def test_batches_that_do_not_fit_are_refused():
    batch = made_batch(Architecture.resnet(load_game("connect4")), 16, 1)
    with pytest.raises(TrainingError, match=r"planes of a batch should have shape \(16, "):
        learner().train(lambda count, seed: batch, 1)
    with pytest.raises(TrainingError, match="2 rows or more"):
        learner().train(lambda count, seed: made_batch(all_heads(), 1, 1), 1)
    with pytest.raises(TrainingError, match="1 batch or more; got 0"):
        learner().train(sampler(all_heads()), 0)


def test_divergence_is_told():
    bad = made_batch(all_heads(), 16, 1)
    bad.value[0] = np.nan
    bad.wdl[0] = np.nan
    with pytest.raises(TrainingError, match="the loss became nan within 1 updates"):
        learner().train(lambda count, seed: bad, 1)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"optimiser": "sgd"}, "has optimiser 'sgd'; this run has 'adamw'"),
        ({"game": "othello"}, "has game 'othello'; this run has 'tictactoe'"),
    ],
)
def test_the_state_of_another_run_is_refused(change, sentence):
    student = learner()
    tensors, facts = student.state()
    with pytest.raises(CheckpointError, match=sentence):
        student.restore(tensors, facts | change)


def test_the_state_of_another_net_is_refused():
    tensors, facts = learner(small_net()).state()
    with pytest.raises(CheckpointError, match="has no"):
        learner(all_heads()).restore(tensors, facts)


def test_damaged_states_are_refused(tmp_path):
    path = tmp_path / "learner.safetensors"
    save_state(learner().state(), path)
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    with pytest.raises(CheckpointError, match=r"learner\.safetensors: .*SHA-256 does not match"):
        load_state(path)
    with pytest.raises(CheckpointError, match="cannot be read: No such file"):
        load_state(tmp_path / "none.safetensors")


@pytest.mark.parametrize(
    ("written", "found", "sentence"),
    [
        ('\\"batches\\": 0', '\\"batches\\": 1', "SHA-256 does not match"),
        ('\\"format_version\\": 3', '\\"format_version\\": 4', "has version 4; .* reads 3"),
    ],
)
def test_facts_that_were_changed_are_refused(tmp_path, written, found, sentence):
    path = tmp_path / "learner.safetensors"
    save_state(learner().state(), path)
    data = path.read_bytes()
    assert written.encode() in data
    path.write_bytes(data.replace(written.encode(), found.encode()))
    with pytest.raises(CheckpointError, match=sentence):
        load_state(path)


def test_learns_from_a_window_of_games(stored_window):
    config = LearnerConfig(batch_size=32, threads=1, value_mix=0.25, surprise_share=0.5)
    student = Learner(GAME, small_net(), config, seed=1, device="cpu")
    report = student.train(window_samples(stored_window, config), 5)
    assert report.samples == 160
    assert report.is_finite
