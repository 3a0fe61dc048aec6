"""Evaluations per second of the native networks against ONNX Runtime and MNN, fp32, on this machine.

All engines run in one process and take turns (interleaved rounds, medians), so that whatever else the
machine does slows all of them alike. What counts is the ratio.

    python benchmarks/inference.py [--rounds 15] [--seconds 0.05]
"""

from __future__ import annotations

import argparse
import datetime
import platform
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from rich.console import Console
from rich.table import Table

from tengen import _core

Array = NDArray[np.float32]
Engine = Callable[[Array], object]


@dataclass(frozen=True)
class Net:
    """A random network: what the core is given, and the multiply-adds of its convolutions per position."""

    name: str
    description: dict[str, Any]
    tensors: dict[str, Array]

    @property
    def shape(self) -> tuple[int, int, int]:
        return self.description["planes"], self.description["height"], self.description["width"]

    @property
    def gflop(self) -> float:
        """10^9 floating-point operations of the 3x3 convolutions, counted as a direct convolution does them."""
        weights = sum(t.size for t in self.tensors.values() if t.ndim == 4)
        return 2e-9 * weights * self.shape[1] * self.shape[2]


@dataclass(frozen=True)
class Case:
    net: Net
    batch: int
    onnxruntime_target: float | None
    mnn_target: float | None


def random_net(
    name: str,
    board: tuple[int, int, int],
    actions: int,
    trunk: list[str],
    channels: list[int],
    heads: dict[str, int],
) -> Net:
    """`heads`: policy and value channels, hidden units, outcomes (1 or 3) and moves-left classes."""
    rng = np.random.default_rng(0)
    tensors: dict[str, Array] = {}

    def layer(weight: str, bias: str, *shape: int) -> None:
        scale = np.sqrt(2.0 / np.prod(shape[1:]))
        tensors[weight] = (rng.standard_normal(shape) * scale).astype(np.float32)
        tensors[bias] = np.zeros(shape[0], np.float32)

    planes, height, width = board
    inputs = planes
    for i, (kind, outputs) in enumerate(zip(trunk, channels, strict=True)):
        for number in ("",) if kind == "conv" else ("1", "2"):
            layer(f"trunk.{i}.weight{number}", f"trunk.{i}.bias{number}", outputs, inputs, 3, 3)
        inputs = outputs
    for head in ("policy", "value"):
        layer(f"{head}.conv_weight", f"{head}.conv_bias", heads[head], inputs)
    layer("policy.weight", "policy.bias", actions, heads["policy"] * height * width)
    layer(
        "value.hidden_weight", "value.hidden_bias", heads["hidden"], heads["value"] * height * width
    )
    layer("value.weight", "value.bias", heads["outcomes"], heads["hidden"])
    if heads["moves_left"]:
        layer("moves_left.weight", "moves_left.bias", heads["moves_left"], heads["hidden"])
    description = {
        **{"planes": planes, "height": height, "width": width, "actions": actions, "trunk": trunk},
        **{"policy_head": "linear", "value_head": "linear", "moves_left": heads["moves_left"]},
        "value_kind": "wdl" if heads["outcomes"] == 3 else "scalar",
    }
    return Net(name, description, tensors)


def resnet(
    name: str, board: tuple[int, int, int], actions: int, channels: int, blocks: int, plies: int
) -> Net:
    heads = {"policy": 4, "value": 4, "hidden": 64, "outcomes": 3, "moves_left": plies}
    return random_net(
        name, board, actions, ["conv"] + ["residual"] * blocks, [channels] * (blocks + 1), heads
    )


def classic(board: tuple[int, int, int]) -> Net:
    heads = {"policy": 4, "value": 2, "hidden": 64, "outcomes": 1, "moves_left": 0}
    return random_net("classic 8x8", board, board[1] * board[2], ["conv"] * 3, [32, 64, 128], heads)


