import zipfile
from pathlib import Path

import numpy as np
import pytest
import python2_pickle as py2
import torch
from example_nets import classic_arrays, random_planes, softmax

from tengen import load_game
from tengen.errors import NetImportError
from tengen.nets import (
    TorchEvaluator,
    import_classic_net,
    load_checkpoint,
    load_evaluator,
    save_checkpoint,
)
from tengen.nets.restricted_pickle import load_arrays

REAL_FILE = Path(__file__).parents[3] / "shared" / "data" / "best_policy_8_8_5.model"
LAYERS = ("conv1", "conv2", "conv3", "act_conv1", "act_fc1", "val_conv1", "val_fc1", "val_fc2")


def true_convolution(x, weight, bias):
    """Kernels turned by 180 degrees while they slide, [I, H, W] -> [O, H, W]; size 3 or 1."""
    reach = weight.shape[-1] // 2
    padded = np.pad(x, ((0, 0), (reach, reach), (reach, reach)))
    out = np.zeros((len(weight), *x.shape[1:])) + bias[:, None, None]
    for y in range(x.shape[1]):
        for column in range(x.shape[2]):
            window = padded[:, y : y + 2 * reach + 1, column : column + 2 * reach + 1]
            out[:, y, column] += np.sum(weight * window[None, :, ::-1, ::-1], axis=(1, 2, 3))
    return out


def run_as_the_classic_system_does(arrays, planes, convolve=true_convolution):
    """Probabilities and value of one position; our planes [4, H, W] are flipped first."""
    x = planes[:, ::-1, :].astype(np.float64)
    for index in (0, 2, 4):
        x = np.maximum(convolve(x, arrays[index], arrays[index + 1]), 0)
    policy = np.maximum(convolve(x, arrays[6], arrays[7]), 0).reshape(-1)
    probabilities = softmax(policy @ arrays[8] + arrays[9])
    value = np.maximum(convolve(x, arrays[10], arrays[11]), 0).reshape(-1)
    value = np.maximum(value @ arrays[12] + arrays[13], 0)
    return probabilities, np.tanh(value @ arrays[14] + arrays[15])[0]


def assert_plays_the_same(checkpoint, arrays, count=12):
    planes = random_planes(checkpoint.game, "4-planes", count, seed=4)
    answer = TorchEvaluator(checkpoint, "cpu").evaluate(planes)
    for index in range(count):
        probabilities, value = run_as_the_classic_system_does(arrays, planes[index])
        np.testing.assert_allclose(
            softmax(answer.policy_logits[index]), probabilities, rtol=1e-3, atol=1e-6
        )
        assert answer.value[index] == pytest.approx(value, abs=1e-5)


@pytest.mark.parametrize(("name", "board"), [("gomoku:6x6/4", (6, 6)), ("gomoku:7x5/4", (5, 7))])
def test_pickled_arrays_give_the_original_answers(tmp_path, name, board):
    path = tmp_path / "best_policy.model"
    arrays = classic_arrays(*board)
    path.write_bytes(py2.arrays(arrays))
    checkpoint = import_classic_net(path, load_game(name))
    assert checkpoint.architecture.family == "classic"
    assert checkpoint.training == {"imported_from": "best_policy.model"}
    assert_plays_the_same(checkpoint, arrays)
    save_checkpoint(checkpoint, tmp_path / "net")
    assert_plays_the_same(load_checkpoint(tmp_path / "net"), arrays, count=2)


def as_state_dict(arrays):
    """The same net as the PyTorch version stores it: correlation, linear layers transposed."""
    state = {}
    for layer, weight, bias in zip(LAYERS, arrays[::2], arrays[1::2], strict=True):
        turned = weight[:, :, ::-1, ::-1] if weight.ndim == 4 else weight.T
        state[f"{layer}.weight"] = torch.tensor(turned.copy())
        state[f"{layer}.bias"] = torch.tensor(bias)
    return state


def test_state_dicts_give_the_original_answers(tmp_path):
    arrays = classic_arrays(6, 6)
    torch.save(as_state_dict(arrays), tmp_path / "net.model")
    checkpoint = import_classic_net(tmp_path / "net.model", load_game("gomoku:6x6/4"))
    assert_plays_the_same(checkpoint, arrays)


