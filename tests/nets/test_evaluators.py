import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
import torch
from example_nets import (
    EXAMPLES,
    encoding_of,
    example_checkpoint,
    random_checkpoint,
    random_planes,
    softmax,
)

from tengen import RolloutEvaluator, UniformEvaluator, load_game
from tengen.errors import CheckpointError, EvaluationError, UnsupportedError
from tengen.nets import (
    Architecture,
    NativeEvaluator,
    OnnxEvaluator,
    TorchEvaluator,
    export_onnx,
    load_evaluator,
    save_checkpoint,
)
from tengen.nets.modules import network_from_tensors
from tengen.nets.torch_evaluator import padded_size, use_half_precision

FULL_SIZE = {
    "classic 8x8": ("gomoku:8x8/5", Architecture.classic(load_game("gomoku:8x8/5"))),
    "teaching 5x5": ("gomoku:5x5/4", Architecture.teaching(load_game("gomoku:5x5/4"))),
    "modern connect4": ("connect4", Architecture.resnet(load_game("connect4"))),
    "modern 15x15": ("gomoku:15x15/5", Architecture.resnet(load_game("gomoku:15x15/5"))),
    "modern othello": (
        "othello",
        Architecture.resnet(load_game("othello"), pooling_every=2, board_independent=True),
    ),
}


def assert_agree(first, second, tolerance=1e-4):
    """Probabilities, values, chances and (per ply) expected plies within the tolerance."""
    close = {"rtol": 0, "atol": tolerance}
    np.testing.assert_allclose(softmax(first.policy_logits), softmax(second.policy_logits), **close)
    np.testing.assert_allclose(first.value, second.value, **close)
    assert (first.wdl is None) == (second.wdl is None)
    assert (first.moves_left is None) == (second.moves_left is None)
    if first.wdl is not None:
        np.testing.assert_allclose(first.wdl, second.wdl, **close)
    if first.moves_left is not None:
        np.testing.assert_allclose(first.moves_left, second.moves_left, rtol=tolerance, atol=1e-3)


def assert_native_is_torch(game, architecture, count, batch):
    checkpoint = random_checkpoint(game, architecture, seed=7)
    native, reference = NativeEvaluator(checkpoint), TorchEvaluator(checkpoint, "cpu")
    planes = random_planes(game, encoding_of(architecture), count, seed=8)
    for begin in range(0, count, batch):
        part = planes[begin : begin + batch]
        assert_agree(native.evaluate(part), reference.evaluate(part))


@pytest.mark.parametrize("name", EXAMPLES)
def test_native_is_torch_for_every_form_of_net(name):
    assert_native_is_torch(*EXAMPLES[name], count=300, batch=75)


@pytest.mark.parametrize(("width", "height", "planes"), [(1, 1, 300), (1, 6, 4), (2, 2, 3)])
def test_native_is_torch_on_boards_smaller_than_its_filters(width, height, planes):
    game = load_game("tictactoe")
    net = Architecture.resnet(game, blocks=2, channels=16, pooling_every=2)
    net = replace(net, width=width, height=height)
    checkpoint = random_checkpoint("tictactoe", net)
    stem = np.random.default_rng(1).normal(0, 0.1, (16, planes, 3, 3)).astype(np.float32)
    tensors = checkpoint.tensors | {"trunk.0.conv.weight": stem}
    checkpoint = replace(checkpoint, architecture=replace(net, planes=planes), tensors=tensors)
    shown = np.random.default_rng(2).random((9, planes, height, width), np.float32)
    native, reference = NativeEvaluator(checkpoint), TorchEvaluator(checkpoint, "cpu")
    assert_agree(native.evaluate(shown), reference.evaluate(shown))


@pytest.mark.slow
@pytest.mark.parametrize("name", FULL_SIZE)
def test_native_is_torch_over_ten_thousand_positions(name):
    assert_native_is_torch(*FULL_SIZE[name], count=10_000, batch=250)


