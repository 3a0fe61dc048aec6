import copy
from dataclasses import replace

import pytest
import torch

from tengen import Architecture, load_game
from tengen._core import Convolver, make_head_planes
from tengen.learner.pointwise import use_native_heads
from tengen.nets.modules import build_network
from tests.learner.made_batches import all_heads, made_batch

STEP = Convolver(1).channel_step
WIDE = replace(all_heads(), channels=3 * STEP)
NETS = {
    "classic": Architecture.classic(load_game("gomoku:6x6/4")),
    "resnet": WIDE,
    "board-independent": replace(WIDE, policy_head="convolutional", value_head="pooled"),
}


@pytest.mark.parametrize("name", NETS)
def test_outputs_and_gradients_of_the_heads_stay(name):
    theirs = build_network(NETS[name], seed=3)
    ours = copy.deepcopy(theirs)
    assert use_native_heads(ours, Convolver(2)) == (2 if name == "classic" else 4)
    assert list(ours.state_dict()) == list(theirs.state_dict())
    planes = torch.from_numpy(made_batch(NETS[name], 6, seed=1).planes)
    results = []
    for network in (ours, theirs):
        outputs = [output for output in network.train()(planes) if output is not None]
        sum(output.square().sum() for output in outputs).backward()
        results.append([*outputs, *(p.grad for p in network.parameters() if p.grad is not None)])
    for found, expected in zip(*results, strict=True):
        torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("training", [True, False])
def test_heads_read_new_features_every_time(training):
    network = build_network(NETS["classic"], seed=3).train(training)
    use_native_heads(network, Convolver(2))
    first, second = (
        torch.from_numpy(made_batch(NETS["classic"], 6, seed=seed).planes) for seed in (1, 2)
    )
    before = network(first).policy_logits
    assert not torch.equal(network(second).policy_logits, before)
    torch.testing.assert_close(network(first).policy_logits, before)


def test_channels_that_do_not_fill_vectors_stay_with_torch():
    network = build_network(replace(WIDE, channels=STEP + 1), seed=3)
    assert use_native_heads(network, Convolver(2)) == 0
    planes = torch.from_numpy(made_batch(WIDE, 6, seed=1).planes)
    assert network(planes).policy_logits.shape == (6, WIDE.actions)


def test_a_head_that_is_not_trained_leaves_the_others_their_gradients():
    theirs = build_network(WIDE, seed=3).train()
    ours = copy.deepcopy(theirs)
    use_native_heads(ours, Convolver(2))
    planes = torch.from_numpy(made_batch(WIDE, 6, seed=1).planes)
    for network in (ours, theirs):
        network(planes).value_logits.square().sum().backward()
    torch.testing.assert_close(
        ours.value.conv.weight.grad, theirs.value.conv.weight.grad, rtol=1e-4, atol=1e-5
    )
    assert ours.policy.conv.weight.grad is None


def test_planes_have_the_same_bits_for_any_number_of_threads():
    random = torch.Generator().manual_seed(3)
    features = torch.randn(5, 6, 7, STEP, generator=random)
    weight = torch.randn(3, STEP, generator=random)
    made = [torch.empty(5, 3, 6, 7) for _ in range(2)]
    for threads, planes in enumerate(made, 1):
        make_head_planes(Convolver(threads), features.numpy(), [weight.numpy()], [planes.numpy()])
    assert torch.equal(*made)