@pytest.mark.skipif(not REAL_FILE.exists(), reason="shared/data is not here")
@pytest.mark.parametrize("backend", ["torch", "native", "onnx"])
def test_the_published_net_gives_its_known_answers(backend):
    game = load_game("gomoku:8x8/5")
    evaluator = load_evaluator(import_classic_net(REAL_FILE, game), backend)
    answer = evaluator.evaluate(game.initial().planes("4-planes")[None])
    probabilities = softmax(answer.policy_logits[0])
    assert game.row_and_column(int(probabilities.argmax())) == (4, 4)
    assert probabilities.max() == pytest.approx(0.198, abs=5e-4)
    assert answer.value[0] == pytest.approx(0.287, abs=5e-4)


@pytest.mark.skipif(not REAL_FILE.exists(), reason="shared/data is not here")
def test_the_published_net_gives_the_original_answers_everywhere():
    arrays = load_arrays(REAL_FILE.read_bytes())
    assert_plays_the_same(import_classic_net(REAL_FILE, load_game("gomoku:8x8/5")), arrays)


def change(arrays, index, array):
    return [*arrays[:index], array, *arrays[index + 1 :]]


ARRAYS = classic_arrays(6, 6)


@pytest.mark.parametrize(
    ("arrays", "sentence"),
    [
        (ARRAYS[:-1], "a classic net has 16 arrays; the file has 15"),
        (
            change(ARRAYS, 0, ARRAYS[0][:, :3]),
            r"array 0 \(conv1.weight\) must have torch shape \(32, 4, 3, 3\)",
        ),
        (
            classic_arrays(8, 8),
            r"array 8 \(act_fc1.weight\) .* for a 6x6 board; got \(64, 256\)",
        ),
        (change(ARRAYS, 15, np.float32([np.nan])), r"array 15 \(val_fc2.bias\) contains NaN"),
        (change(ARRAYS, 8, ARRAYS[8].reshape(-1)), r"array 8 .* got \(5184,\)"),
    ],
)
def test_other_layouts_are_explained(tmp_path, arrays, sentence):
    path = tmp_path / "net.model"
    path.write_bytes(py2.arrays(arrays))
    with pytest.raises(NetImportError, match=sentence) as caught:
        import_classic_net(path, load_game("gomoku:6x6/4"))
    assert str(caught.value).startswith(str(path))


def test_games_that_no_classic_net_plays_are_refused(tmp_path):
    with pytest.raises(NetImportError, match=r"one action per cell.*got connect4"):
        import_classic_net(tmp_path, load_game("connect4"))
    with pytest.raises(NetImportError, match="there is no file"):
        import_classic_net(tmp_path / "none", load_game("gomoku:6x6/4"))


class Hostile:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def state_dict_files(tmp_path):
    state = as_state_dict(ARRAYS)
    yield {**state, "x": Hostile(tmp_path / "witness")}, "holds more than weights, such as code"
    yield list(state.values()), "expected a state dict; the file contains list"
    yield {**state, "extra.weight": torch.zeros(1)}, "unexpected .'extra.weight'."
    yield {k: v for k, v in state.items() if k != "conv1.bias"}, "missing .'conv1.bias'."
    yield {**state, "conv1.bias": 5}, "'conv1.bias' is not a tensor of floats"
    yield {**state, "conv1.bias": torch.zeros(32, dtype=torch.int64)}, "is not a tensor of floats"
    yield {**state, "conv1.bias": torch.zeros(1).expand(2**40)}, "too large for a classic net"
    yield {**state, "conv1.bias": torch.zeros(31)}, r"must have torch shape \(32,\)"


def test_wrong_state_dicts_are_explained_and_nothing_runs(tmp_path):
    path = tmp_path / "net.model"
    for state, sentence in state_dict_files(tmp_path):
        torch.save(state, path)
        with pytest.raises(NetImportError, match=sentence):
            import_classic_net(path, load_game("gomoku:6x6/4"))
    assert not (tmp_path / "witness").exists()


def test_archives_that_unpack_to_too_much_are_refused(tmp_path):
    path = tmp_path / "bomb.model"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("archive/data.pkl", bytes(70 * 2**20))
    with pytest.raises(NetImportError, match="unpacks to 73400320 bytes"):
        import_classic_net(path, load_game("gomoku:6x6/4"))
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(NetImportError, match="damaged"):
        import_classic_net(path, load_game("gomoku:6x6/4"))
