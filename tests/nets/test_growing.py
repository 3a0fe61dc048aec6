"""Weights that go on in another net: what it computes stays the same."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from example_nets import (
    EXAMPLES,
    example_checkpoint,
    random_checkpoint,
    random_planes,
)

from tengen import load_game
from tengen.errors import ArchitectureError
from tengen.learner.native_trunk import use_native_trunk
from tengen.nets import Architecture, NativeEvaluator
from tengen.nets.growing import grow
from tengen.nets.layout import tensor_shapes
from tengen.nets.modules import build_network, get_tensors, network_from_tensors

RESNETS = [name for name in EXAMPLES if not name.startswith("classic")]
LARGER = {
    "as it was": {},
    "wider": {"channels": 40},
    "deeper": {"blocks": 6},
    "wider and deeper": {"channels": 33, "blocks": 5},
}


def new_weights(architecture, seed=7):
    return get_tensors(build_network(architecture, seed))


def grown(checkpoint, keep_heads=True, **changes):
    """The net in a larger form, and the heads that are new."""
    new = replace(checkpoint.architecture, **changes)
    found = grow(
        checkpoint.architecture, checkpoint.tensors, new, new_weights(new), keep_heads=keep_heads
    )
    assert {name: tensor.shape for name, tensor in found.tensors.items()} == tensor_shapes(new)
    return replace(checkpoint, architecture=new, tensors=found.tensors), found.untrained


def small_example(name):
    """Room to grow, whatever the size of the example."""
    game, architecture = EXAMPLES[name]
    channels, blocks = min(architecture.channels, 24), min(architecture.blocks, 3)
    return random_checkpoint(game, replace(architecture, channels=channels, blocks=blocks))


@pytest.mark.parametrize("larger", LARGER.values(), ids=LARGER)
@pytest.mark.parametrize("name", RESNETS)
def test_a_larger_net_computes_what_the_smaller_did(name, larger):
    small = small_example(name)
    large, untrained = grown(small, **larger)
    assert untrained == ()
    planes = random_planes(small.game, small.encoding, 200)
    before, after = (NativeEvaluator(net).evaluate(planes) for net in (small, large))
    for answer in ("policy_logits", "value", "wdl", "moves_left"):
        expected = getattr(before, answer)
        if expected is not None:
            assert np.abs(getattr(after, answer) - expected).max() < 1e-4


def test_a_larger_net_computes_the_same_with_the_statistics_of_a_batch_too():
    small = example_checkpoint("any board")
    large, _ = grown(small, channels=30, blocks=4)
    planes = torch.from_numpy(random_planes(small.game, small.encoding, 32))
    before, after = (
        network_from_tensors(net.architecture, net.tensors).train()(planes)
        for net in (small, large)
    )
    assert torch.allclose(before.policy_logits, after.policy_logits, atol=1e-4)
    assert torch.allclose(before.value_logits, after.value_logits, atol=1e-4)


def test_the_same_architecture_keeps_every_bit():
    for name in EXAMPLES:
        checkpoint = example_checkpoint(name)
        same, untrained = grown(checkpoint)
        assert (same.weights_sha256, untrained) == (checkpoint.weights_sha256, ())


def test_global_pooling_can_be_added():
    small = example_checkpoint("modern")
    large, untrained = grown(small, pooling_every=2, channels=24)
    planes = random_planes(small.game, small.encoding, 50)
    before, after = (NativeEvaluator(net).evaluate(planes) for net in (small, large))
    assert untrained == ()
    assert np.abs(before.policy_logits - after.policy_logits).max() < 1e-4


def test_everything_new_is_random_from_the_seed():
    small = example_checkpoint("any board")
    new = replace(small.architecture, channels=20)
    first, again, other = (
        grow(small.architecture, small.tensors, new, new_weights(new, seed), keep_heads=True)
        for seed in (1, 1, 2)
    )
    for name in first.tensors:
        assert np.array_equal(first.tensors[name], again.tensors[name])
    assert not np.array_equal(
        first.tensors["trunk.1.conv1.weight"], other.tensors["trunk.1.conv1.weight"]
    )


@pytest.mark.parametrize("native", [False, True])
def test_new_channels_and_blocks_learn_within_three_updates(native):
    large, _ = grown(example_checkpoint("any board"), channels=16, blocks=4)
    network = network_from_tensors(large.architecture, large.tensors).train()
    network.to(memory_format=torch.channels_last)
    if native:
        assert use_native_trunk(network, threads=1)
    planes = torch.from_numpy(random_planes(large.game, large.encoding, 32))
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
    targets = torch.randint(0, large.architecture.actions, (32,))
    for _ in range(3):
        optimiser.zero_grad()
        outputs = network(planes.contiguous(memory_format=torch.channels_last))
        loss = torch.nn.functional.cross_entropy(outputs.policy_logits, targets)
        loss.backward()
        optimiser.step()
    filters = {
        name: parameter.grad.flatten(1)
        for name, parameter in network.named_parameters()
        if name.startswith("trunk.") and name.endswith(("conv.weight", "1.weight", "2.weight"))
        if parameter.ndim > 1
    }
    assert len(filters) == 1 + 2 * 4
    assert all((gradient.abs().amax(1) > 0).all() for gradient in filters.values())
    assert all(torch.isfinite(parameter).all() for parameter in network.parameters())


def test_a_net_independent_of_the_board_moves_to_a_larger_one():
    small = example_checkpoint("any board")
    board = {"height": 12, "width": 11, "actions": 132, "moves_left": 133}
    large, untrained = grown(small, **board)
    assert untrained == ()
    assert np.array_equal(
        large.tensors["value.output.weight"], small.tensors["value.output.weight"]
    )
    classes, known = large.tensors["moves_left.bias"], small.tensors["moves_left.bias"]
    assert np.array_equal(classes[: len(known)], known)
    assert (classes[len(known) :] == known[-1]).all()


def test_on_a_smaller_board_the_moves_left_head_loses_its_last_classes():
    small = example_checkpoint("any board")
    moved, _ = grown(small, height=5, width=5, actions=25, moves_left=26)
    assert np.array_equal(
        moved.tensors["moves_left.weight"], small.tensors["moves_left.weight"][:26]
    )


@pytest.mark.parametrize(
    ("name", "changes", "untrained"),
    [
        ("modern", {"height": 7, "width": 6}, ("policy", "value", "moves_left")),
        ("classic", {"height": 9, "width": 9, "actions": 81}, ("policy", "value")),
        ("modern", {"value_kind": "scalar"}, ("value", "moves_left")),
        ("modern", {"policy_channels": 8}, ("policy",)),
        ("modern", {"soft_policy": True}, ("soft_policy",)),
        ("any board", {"actions": 64}, ("policy",)),
    ],
)
def test_heads_that_do_not_fit_start_untrained(name, changes, untrained):
    checkpoint = example_checkpoint(name)
    new, found = grown(checkpoint, **changes)
    assert found == untrained
    fresh = new_weights(new.architecture)
    for tensor, weights in new.tensors.items():
        if tensor.partition(".")[0] in untrained:
            assert np.array_equal(weights, fresh[tensor])
        elif tensor in checkpoint.tensors:
            assert np.array_equal(weights, checkpoint.tensors[tensor])


def test_only_the_trunk_goes_on_where_heads_mean_something_else():
    checkpoint = example_checkpoint("any board")
    new, untrained = grown(checkpoint, keep_heads=False)
    assert untrained == ("policy", "value", "moves_left")
    for name, weights in checkpoint.tensors.items():
        assert np.array_equal(new.tensors[name], weights) == name.startswith("trunk.")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"channels": 8}, "wider, not narrower: this one has 16 channels, the new one would"),
        ({"blocks": 2}, "deeper, not shallower: this one has 3 blocks, the new one would have 2"),
        ({"planes": 4}, "this net reads 3 planes; the new one would read 4"),
        ({"pooling_every": 3}, "block 2 of this net pools the whole board; with pooling_every 3"),
    ],
)
def test_what_would_lose_weights_is_refused(changes, sentence):
    with pytest.raises(ArchitectureError, match=sentence):
        grown(example_checkpoint("modern, pooling"), **changes)


def test_a_family_cannot_become_another():
    old = Architecture.classic(load_game("gomoku:8x8/5"))
    new = Architecture.resnet(load_game("gomoku:8x8/5"), channels=128)
    weights = new_weights(old)
    with pytest.raises(ArchitectureError, match="family 'classic' cannot become"):
        grow(old, weights, new, new_weights(new), keep_heads=True)
