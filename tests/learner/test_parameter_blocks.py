"""Parameters in shared memory: the same numbers, the same updates."""

import copy

import pytest
import torch
from torch import nn

from tengen.errors import CheckpointError
from tengen.learner import LearnerConfig
from tengen.learner.optimisers import (
    build_optimiser,
    clip_gradient,
    optimiser_blocks,
    optimiser_tensors,
    restore_optimiser,
)
from tengen.learner.parameter_blocks import ParameterBlock


def small_network() -> nn.Module:
    """Filters whose memory has another order than their axes, a norm, and a head never used."""
    torch.manual_seed(1)
    trunk = nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.Flatten()
    )
    network = nn.ModuleDict({"trunk": trunk, "policy": nn.Linear(8 * 12, 5)})
    network["moves_left"] = nn.Linear(8 * 12, 4)
    return network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]


def backward(network: nn.Module, seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    planes = torch.rand((6, 3, 4, 3), generator=generator)
    (network["policy"](network["trunk"](planes)) ** 2).sum().backward()  # type: ignore[index]


def config(kind: str) -> LearnerConfig:
    return LearnerConfig(optimiser=kind, learning_rate=0.01, weight_decay=0.1)


def torch_optimiser(network: nn.Module, kind: str) -> torch.optim.Optimizer:
    """One parameter at a time, without any block."""
    parameters = list(network.parameters())
    if kind == "sgd":
        return torch.optim.SGD(parameters, 0.01, 0.9, weight_decay=0.2)
    if kind == "adam":
        return torch.optim.Adam(parameters, lr=0.01, weight_decay=0.2)
    matrices = [p for p in parameters if p.ndim > 1]
    others = [p for p in parameters if p.ndim <= 1]
    groups = [{"params": matrices, "weight_decay": 0.1}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=0.01)


def test_moving_parameters_changes_neither_their_values_nor_their_layout():
    network = small_network()
    before = {name: (p.clone(), p.stride()) for name, p in network.named_parameters()}
    blocks = optimiser_blocks(network)
    for name, parameter in network.named_parameters():
        assert torch.equal(parameter, before[name][0])
        assert parameter.stride() == before[name][1]
    sizes = [block.whole.numel() for block in blocks]
    assert sum(sizes) == sum(p.numel() for p in network.parameters())


def test_a_change_of_the_block_is_a_change_of_its_parameters():
    parameters = {"one": nn.Parameter(torch.ones(2, 3)), "two": nn.Parameter(torch.ones(4))}
    block = ParameterBlock(parameters)
    with torch.no_grad():
        block.whole += torch.arange(10)
    assert parameters["one"].tolist() == [[1, 2, 3], [4, 5, 6]]
    assert parameters["two"].tolist() == [7, 8, 9, 10]


@pytest.mark.parametrize("kind", ["adam", "adamw", "sgd"])
def test_updates_by_blocks_equal_updates_one_by_one(kind):
    ours = small_network()
    theirs = copy.deepcopy(ours)
    blocks = optimiser_blocks(ours)
    optimiser, reference = build_optimiser(blocks, config(kind)), torch_optimiser(theirs, kind)
    for seed in range(4):
        for block in blocks:
            block.drop_gradients()
        reference.zero_grad()
        for network in (ours, theirs):
            backward(network, seed)
        norm = clip_gradient(blocks, 2.0)
        trained = [p for p in theirs.parameters() if p.grad is not None]
        expected = torch.nn.utils.clip_grad_norm_(trained, 2.0)
        assert norm > 2.0
        torch.testing.assert_close(norm, expected)
        optimiser.step()
        reference.step()
    for one, other in zip(ours.parameters(), theirs.parameters(), strict=True):
        torch.testing.assert_close(one, other)


def test_parameters_without_gradients_neither_decay_nor_have_moments():
    network = small_network()
    before = network["moves_left"].weight.clone()  # type: ignore[index]
    blocks = optimiser_blocks(network)
    optimiser = build_optimiser(blocks, config("adam"))
    backward(network, seed=1)
    clip_gradient(blocks, 0.0)
    optimiser.step()
    assert torch.equal(network["moves_left"].weight, before)  # type: ignore[index]
    assert not any("moves_left" in name for name in optimiser_tensors(blocks, optimiser, "adam"))


def test_moments_of_some_parameters_of_a_block_only_are_a_damaged_state():
    network = small_network()
    blocks = optimiser_blocks(network)
    optimiser = build_optimiser(blocks, config("adam"))
    backward(network, seed=1)
    clip_gradient(blocks, 0.0)
    optimiser.step()
    moments = {n: t.clone() for n, t in optimiser_tensors(blocks, optimiser, "adam").items()}
    restore_optimiser(blocks, optimiser, "adam", moments)
    del moments["exp_avg.trunk.1.bias"]
    with pytest.raises(CheckpointError, match=r"exp_avg\.trunk\.1\.bias is missing"):
        restore_optimiser(blocks, optimiser, "adam", moments)


def test_moments_that_earlier_versions_had_of_untrained_heads_are_passed_over():
    network = small_network()
    blocks = optimiser_blocks(network)
    optimiser = build_optimiser(blocks, config("sgd"))
    zeros = {"momentum_buffer.moves_left.bias": torch.zeros(4)}  # alone in its block: kept
    zeros["momentum_buffer.trunk.1.weight"] = torch.zeros(8)  # without trunk.1.bias
    restore_optimiser(blocks, optimiser, "sgd", zeros)
    assert list(optimiser_tensors(blocks, optimiser, "sgd")) == ["momentum_buffer.moves_left.bias"]
