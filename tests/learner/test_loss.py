"""Losses computed by hand."""

import math

import numpy as np
import pytest
import torch

from tengen.learner import LearnerConfig
from tengen.learner.loss import (
    Targets,
    compute_losses,
    head_weights,
    masked_cross_entropy,
    moves_left_loss,
    soften,
    value_loss,
)
from tengen.nets.modules import RawOutputs


def logits_of(*probabilities):
    return torch.tensor(probabilities).log()


def targets(**changes):
    plain = {
        "policy": torch.tensor([[0.5, 0.5], [1.0, 0.0]]),
        "policy_weight": torch.ones(2),
        "value": torch.tensor([1.0, -0.5]),
        "wdl": torch.tensor([[1.0, 0.0, 0.0], [0.25, 0.0, 0.75]]),
        "moves_left": torch.tensor([0, 9]),
        "reply": torch.tensor([[0.0, 1.0], [0.0, 0.0]]),
        "reply_weight": torch.tensor([1.0, 0.0]),
    }
    return Targets(**(plain | changes))


def outputs(**changes):
    plain = {
        "policy_logits": logits_of([0.5, 0.5], [0.8, 0.2]),
        "value_logits": torch.tensor([[0.0], [math.atanh(0.5)]]),
    }
    return RawOutputs(**(plain | changes))


def test_policy_is_cross_entropy():
    losses = compute_losses(outputs(), targets(), {"policy": 1.0})
    assert losses.heads["policy"].item() == pytest.approx((math.log(2) - math.log(0.8)) / 2)


def test_rows_without_a_policy_target_do_not_count():
    mask = targets(policy_weight=torch.tensor([0.0, 1.0]))
    assert compute_losses(outputs(), mask, {"policy": 1.0}).total.item() == pytest.approx(
        -math.log(0.8)
    )


def test_a_batch_without_any_policy_target_has_no_policy_loss():
    logits = torch.zeros(2, 2, requires_grad=True)
    loss = masked_cross_entropy(logits.log_softmax(1), torch.zeros(2, 2), torch.zeros(2))
    loss.backward()
    assert loss.item() == 0
    assert logits.grad.abs().sum() == 0


def test_scalar_value_is_squared_error():
    # values 0 and 0.5 against 1 and -0.5
    assert value_loss(outputs().value_logits, targets()).item() == pytest.approx(1.0)


def test_wdl_value_is_cross_entropy():
    logits = logits_of([0.5, 0.3, 0.2], [0.25, 0.25, 0.5])
    expected = (-math.log(0.5) - 0.25 * math.log(0.25) - 0.75 * math.log(0.5)) / 2
    assert value_loss(logits, targets()).item() == pytest.approx(expected)


def test_moves_left_that_are_unknown_teach_nothing():
    logits = torch.tensor([[1.0, 2.0, 0.5], [0.0, 3.0, 1.0]], requires_grad=True)
    known = moves_left_loss(logits[:1], torch.tensor([2]))
    assert moves_left_loss(logits, torch.tensor([2, -1])).item() == pytest.approx(known.item())
    none = moves_left_loss(logits, torch.tensor([-1, -1]))
    none.backward()
    assert none.item() == 0
    assert not logits.grad.any()


def test_moves_left_beyond_the_last_class_are_the_last_class():
    logits = logits_of([0.5, 0.3, 0.2], [0.1, 0.2, 0.7])
    expected = -(math.log(0.5) + math.log(0.7)) / 2
    assert moves_left_loss(logits, torch.tensor([0, 9])).item() == pytest.approx(expected)


def test_opponent_reply_counts_where_there_is_one():
    raw = outputs(opponent_reply_logits=logits_of([0.9, 0.1], [0.5, 0.5]))
    found = compute_losses(raw, targets(), {"reply": 1.0}).heads["reply"].item()
    assert found == pytest.approx(-math.log(0.1), rel=1e-5)


def test_soft_targets():
    soft = soften(torch.tensor([[1 / 17, 16 / 17], [1.0, 0.0], [0.0, 0.0]]))
    expected = [[1 / 3, 2 / 3], [1.0, 0.0], [0.0, 0.0]]  # 16^(1/4) = 2
    np.testing.assert_allclose(soft.numpy(), expected, rtol=1e-6)


def test_soft_policy_is_cross_entropy_with_soft_targets():
    raw = outputs(soft_policy_logits=logits_of([0.25, 0.75], [0.5, 0.5]))
    target = targets(policy=torch.tensor([[1 / 17, 16 / 17], [1.0, 0.0]]))
    expected = (-(math.log(0.25) + 2 * math.log(0.75)) / 3 + math.log(2)) / 2
    found = compute_losses(raw, target, {"soft_policy": 1.0}).heads["soft_policy"].item()
    assert found == pytest.approx(expected, rel=1e-5)


def test_total_is_the_weighted_sum_of_the_heads_there_are():
    weights = {"policy": 2.0, "value": 0.5, "moves_left": 3.0, "soft_policy": 1.0}
    losses = compute_losses(outputs(), targets(), weights)
    assert set(losses.heads) == {"policy", "value"}
    expected = 2 * losses.heads["policy"] + 0.5 * losses.heads["value"]
    assert losses.total.item() == pytest.approx(expected.item())


def test_entropy_of_the_policy():
    losses = compute_losses(outputs(), targets(), {"value": 1.0})
    second = -(0.8 * math.log(0.8) + 0.2 * math.log(0.2))
    assert losses.entropy.item() == pytest.approx((math.log(2) + second) / 2)


def test_heads_without_weight_are_not_computed():
    weights = head_weights(LearnerConfig(moves_left_loss=0, reply_loss=0))
    assert weights == {"policy": 1.0, "value": 1.0, "soft_policy": 1.0}
