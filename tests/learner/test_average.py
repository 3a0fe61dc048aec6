import pytest
import torch

from tengen.learner.average import WeightAverage, average_decay


def test_first_updates_forget_faster():
    assert average_decay(0.99, 1) == pytest.approx(2 / 11)
    assert average_decay(0.99, 8) == pytest.approx(0.5)
    assert average_decay(0.99, 10_000) == 0.99


def test_mean_moves_by_its_share():
    weight = torch.tensor([8.0])
    average = WeightAverage([weight], 0.75)
    weight.fill_(0.0)
    average.update(8)  # decay 0.5
    assert average.means[0].item() == 4.0
    weight.fill_(20.0)
    average.update(1000)  # decay 0.75
    assert average.means[0].item() == 0.75 * 4 + 0.25 * 20
