from dataclasses import replace

import numpy as np
import pytest
import torch
from example_nets import EXAMPLES, random_planes

from tengen import load_game
from tengen.errors import ArchitectureError, CheckpointError, EvaluationError, GameOverError
from tengen.nets import Architecture, PolicyValueNet, load_checkpoint
from tengen.nets.metrics import explained_variance, kl_divergence

GOMOKU = load_game("gomoku:6x6/4")
CONNECT4 = load_game("connect4")


def small_net(game=GOMOKU, **options):
    architecture = Architecture.resnet(game, blocks=2, channels=16)
    return PolicyValueNet(game, architecture, device="cpu", **options)


def batch(game, encoding, size=16, seed=0):
    """Positions with one right move each and an outcome to remember."""
    rng = np.random.default_rng(seed)
    states = random_planes(game.name, encoding, size, seed)
    policies = np.eye(game.num_actions, dtype=np.float32)[rng.integers(0, game.num_actions, size)]
    return states, policies, rng.choice(np.float32([-1, 0, 1]), size)


@pytest.mark.parametrize(
    ("architecture", "encoding"),
    [
        (Architecture.classic(GOMOKU), "4-planes"),
        (Architecture.resnet(GOMOKU, blocks=2, channels=16), "3-planes"),
    ],
)
def test_one_batch_is_learned_by_heart(architecture, encoding):
    net = PolicyValueNet(GOMOKU, architecture, seed=1, device="cpu", weight_penalty=0.0)
    states, policies, outcomes = batch(GOMOKU, encoding)
    before, _ = net.policy_value(states)
    first_loss, first_entropy = net.train_step(states, policies, outcomes, 3e-3)
    for _ in range(120):
        loss, entropy = net.train_step(states, policies, outcomes, 3e-3)
    probabilities, values = net.policy_value(states)
    assert loss < first_loss / 10
    assert entropy < first_entropy / 3
    assert (probabilities.argmax(1) == policies.argmax(1)).mean() > 0.9
    assert explained_variance(values, outcomes) > 0.8
    assert kl_divergence(before, probabilities) > 1


def test_loss_is_the_formula():
    net = PolicyValueNet(GOMOKU, Architecture.classic(GOMOKU), seed=1, device="cpu")
    states, policies, outcomes = batch(GOMOKU, "4-planes")
    probabilities, values = net.policy_value(states)
    length = sum(np.square(t).sum() for t in net.to_checkpoint().tensors.values())
    expected = np.mean((outcomes - values) ** 2) + 1e-4 * length
    expected -= np.mean(np.sum(policies * np.log(probabilities), axis=1))
    assert net.gradient_norm() == 0
    loss, entropy = net.train_step(states, policies, outcomes, 1e-3)
    assert loss == pytest.approx(expected, rel=1e-4)
    assert 0 < entropy <= np.log(36) + 1e-5
    assert net.gradient_norm() > 0


def test_learning_rate_is_the_one_asked_for():
    net = small_net()
    before = net.to_checkpoint().tensors["policy.linear.weight"]
    net.train_step(*batch(GOMOKU, "3-planes"), lr=0.0)
    assert np.array_equal(net.to_checkpoint().tensors["policy.linear.weight"], before)
    net.train_step(*batch(GOMOKU, "3-planes"))
    assert not np.array_equal(net.to_checkpoint().tensors["policy.linear.weight"], before)


def test_heads_without_a_target_stay_as_they_are():
    net = small_net()
    before = net.to_checkpoint().tensors["moves_left.weight"]
    net.train_step(*batch(GOMOKU, "3-planes"))
    assert np.array_equal(net.to_checkpoint().tensors["moves_left.weight"], before)


@pytest.mark.parametrize("name", EXAMPLES)
def test_legal_moves_sum_to_one(name):
    game_name, architecture = EXAMPLES[name]
    game = load_game(game_name)
    net = PolicyValueNet(game, architecture, device="cpu")
    position = game.initial()
    for _ in range(6):
        moves, value = net.policy_value_fn(position)
        assert [action for action, _ in moves] == position.legal_actions
        assert sum(probability for _, probability in moves) == pytest.approx(1)
        assert all(probability >= 0 for _, probability in moves)
        assert -1 <= value <= 1
        position = position.play(position.legal_actions[0])


def test_finished_and_foreign_positions_are_refused():
    net = small_net(CONNECT4)
    with pytest.raises(GameOverError, match="the game is over: seat 0 won"):
        net.policy_value_fn(CONNECT4.position_from("1212121"))
    with pytest.raises(EvaluationError, match="plays connect4; got a position of gomoku"):
        net.policy_value_fn(GOMOKU.initial())
    with pytest.raises(EvaluationError, match="planes of shape"):
        net.policy_value(np.zeros((1, 4, 6, 7), np.float32))


@pytest.mark.parametrize("form", ["net", "net.safetensors"])
def test_saved_net_gives_the_same_answers(tmp_path, form):
    net, other = small_net(seed=1), PolicyValueNet(GOMOKU, seed=2, device="cpu")
    states, policies, outcomes = batch(GOMOKU, "3-planes")
    net.train_step(states, policies, outcomes)
    net.save_model(tmp_path / form)
    other.load_model(tmp_path / form)
    for mine, theirs in zip(net.policy_value(states), other.policy_value(states), strict=True):
        assert np.array_equal(mine, theirs)
    assert load_checkpoint(tmp_path / form).game == GOMOKU.name


def test_nets_of_other_games_are_refused(tmp_path):
    small_net().save_model(tmp_path)
    with pytest.raises(CheckpointError, match="it cannot play 'connect4'"):
        small_net(CONNECT4).load_model(tmp_path)
    with pytest.raises(CheckpointError, match="needs a net for"):
        PolicyValueNet(CONNECT4, Architecture.teaching(GOMOKU), device="cpu")
    seven_planes = replace(Architecture.teaching(GOMOKU), planes=7)
    with pytest.raises(ArchitectureError, match="no encoding with 7 planes"):
        PolicyValueNet(GOMOKU, seven_planes, device="cpu")


def test_same_seed_same_training():
    def train(seed):
        net = small_net(seed=seed)
        return [net.train_step(*batch(GOMOKU, "3-planes"))[0] for _ in range(3)]

    assert train(1) == train(1)
    assert train(1) != train(2)


def test_device_is_found_by_itself():
    expected = "cuda" if torch.cuda.is_available() else "cpu"
    if torch.backends.mps.is_available():
        expected = "mps"
    assert PolicyValueNet(GOMOKU).device.type == expected