@pytest.mark.parametrize("name", ["classic", "modern", "any board, pass"])
def test_native_answers_are_the_same_bits_in_every_batch(name):
    checkpoint = example_checkpoint(name)
    planes = random_planes(checkpoint.game, checkpoint.encoding, 70)
    whole = NativeEvaluator(checkpoint).evaluate(planes)
    threads = NativeEvaluator(checkpoint, threads=3).evaluate(planes)
    single = NativeEvaluator(checkpoint)
    for field in ("policy_logits", "value", "wdl", "moves_left"):
        expected = getattr(whole, field)
        if expected is None:
            continue
        assert np.array_equal(getattr(threads, field), expected)
        for begin, end in ((0, 1), (69, 70), (3, 10), (17, 50)):
            part = getattr(single.evaluate(planes[begin:end]), field)
            assert np.array_equal(part, expected[begin:end])


@pytest.mark.parametrize("name", EXAMPLES)
def test_onnx_is_torch(name, tmp_path):
    checkpoint = example_checkpoint(name)
    export_onnx(checkpoint, tmp_path / "deeper" / "net.onnx")
    evaluator = load_evaluator(tmp_path / "deeper" / "net.onnx")
    planes = random_planes(checkpoint.game, checkpoint.encoding, 40)
    for part in (planes, planes[:1], planes[5:12]):
        assert_agree(evaluator.evaluate(part), TorchEvaluator(checkpoint, "cpu").evaluate(part))


@pytest.mark.parametrize("backend", ["auto", "native", "torch", "onnx"])
def test_every_backend_loads_a_checkpoint_or_its_path(backend, tmp_path):
    checkpoint = example_checkpoint("modern")
    save_checkpoint(checkpoint, tmp_path / "net")
    planes = random_planes("connect4", "3-planes", 9)
    reference = TorchEvaluator(checkpoint, "cpu").evaluate(planes)
    for net in (checkpoint, tmp_path / "net", str(tmp_path / "net")):
        evaluator = load_evaluator(net, backend)
        assert evaluator.encoding == "3-planes"
        answer = evaluator.evaluate(planes)
        assert_agree(answer, reference)
        assert answer.policy_logits.dtype == answer.value.dtype == np.float32
        np.testing.assert_allclose(answer.wdl.sum(1), 1, atol=1e-5)


def test_auto_is_native_without_a_gpu():
    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    assert isinstance(load_evaluator(example_checkpoint("modern")), NativeEvaluator)


def test_wrong_backends_and_files_are_explained(tmp_path):
    checkpoint = example_checkpoint("modern")
    with pytest.raises(UnsupportedError, match="one of auto, native, torch, onnx; got 'cuda'"):
        load_evaluator(checkpoint, "cuda")
    with pytest.raises(UnsupportedError, match="runs only in the onnx backend; got 'native'"):
        load_evaluator(tmp_path / "x.onnx", "native")
    with pytest.raises(CheckpointError, match="there is no file"):
        load_evaluator(tmp_path / "x.onnx")
    with pytest.raises(CheckpointError, match="ONNX Runtime cannot load"):
        OnnxEvaluator(b"nonsense")
    with pytest.raises(CheckpointError, match=r"there is no net '.*nothing': give a path or the"):
        load_evaluator(tmp_path / "nothing")
    with pytest.raises(UnsupportedError, match="a name, a path or a Checkpoint; got 5"):
        load_evaluator(5)


def test_one_factory_takes_what_the_command_line_takes(tmp_path):
    checkpoint = example_checkpoint("modern")
    run = tmp_path / "run"
    (run / "checkpoints").mkdir(parents=True)
    with pytest.raises(CheckpointError, match="has no net yet"):
        load_evaluator(run)
    save_checkpoint(example_checkpoint("classic"), run / "checkpoints" / "000001")
    save_checkpoint(checkpoint, run / "checkpoints" / "000002")
    save_checkpoint(checkpoint, tmp_path / "net.safetensors")
    planes = random_planes("connect4", "3-planes", 3)
    expected = load_evaluator(checkpoint).evaluate(planes).value
    for net in (run, str(run), run / "checkpoints" / "000002", tmp_path / "net.safetensors"):
        np.testing.assert_array_equal(load_evaluator(net).evaluate(planes).value, expected)
    shipped = load_evaluator("connect4")
    assert shipped.evaluate(random_planes("connect4", shipped.encoding, 2)).value.shape == (2,)
    assert load_evaluator("uniform") == UniformEvaluator()
    assert load_evaluator("rollout", threads=3) == RolloutEvaluator(3)


