from dataclasses import replace

import numpy as np
import pytest
import torch
from example_nets import EXAMPLES, example_checkpoint, random_planes

from tengen import load_game
from tengen.nets import Architecture
from tengen.nets.layout import parameter_count, tensor_shapes
from tengen.nets.modules import build_network, get_tensors, network_from_tensors, read_outlook


@pytest.mark.parametrize(
    ("architecture", "parameters"),
    [
        (Architecture.classic(load_game("gomoku:8x8/5")), 119_079),
        (Architecture.classic(load_game("gomoku:6x6/4")), 104_267),
        (Architecture.teaching(load_game("gomoku:5x5/4")), 306_178),
        (Architecture.teaching(load_game("gomoku:10x10/5")), 2_413_707),
        (Architecture.teaching(load_game("gomoku:15x15/5")), 11_974_506),
    ],
)
def test_parameter_counts_of_the_specification(architecture, parameters):
    with torch.device("meta"):
        network = build_network(architecture, seed=0)
    assert sum(p.numel() for p in network.parameters()) == parameters
    assert parameter_count(architecture) == parameters


@pytest.mark.parametrize("name", EXAMPLES)
def test_layout_names_every_tensor_of_the_modules(name):
    architecture = EXAMPLES[name][1]
    tensors = get_tensors(build_network(architecture, seed=0))
    assert {name: tensor.shape for name, tensor in tensors.items()} == tensor_shapes(architecture)


def test_tensors_survive_the_way_through_torch():
    checkpoint = example_checkpoint("modern, auxiliary heads")
    tensors = get_tensors(network_from_tensors(checkpoint.architecture, checkpoint.tensors))
    assert all(np.array_equal(tensors[name], t) for name, t in checkpoint.tensors.items())


def test_same_seed_same_weights_and_no_global_state():
    architecture = EXAMPLES["modern"][1]
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    first, second, other = (get_tensors(build_network(architecture, seed)) for seed in (1, 1, 2))
    assert torch.equal(torch.rand(3), expected)
    name = "trunk.0.conv.weight"
    assert all(np.array_equal(first[name], second[name]) for name in first)
    assert not np.array_equal(first[name], other[name])


def test_auxiliary_heads_answer_in_training_only():
    architecture = EXAMPLES["modern, auxiliary heads"][1]
    network = build_network(architecture, seed=0)
    planes = torch.from_numpy(random_planes("gomoku:6x6/4", "3-planes", 4))
    outputs = network.train()(planes)
    assert outputs.opponent_reply_logits.shape == outputs.soft_policy_logits.shape == (4, 36)
    outputs = network.eval()(planes)
    assert outputs.opponent_reply_logits is outputs.soft_policy_logits is None


def test_heads_mean_what_they_say():
    architecture = EXAMPLES["modern"][1]
    network = build_network(architecture, seed=0).eval()
    outputs = network(torch.from_numpy(random_planes("connect4", "3-planes", 4)))
    assert outputs.policy_logits.shape == (4, 7)
    assert outputs.moves_left_logits.shape == (4, 43)
    certain = torch.full((1, 43), -100.0)
    certain[0, 17] = 100.0
    outlook = read_outlook(
        outputs._replace(value_logits=torch.tensor([[9.0, -9, -9]]), moves_left_logits=certain)
    )
    assert outlook.moves_left.item() == pytest.approx(17)
    assert outlook.value.item() == pytest.approx(1, abs=1e-6)
    assert outlook.wdl.sum().item() == pytest.approx(1)


def test_board_independent_net_has_the_same_tensors_on_every_board():
    small, large = (
        Architecture.resnet(load_game(name), board_independent=True, pooling_every=2)
        for name in ("gomoku:8x8/5", "gomoku:15x15/5")
    )
    assert tensor_shapes(replace(small, moves_left=0)) == tensor_shapes(
        replace(large, moves_left=0)
    )


@pytest.mark.parametrize("independent", [False, True])
def test_an_untrained_net_of_ours_has_no_opinion(independent):
    """Whoever is to move: else one side might lose every game before it can learn."""
    game = load_game("gomoku:9x9/5")
    net = Architecture.resnet(game, blocks=1, channels=16, board_independent=independent)
    network = build_network(net, seed=3).eval()
    with torch.inference_mode():
        for moves in ("", "e5", "e5d4f6"):
            planes = game.position_from(moves).planes("3-planes")
            outputs = network(torch.from_numpy(planes)[None])
            assert outputs.policy_logits.unique().numel() == 1
            assert read_outlook(outputs).value.item() == 0
