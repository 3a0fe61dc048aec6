import copy
from dataclasses import replace

import pytest
import torch

from tengen import Architecture, load_game
from tengen.learner.pointwise import use_matrix_products
from tengen.nets.modules import build_network
from tests.learner.made_batches import all_heads, made_batch

NETS = {
    "classic": Architecture.classic(load_game("gomoku:6x6/4")),
    "resnet": all_heads(),
    "board-independent": replace(all_heads(), policy_head="convolutional", value_head="pooled"),
}


@pytest.mark.parametrize("name", NETS)
def test_outputs_and_gradients_of_the_heads_stay(name):
    theirs = build_network(NETS[name], seed=3)
    ours = copy.deepcopy(theirs)
    assert use_matrix_products(ours) == (2 if name == "classic" else 4)
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
    use_matrix_products(network)
    first, second = (
        torch.from_numpy(made_batch(NETS["classic"], 6, seed=seed).planes) for seed in (1, 2)
    )
    before = network(first).policy_logits
    assert not torch.equal(network(second).policy_logits, before)
    torch.testing.assert_close(network(first).policy_logits, before)
