import copy

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional

from tengen import Architecture, load_game
from tengen._core import Convolver
from tengen.learner.native_convolution import convolve, use_native_convolutions
from tengen.nets.modules import build_network
from tests.learner.made_batches import made_batch

STEP = Convolver(1).channel_step
SHAPES = [  # batch, inputs, outputs, height, width
    (1, STEP, STEP, 3, 3),
    (2, 16, 48, 6, 7),
    (7, 48, 16, 5, 9),
    (7, 64, 32, 15, 15),
    (2, 32, 64, 8, 8),
    (3, 64, 16, 1, 4),
    (256, 16, 16, 6, 7),
    (256, 64, 64, 6, 6),
]
# Winograd sums in another order and through larger numbers than the definition does: errors are
# compared with the largest number of a result.
TOLERANCE = 3e-5


def case(batch, inputs, outputs, height, width, seed=1):
    rng = np.random.default_rng(seed)

    def tensor(*shape):
        return torch.from_numpy(rng.standard_normal(shape, np.float32))

    x, gradient = tensor(batch, inputs, height, width), tensor(batch, outputs, height, width)
    weight = tensor(outputs, inputs, 3, 3) / (3 * inputs**0.5)
    last = torch.channels_last
    return (
        x.contiguous(memory_format=last),
        weight.contiguous(memory_format=last),
        tensor(outputs),
        gradient.contiguous(memory_format=last),
    )


def results(function, x, weight, bias, gradient):
    """Output and all three gradients."""
    x, weight, bias = (tensor.detach().requires_grad_() for tensor in (x, weight, bias))
    output = function(x, weight, bias)
    output.backward(gradient)
    return [output.detach(), x.grad, weight.grad, bias.grad]


def natively(threads=1):
    convolver = Convolver(threads)
    return lambda x, weight, bias: convolve(x, weight, bias, convolver)


def exactly(x, weight, bias):
    return functional.conv2d(x, weight, bias, padding=1)


def assert_close(found, expected):
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        error = (one.double() - other).abs().max() / other.abs().max()
        assert error < TOLERANCE


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_output_and_gradients_are_those_of_the_definition(shape, threads):
    tensors = case(*shape)
    expected = results(exactly, *(tensor.double() for tensor in tensors))
    assert_close(results(natively(threads), *tensors), expected)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_output_and_input_gradient_are_the_same_bits_for_any_number_of_threads(shape):
    tensors = case(*shape)
    alone = results(natively(1), *tensors)
    for threads in (2, 5):
        shared = results(natively(threads), *tensors)
        assert torch.equal(alone[0], shared[0])
        assert torch.equal(alone[1], shared[1])


def test_a_board_has_the_same_bits_in_any_batch():
    x, weight, bias, _ = case(37, 16, 32, 6, 7)
    whole = natively(2)(x, weight, bias)
    assert torch.equal(whole[11:12], natively(1)(x[11:12], weight, bias))


def test_repeated_calls_give_the_same_bits_whatever_came_between():
    tensors, other = case(9, 16, 32, 6, 7), case(5, 64, 48, 9, 9)
    function = natively(2)
    first = results(function, *tensors)
    results(function, *other)
    again = results(function, *tensors)
    assert all(map(torch.equal, first, again))


def test_any_memory_layout_is_understood():
    x, weight, bias, gradient = case(4, 16, 16, 6, 7)
    expected = results(natively(), x, weight, bias, gradient)
    rows = results(natively(), *(t.contiguous() for t in (x, weight, bias, gradient)))
    wide = torch.zeros(4, 32, 6, 7).contiguous(memory_format=torch.channels_last)
    wide[:, ::2] = x
    gapped = results(natively(), wide[:, ::2], weight, bias, gradient)
    assert not wide[:, ::2].is_contiguous(memory_format=torch.channels_last)
    for found in (rows, gapped):  # the sum behind a bias's gradient is torch's own
        assert all(map(torch.equal, expected[:3], found[:3]))


def test_only_gradients_that_are_needed_are_made():
    x, weight, bias, gradient = case(2, 16, 16, 3, 3)
    weight.requires_grad_()
    natively()(x, weight, bias).backward(gradient)
    assert x.grad is None
    assert bias.grad is None
    assert weight.grad is not None


def test_channels_that_do_not_fill_vectors_are_refused():
    boards = np.zeros((1, 3, 3, STEP + 1), np.float32)
    filters = np.zeros((STEP, STEP + 1, 3, 3), np.float32)
    with pytest.raises(ValueError, match=f"expected a multiple of {STEP}, got {STEP + 1}"):
        Convolver(1).convolve(boards, filters, np.zeros((1, 3, 3, STEP), np.float32))


def test_boards_that_do_not_fit_the_filters_are_refused():
    boards = np.zeros((1, 3, 3, STEP), np.float32)
    filters = np.zeros((STEP, STEP, 3, 3), np.float32)
    for output in (np.zeros((1, 3, 4, STEP), np.float32), np.zeros((1, 3, 3, 2 * STEP), "f4")):
        with pytest.raises(ValueError, match="expected boards"):
            Convolver(1).convolve(boards, filters, output)


def test_less_than_one_thread_is_refused():
    with pytest.raises(ValueError, match="expected 1 to 1024, got 0"):
        Convolver(0)


@pytest.mark.parametrize(
    "module",
    [
        nn.Conv2d(3, 16, 3, padding=1),
        nn.Conv2d(16, 2, 3, padding=1),
        nn.Conv2d(16, 16, 1),
        nn.Conv2d(16, 16, 3),
        nn.Conv2d(16, 16, 3, padding=1, stride=2),
        nn.Conv2d(16, 16, 3, padding=1, groups=2),
        nn.Conv2d(16, 16, 3, padding=1, padding_mode="circular"),
        nn.Conv2d(16, 16, 3, padding=1, dtype=torch.float64),
    ],
    ids=str,
)
def test_other_convolutions_stay_with_torch(module):
    assert use_native_convolutions(module, Convolver(1)) == 0


def test_a_network_keeps_its_parameters_and_its_answers():
    net = Architecture.resnet(load_game("connect4"), channels=32, blocks=2)
    theirs = build_network(net, seed=4)
    ours = copy.deepcopy(theirs)
    assert use_native_convolutions(ours, Convolver(1)) == 4
    assert list(ours.state_dict()) == list(theirs.state_dict())
    planes = torch.from_numpy(made_batch(net, 5, seed=1).planes)
    for mode in (True, False):
        found, expected = ours.train(mode)(planes), theirs.train(mode)(planes)
        torch.testing.assert_close(found.policy_logits, expected.policy_logits, atol=1e-4, rtol=0)