@pytest.mark.parametrize("backend", ["native", "torch", "onnx"])
@pytest.mark.parametrize("shape", [(3, 6, 7), (2, 4, 6, 7), (2, 3, 7, 6)])
def test_planes_of_another_shape_are_explained(backend, shape):
    evaluator = load_evaluator(example_checkpoint("modern"), backend)
    with pytest.raises(EvaluationError, match=r"planes of shape \[batch, 3, 6, 7\]; got"):
        evaluator.evaluate(np.zeros(shape, np.float32))


@pytest.mark.parametrize("backend", ["native", "torch", "onnx"])
def test_views_and_doubles_are_taken(backend):
    evaluator = load_evaluator(example_checkpoint("classic"), backend)
    planes = random_planes("gomoku:8x8/5", "4-planes", 6)
    expected = evaluator.evaluate(planes).value
    turned = planes.transpose(0, 1, 3, 2).copy().transpose(0, 1, 3, 2)
    np.testing.assert_allclose(evaluator.evaluate(turned).value, expected, atol=1e-6)
    np.testing.assert_allclose(evaluator.evaluate(planes.astype(np.float64)).value, expected)


def test_padded_batches_are_powers_of_two():
    assert [padded_size(n) for n in (1, 16, 17, 64, 65, 1000)] == [16, 16, 32, 64, 128, 1024]


def test_half_precision_stays_close():
    checkpoint = example_checkpoint("modern")
    network = network_from_tensors(checkpoint.architecture, checkpoint.tensors).eval()
    planes = torch.from_numpy(random_planes("connect4", "3-planes", 16))
    with torch.inference_mode():
        exact = network(planes)
        use_half_precision(network)
        halved = network(planes.half())
    assert halved.policy_logits.dtype == torch.float16
    torch.testing.assert_close(
        halved.policy_logits.float().softmax(1), exact.policy_logits.softmax(1), rtol=0, atol=0.01
    )


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no CUDA device")
def test_recorded_cuda_graphs_answer_like_the_processor():
    checkpoint = example_checkpoint("modern")
    planes = random_planes("connect4", "3-planes", 100)
    gpu, cpu = TorchEvaluator(checkpoint, "cuda"), TorchEvaluator(checkpoint, "cpu")
    for count in (1, 16, 17, 100, 3):
        assert_agree(gpu.evaluate(planes[:count]), cpu.evaluate(planes[:count]), tolerance=0.02)


WITHOUT_TORCH = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("torch", "safetensors", "onnx", "onnxruntime"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocked())
import numpy as np
import tengen.nets
from tengen import RolloutEvaluator, UniformEvaluator, load_game
from tengen.errors import MissingPackageError

path = sys.argv[1]
checkpoint = tengen.nets.load_checkpoint(path)
game = load_game(checkpoint.game)
tengen.nets.require_game(checkpoint, game)
tengen.nets.save_checkpoint(checkpoint, path + "-copy.safetensors")
answer = tengen.nets.load_evaluator(path + "-copy.safetensors").evaluate(
    game.initial().planes(checkpoint.encoding)[None]
)
for backend in ("torch", "onnx"):
    try:
        tengen.nets.load_evaluator(checkpoint, backend)
    except MissingPackageError as error:
        assert "pip install" in str(error)
    else:
        raise SystemExit("a backend ran without its package")
try:
    tengen.nets.PolicyValueNet
except MissingPackageError:
    pass
print(" ".join(repr(float(x)) for x in (*answer.policy_logits[0], answer.value[0])))
"""


def test_base_installation_loads_and_runs_a_checkpoint(tmp_path):
    checkpoint = example_checkpoint("modern")
    path = tmp_path / "net"
    save_checkpoint(checkpoint, path)
    command = [sys.executable, "-c", WITHOUT_TORCH, str(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    answer = TorchEvaluator(checkpoint, "cpu").evaluate(
        load_game("connect4").initial().planes("3-planes")[None]
    )
    numbers = [float(text) for text in run.stdout.split()]
    np.testing.assert_allclose(numbers, [*answer.policy_logits[0], answer.value[0]], atol=1e-4)
