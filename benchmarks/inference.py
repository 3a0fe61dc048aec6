"""Evaluations per second of the native networks compared with ONNX Runtime and MNN, one thread.

All engines use fp32 in one process and take turns (interleaved rounds, medians), so that other load
on the machine slows all of them alike. What counts is the ratio.

    python benchmarks/inference.py [--rounds 15] [--seconds 0.05]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from _machine import machine_and_date, ratio_text
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from rich.console import Console
from rich.table import Table

from tengen import _core

Array = NDArray[np.float32]
Engine = Callable[[Array], Array]  # planes [B,C,H,W] -> logits [B,A]
TWO_THREADS = "two threads"


@dataclass(frozen=True)
class Net:
    """A network with random weights, in the form the core accepts."""

    name: str
    description: dict[str, object]
    tensors: dict[str, Array]
    trunk: list[str]
    board: tuple[int, int, int]  # planes, height, width


@dataclass(frozen=True)
class Case:
    """A row of the table, with the target ratios to the references."""

    net: Net
    batch: int
    onnxruntime_target: float | None = None
    mnn_target: float | None = None
    threads_target: float | None = None


@dataclass(frozen=True)
class Heads:
    """Sizes of the heads: 1x1 channels, hidden units, outcomes (1 or 3), moves-left classes."""

    policy: int
    value: int
    hidden: int
    outcomes: int
    moves_left: int


def random_net(
    name: str,
    board: tuple[int, int, int],
    actions: int,
    trunk: list[tuple[str, int]],
    heads: Heads,
) -> Net:
    """A trunk of (kind, channels) on a board of (planes, height, width)."""
    rng = np.random.default_rng(0)
    tensors: dict[str, Array] = {}

    def layer(weight: str, *shape: int) -> None:
        scale = np.sqrt(2.0 / np.prod(shape[1:]))
        tensors[weight] = (rng.standard_normal(shape) * scale).astype(np.float32)
        tensors[weight.replace("weight", "bias")] = np.zeros(shape[0], np.float32)

    inputs, height, width = board
    for i, (kind, outputs) in enumerate(trunk):
        for number in ("",) if kind == "conv" else ("1", "2"):
            layer(f"trunk.{i}.weight{number}", outputs, inputs, 3, 3)
        inputs = outputs
    layer("policy.conv_weight", heads.policy, inputs)
    layer("policy.weight", actions, heads.policy * height * width)
    layer("value.conv_weight", heads.value, inputs)
    layer("value.hidden_weight", heads.hidden, heads.value * height * width)
    layer("value.weight", heads.outcomes, heads.hidden)
    if heads.moves_left:
        layer("moves_left.weight", heads.moves_left, heads.hidden)
    kinds = [kind for kind, _ in trunk]
    description = {
        "planes": board[0],
        "height": height,
        "width": width,
        "actions": actions,
        "trunk": kinds,
        "policy_head": "linear",
        "value_head": "linear",
        "value_kind": "wdl" if heads.outcomes == 3 else "scalar",
        "moves_left": heads.moves_left,
    }
    return Net(name, description, tensors, kinds, board)


def cases() -> list[Case]:
    """The cases and their targets."""
    modern = Heads(policy=4, value=4, hidden=64, outcomes=3, moves_left=43)
    old = Heads(policy=4, value=2, hidden=64, outcomes=1, moves_left=0)
    connect4 = random_net(
        "resnet 64x4 on 6x7", (4, 6, 7), 7, [("conv", 64)] + [("residual", 64)] * 4, modern
    )
    gomoku = random_net(
        "resnet 64x6 on 15x15", (4, 15, 15), 225, [("conv", 64)] + [("residual", 64)] * 6, modern
    )
    classic = random_net(
        "classic on 8x8", (4, 8, 8), 64, [("conv", 32), ("conv", 64), ("conv", 128)], old
    )
    return [
        Case(connect4, 1, 1.5),
        Case(connect4, 8, 2.2, 1.5),
        Case(connect4, 32, 2.2, 1.5, 1.8),
        Case(connect4, 128, 2.2, 1.5, 1.8),
        Case(gomoku, 8, 2.2, 1.1, 1.8),
        Case(gomoku, 32, 2.2, 1.1, 1.8),
        Case(classic, 8, 1.8),
        Case(classic, 32, 1.8),
        Case(classic, 128, 1.8),
    ]


class OnnxGraph:
    """Builds the same network as an ONNX model; its outputs are raw scores, the policy's first."""

    def __init__(self, net: Net) -> None:
        self._net = net
        self._nodes: list[onnx.NodeProto] = []
        self._used: dict[str, Array] = {}

    def _node(self, kind: str, *inputs: str, **attributes: object) -> str:
        output = f"{kind}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def _weights(self, weight: str) -> tuple[str, str]:
        bias = weight.replace("weight", "bias")
        tensor = self._net.tensors[weight]
        self._used[weight] = tensor[:, :, None, None] if "conv_" in weight else tensor
        self._used[bias] = self._net.tensors[bias]
        return weight, bias

    def _convolution(self, x: str, weight: str) -> str:
        padding = 0 if "conv_" in weight else 1
        return self._node("Conv", x, *self._weights(weight), pads=[padding] * 4)

    def _linear(self, x: str, weight: str) -> str:
        return self._node("Gemm", x, *self._weights(weight), transB=1)

    def _trunk(self, x: str) -> str:
        for i, kind in enumerate(self._net.trunk):
            if kind == "conv":
                x = self._node("Relu", self._convolution(x, f"trunk.{i}.weight"))
                continue
            inner = self._node("Relu", self._convolution(x, f"trunk.{i}.weight1"))
            sum_ = self._node("Add", self._convolution(inner, f"trunk.{i}.weight2"), x)
            x = self._node("Relu", sum_)
        return x

    def _head(self, x: str, weight: str) -> str:
        return self._node("Flatten", self._node("Relu", self._convolution(x, weight)))

    def model(self) -> onnx.ModelProto:
        """The model, with any batch size."""
        x = self._trunk("planes")
        policy = self._linear(self._head(x, "policy.conv_weight"), "policy.weight")
        value = self._linear(self._head(x, "value.conv_weight"), "value.hidden_weight")
        hidden = self._node("Relu", value)
        last = [name for name in ("value.weight", "moves_left.weight") if name in self._net.tensors]
        outputs = [policy, *(self._linear(hidden, name) for name in last)]
        real = onnx.TensorProto.FLOAT
        graph = helper.make_graph(
            self._nodes,
            "net",
            [helper.make_tensor_value_info("planes", real, ["batch", *self._net.board])],
            [helper.make_tensor_value_info(name, real, None) for name in outputs],
            [numpy_helper.from_array(tensor, name) for name, tensor in self._used.items()],
        )
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def native_engine(network: _core.Network) -> Engine:
    """The native network on the calling thread."""
    return lambda planes: network.evaluate(planes)[0]