class OnnxGraph:
    """The same network as an ONNX model; the outputs are raw scores."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: dict[str, Array] = {}

    def node(
        self, kind: str, *inputs: str, weights: tuple[str, ...] = (), **attributes: Any
    ) -> str:
        for name in weights:
            tensor = self.net.tensors[name]
            is_one_by_one = name.endswith("conv_weight")
            self.initializers[name] = tensor[:, :, None, None] if is_one_by_one else tensor
        output = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, [*inputs, *weights], [output], **attributes))
        return output

    def convolution(self, x: str, weight: str, padding: int = 1) -> str:
        weights = (weight, weight.replace("weight", "bias"))
        return self.node("Conv", x, weights=weights, pads=[padding] * 4)

    def linear(self, x: str, prefix: str) -> str:
        return self.node("Gemm", x, weights=(f"{prefix}weight", f"{prefix}bias"), transB=1)

    def trunk(self, x: str) -> str:
        for i, kind in enumerate(self.net.description["trunk"]):
            if kind == "conv":
                x = self.node("Relu", self.convolution(x, f"trunk.{i}.weight"))
                continue
            inner = self.node("Relu", self.convolution(x, f"trunk.{i}.weight1"))
            x = self.node(
                "Relu", self.node("Add", self.convolution(inner, f"trunk.{i}.weight2"), x)
            )
        return x

    def head(self, x: str, prefix: str) -> str:
        return self.node(
            "Flatten", self.node("Relu", self.convolution(x, f"{prefix}.conv_weight", 0))
        )

    def model(self) -> onnx.ModelProto:
        x = self.trunk("planes")
        hidden = self.node("Relu", self.linear(self.head(x, "value"), "value.hidden_"))
        outputs = [self.linear(self.head(x, "policy"), "policy."), self.linear(hidden, "value.")]
        if self.net.description["moves_left"]:
            outputs.append(self.linear(hidden, "moves_left."))
        graph = helper.make_graph(
            self.nodes,
            "net",
            [
                helper.make_tensor_value_info(
                    "planes", onnx.TensorProto.FLOAT, ["batch", *self.net.shape]
                )
            ],
            [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in outputs],
            [numpy_helper.from_array(tensor, name) for name, tensor in self.initializers.items()],
        )
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def native_engine(network: _core.Network, threads: int = 1) -> Engine:
    return lambda planes: network.evaluate(planes, threads)[0]


def onnxruntime_engine(model: onnx.ModelProto) -> Engine:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, ["CPUExecutionProvider"]
    )
    return lambda planes: session.run(None, {"planes": planes})[0]


def mnn_engine(model: onnx.ModelProto) -> Engine:
    # `MNN.tools` must not be imported: it installs a telemetry package and reports to its makers.
    import _tools
    from MNN import expr, nn

    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "net.onnx"), Path(folder, "net.mnn")
        onnx.save(model, source)
        arguments = [
            "--framework",
            "ONNX",
            "--modelFile",
            source,
            "--MNNModel",
            target,
            "--bizCode",
            "tengen",
        ]
        _tools.mnnconvert(["mnnconvert", *map(str, arguments)])
        runtime = nn.create_runtime_manager(
            ({"backend": "CPU", "precision": "high", "numThread": 1},)
        )
        outputs = [output.name for output in model.graph.output]
        module = nn.load_module_from_file(str(target), ["planes"], outputs, runtime_manager=runtime)

    def run(planes: Array) -> object:
        inputs = expr.const(planes, list(planes.shape), expr.NCHW)
        return np.array([output.read() for output in module.forward([inputs])][:1])[0]

    return run


def repeat(engine: Engine, planes: Array, seconds: float) -> float:
    """Positions per second over at least `seconds`."""
    start, calls = time.perf_counter(), 0
    while True:
        engine(planes)
        calls += 1
        elapsed = time.perf_counter() - start
        if elapsed >= seconds:
            return calls * len(planes) / elapsed


def compare(
    engines: dict[str, Engine], planes: Array, rounds: int, seconds: float
) -> dict[str, float]:
    """Median speed of each engine over rounds in which they take turns; refuses engines that disagree."""
    expected = np.asarray(engines["native"](planes))
    for name, engine in engines.items():
        error = np.abs(np.asarray(engine(planes)) - expected).max() / np.abs(expected).max()
        if error > 1e-3:
            raise SystemExit(
                f"{name}: expected the native network's logits, got a relative difference of {error:.2g}"
            )
    speeds: dict[str, list[float]] = {name: [] for name in engines}
    for _ in range(rounds):
        for name, engine in engines.items():
            speeds[name].append(repeat(engine, planes, seconds))
    return {name: statistics.median(values) for name, values in speeds.items()}


def verdict(ratio: float, target: float | None) -> str:
    if target is None:
        return f"{ratio:.2f}x"
    return f"[{'green' if ratio >= target else 'red'}]{ratio:.2f}x[/] (>= {target})"


def processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]} x {len(names)}" if names else platform.processor()


def cases() -> list[Case]:
    small = resnet("resnet 64x4, 6x7", (4, 6, 7), 7, channels=64, blocks=4, plies=43)
    large = resnet("resnet 64x6, 15x15", (4, 15, 15), 225, channels=64, blocks=6, plies=226)
    old = classic((4, 8, 8))
    return [
        Case(small, 1, 1.5, None),
        *(Case(small, batch, 2.2, 1.5) for batch in (8, 32, 128)),
        *(Case(large, batch, 2.2, 1.1) for batch in (8, 32)),
        *(Case(old, batch, 1.8, None) for batch in (8, 32, 128)),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=15, help="turns per engine (default 15)")
    parser.add_argument(
        "--seconds", type=float, default=0.05, help="length of a turn (default 0.05)"
    )
    options = parser.parse_args()
    peak = _core.peak_gflops(0.5)
    table = Table(title="Evaluations per second, one thread, fp32, medians of interleaved rounds")
    for column in (
        "net",
        "algorithm",
        "batch",
        "native",
        "ONNX Runtime",
        "MNN",
        "ratio",
        "ratio",
        "of peak",
        "2 threads",
    ):
        table.add_column(column, justify="right")
    for case in cases():
        network = _core.Network(case.net.description, case.net.tensors)
        model = OnnxGraph(case.net).model()
        engines = {
            "native": native_engine(network),
            "two threads": native_engine(network, threads=2),
            "onnxruntime": onnxruntime_engine(model),
            "mnn": mnn_engine(model),
        }
        planes = np.random.default_rng(1).random((case.batch, *case.net.shape), np.float32)
        speeds = compare(engines, planes, options.rounds, options.seconds)
        native = speeds["native"]
        table.add_row(
            *(case.net.name, network.algorithm, str(case.batch)),
            *(f"{speeds[name]:,.0f}" for name in ("native", "onnxruntime", "mnn")),
            verdict(native / speeds["onnxruntime"], case.onnxruntime_target),
            verdict(native / speeds["mnn"], case.mnn_target),
            f"{native * case.net.gflop / peak:.0%}",
            verdict(speeds["two threads"] / native, 1.8 if case.batch >= 32 else None),
        )
    console = Console(width=160)
    console.print(table)
    console.print(
        f"{processor()}, {network.instruction_set}, FMA peak {peak:.0f} GFLOP/s per thread, "
        f"{datetime.date.today()}; 'of peak' counts direct multiplications, Winograd needs fewer"
    )


if __name__ == "__main__":
    main()