def onnxruntime_engine(model: onnx.ModelProto) -> Engine:
    """ONNX Runtime on one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, ["CPUExecutionProvider"]
    )
    return lambda planes: session.run(None, {"planes": planes})[0]


def mnn_engine(model: onnx.ModelProto) -> Engine:
    """MNN on one thread, in full precision."""
    from MNN import expr, nn

    outputs = [output.name for output in model.graph.output]
    runtime = nn.create_runtime_manager(({"backend": "CPU", "precision": "high", "numThread": 1},))
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "net.onnx"), Path(folder, "net.mnn")
        onnx.save(model, source)
        convert_to_mnn(source, target)
        module = nn.load_module_from_file(str(target), ["planes"], outputs, runtime_manager=runtime)

    def run(planes: Array) -> Array:
        inputs = expr.const(planes, list(planes.shape), expr.NCHW)
        return np.array(module.forward([inputs])[0].read())

    return run


def convert_to_mnn(source: Path, target: Path) -> None:
    """Calls the bare converter: importing MNN.tools installs a package and sends telemetry."""
    arguments = ["-f", "ONNX", "--modelFile", source, "--MNNModel", target, "--bizCode", "tengen"]
    program = "import sys, MNN, _tools; _tools.mnnconvert(sys.argv)"
    command = [sys.executable, "-c", program, *map(str, arguments)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def speed(engine: Engine, planes: Array, seconds: float) -> float:
    """Positions per second, measured for at least `seconds`."""
    start, calls, elapsed = time.perf_counter(), 0, 0.0
    while elapsed < seconds:
        engine(planes)
        calls += 1
        elapsed = time.perf_counter() - start
    return calls * len(planes) / elapsed


def speed_of_two_threads(engine: Engine, planes: Array, seconds: float) -> float:
    """Positions per second of two threads with separate batches, as in self-play.

    Takes a longer turn than the others: waking a second core takes milliseconds.
    """
    with ThreadPoolExecutor(2) as pool:
        return sum(pool.map(lambda _: speed(engine, planes, 8 * seconds), range(2)))


def compare(
    engines: dict[str, Engine], planes: Array, rounds: int, seconds: float
) -> dict[str, float]:
    """Median speeds over interleaved rounds, after checking that all engines agree."""
    expected = engines["native"](planes)
    for name, engine in engines.items():
        error = np.abs(engine(planes) - expected).max() / np.abs(expected).max()
        if error > 1e-3:
            raise SystemExit(f"{name}: expected the native logits, got them off by {error:.2g}")
    speeds: dict[str, list[float]] = {name: [] for name in (*engines, TWO_THREADS)}
    for _ in range(rounds):
        for name, engine in engines.items():
            speeds[name].append(speed(engine, planes, seconds))
        speeds[TWO_THREADS].append(speed_of_two_threads(engines["native"], planes, seconds))
    return {name: statistics.median(values) for name, values in speeds.items()}


def gflop(net: Net, algorithm: str) -> float:
    """10^9 operations used by the algorithm for the 3x3 convolutions of one position."""
    _, height, width = net.board
    products = [height * width * 9.0] * 2  # of the stem, which is direct, and of all others
    if algorithm.startswith("winograd"):
        rows, columns = map(int, algorithm.removeprefix("winograd ").split("x"))
        tiles = ceil(height / rows) * ceil(width / columns)
        products[1] = tiles * (rows + 2) * (columns + 2)
    pairs = {name: t.size / 9 for name, t in net.tensors.items() if t.ndim == 4}
    return 2e-9 * sum(n * products[not name.startswith("trunk.0.")] for name, n in pairs.items())


def verdict(ratio: float, target: float | None) -> str:
    """The ratio, coloured by whether it reaches the target."""
    if target is None:
        return f"{ratio:.2f}x"
    return f"{ratio_text(ratio, target)} (>= {target})"


def measure(case: Case, peak: float, rounds: int, seconds: float) -> list[str]:
    """The table row of a case."""
    network = _core.Network(case.net.description, case.net.tensors)
    model = OnnxGraph(case.net).model()
    engines = {
        "native": native_engine(network),
        "onnxruntime": onnxruntime_engine(model),
        "mnn": mnn_engine(model),
    }
    planes = np.random.default_rng(1).random((case.batch, *case.net.board), np.float32)
    speeds = compare(engines, planes, rounds, seconds)
    native = speeds["native"]
    return [
        *(case.net.name, network.algorithm, str(case.batch)),
        *(f"{speeds[name]:,.0f}" for name in ("native", "onnxruntime", "mnn")),
        verdict(native / speeds["onnxruntime"], case.onnxruntime_target),
        verdict(native / speeds["mnn"], case.mnn_target),
        verdict(speeds[TWO_THREADS] / native, case.threads_target),
        f"{native * gflop(case.net, network.algorithm) / peak:.0%}",
    ]


def main() -> None:
    """Measures all cases and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15, help="turns per engine")
    parser.add_argument("--seconds", type=float, default=0.05, help="length of a turn")
    options = parser.parse_args()
    peak = _core.peak_gflops(0.5)
    table = Table(title="Evaluations per second, one thread, fp32, medians of interleaved rounds")
    ratios = ("of ONNX Runtime", "of MNN", "two threads", "of FMA peak")
    for column in ("net", "algorithm", "batch", "native", "ONNX Runtime", "MNN", *ratios):
        table.add_column(column, justify="right")
    for case in cases():
        table.add_row(*measure(case, peak, options.rounds, options.seconds))
    console = Console(width=150)
    console.print(table)
    best_set = _core.available_instruction_sets()[-1]
    console.print(f"{machine_and_date()}, {best_set}, FMA peak {peak:.0f} GFLOP/s")


if __name__ == "__main__":
    main()
