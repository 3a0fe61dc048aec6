"""Export to ONNX: the folded net as a small graph that every ONNX runtime can run.

Input `planes` [batch, C, H, W]. Outputs `policy_logits` [batch, A]; `value` [batch] in [-1, 1] or
`wdl` [batch, 3], the chances of win, draw and loss; and, where the net has the head, `moves_left`
[batch], the expected plies to the end. Everything is from the side to move's view.
"""

from pathlib import Path
from typing import Any

import numpy as np

from tengen.nets.atomic_files import write_atomically
from tengen.nets.checkpoint import Checkpoint
from tengen.nets.folding import FoldedNet, fold
from tengen.nets.packages import require_package

OPSET = 17
_IR_VERSION = 8  # of the same year as the opset, for old runtimes
_BATCH = "batch"


def export_onnx(checkpoint: Checkpoint, path: str | Path) -> None:
    """Writes the net to an `.onnx` file."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [onnx_bytes(checkpoint)])


def onnx_bytes(checkpoint: Checkpoint) -> bytes:
    """The net as the bytes of an `.onnx` file; game and encoding are in its metadata."""
    onnx = require_package("onnx", "the ONNX export", "onnx")
    graph = _Graph(onnx, fold(checkpoint.architecture, checkpoint.tensors))
    model = onnx.helper.make_model(
        graph.build(),
        producer_name="tengen",
        ir_version=_IR_VERSION,
        opset_imports=[onnx.helper.make_opsetid("", OPSET)],
    )
    facts = {"game": checkpoint.game, "encoding": checkpoint.encoding}
    onnx.helper.set_model_props(model, facts)
    onnx.checker.check_model(model)
    serialized: bytes = model.SerializeToString()
    return serialized


class _Graph:
    """Builds the graph layer by layer; every method returns the name of what it computes."""

    def __init__(self, onnx: Any, net: FoldedNet) -> None:  # noqa: ANN401
        self._onnx = onnx
        self._description, self._tensors = net
        self._nodes: list[Any] = []
        self._constants: dict[str, np.ndarray[Any, Any]] = {}

    def build(self) -> Any:  # noqa: ANN401
        """The whole graph from planes to heads."""
        facts = self._description
        features = "planes"
        for index, kind in enumerate(facts["trunk"]):
            features = getattr(self, f"_{kind}_layer")(features, f"trunk.{index}")
        outputs = {"policy_logits": [facts["actions"]]}
        self._policy_head(features)
        hidden = self._value_hidden(features)
        outputs |= self._value_head(hidden)
        if facts["moves_left"]:
            outputs |= self._moves_left_head(hidden)
        shape = [facts["planes"], facts["height"], facts["width"]]
        return self._onnx.helper.make_graph(
            self._nodes,
            "tengen",
            [self._value_info("planes", shape)],
            [self._value_info(name, shape) for name, shape in outputs.items()],
            [self._onnx.numpy_helper.from_array(a, name) for name, a in self._constants.items()],
        )

    def _value_info(self, name: str, shape: list[int]) -> Any:  # noqa: ANN401
        float_type = self._onnx.TensorProto.FLOAT
        return self._onnx.helper.make_tensor_value_info(name, float_type, [_BATCH, *shape])

    def _add(self, operator: str, *inputs: str, output: str | None = None, **options: Any) -> str:  # noqa: ANN401
        name = output or f"{operator.lower()}_{len(self._nodes)}"
        self._nodes.append(self._onnx.helper.make_node(operator, inputs, [name], **options))
        return name

    def _constant(self, name: str, array: np.ndarray[Any, Any]) -> str:
        self._constants[name] = array
        return name

    def _weight(self, name: str, shape: tuple[int, ...] | None = None) -> str:
        tensor = self._tensors[name]
        return self._constant(name, tensor if shape is None else tensor.reshape(shape))

    def _convolution(self, x: str, weight: str, bias: str) -> str:
        return self._add("Conv", x, self._weight(weight), self._weight(bias), pads=[1, 1, 1, 1])

    def _pointwise(self, x: str, head: str) -> str:
        """The 1x1 convolution and ReLU that every head begins with."""
        width, inputs = self._tensors[f"{head}.conv_weight"].shape
        weight = self._weight(f"{head}.conv_weight", (width, inputs, 1, 1))
        return self._add("Relu", self._add("Conv", x, weight, self._weight(f"{head}.conv_bias")))

    def _linear(self, x: str, weight: str, bias: str, output: str | None = None) -> str:
        inputs = (x, self._weight(weight), self._weight(bias))
        return self._add("Gemm", *inputs, output=output, transB=1)

    def _pool(self, x: str) -> str:
        """Mean and maximum over the board: [B, K, H, W] -> [B, 2 * K]."""
        pools = [self._add(f"Global{kind}Pool", x) for kind in ("Average", "Max")]
        return self._add("Flatten", self._add("Concat", *pools, axis=1))

    def _conv_layer(self, x: str, layer: str) -> str:
        return self._add("Relu", self._convolution(x, f"{layer}.weight", f"{layer}.bias"))

    def _residual_layer(self, x: str, layer: str) -> str:
        hidden = self._convolution(x, f"{layer}.weight1", f"{layer}.bias1")
        return self._close_block(x, self._add("Relu", hidden), layer)

    def _pooling_layer(self, x: str, layer: str) -> str:
        hidden = self._convolution(x, f"{layer}.weight1", f"{layer}.bias1")
        hidden = self._add("Relu", hidden)
        channels, pooled = self._tensors[f"{layer}.pool_weight"].shape
        bounds = [self._constant(f"slice_{n}", np.array([n], np.int64)) for n in (0, pooled // 2)]
        axis = self._constant("slice_axis", np.array([1], np.int64))
        seen = self._pool(self._add("Slice", hidden, *bounds, axis))
        bias = self._linear(seen, f"{layer}.pool_weight", f"{layer}.pool_bias")
        per_channel = self._constant("per_channel", np.array([-1, channels, 1, 1], np.int64))
        bias = self._add("Reshape", bias, per_channel)
        return self._close_block(x, self._add("Add", hidden, bias), layer)

    def _close_block(self, x: str, hidden: str, layer: str) -> str:
        change = self._convolution(hidden, f"{layer}.weight2", f"{layer}.bias2")
        return self._add("Relu", self._add("Add", x, change))

    def _policy_head(self, x: str) -> str:
        features = self._pointwise(x, "policy")
        output = "policy_logits"
        if self._description["policy_head"] == "linear":
            flat = self._add("Flatten", features)
            return self._linear(flat, "policy.weight", "policy.bias", output)
        weight = self._weight("policy.cell_weight", (1, -1, 1, 1))
        cells = self._add("Conv", features, weight, self._weight("policy.cell_bias"))
        if "policy.pass_weight" not in self._tensors:
            return self._add("Flatten", cells, output=output)
        weight = self._weight("policy.pass_weight", (1, -1))
        inputs = (self._pool(features), weight, self._weight("policy.pass_bias"))
        passing = self._add("Gemm", *inputs, transB=1)
        return self._add("Concat", self._add("Flatten", cells), passing, output=output, axis=1)

    def _value_hidden(self, x: str) -> str:
        features = self._pointwise(x, "value")
        pooled = self._description["value_head"] == "pooled"
        flat = self._pool(features) if pooled else self._add("Flatten", features)
        return self._add("Relu", self._linear(flat, "value.hidden_weight", "value.hidden_bias"))

    def _value_head(self, hidden: str) -> dict[str, list[int]]:
        logits = self._linear(hidden, "value.weight", "value.bias")
        if self._description["value_kind"] == "wdl":
            self._add("Softmax", logits, output="wdl", axis=1)
            return {"wdl": [3]}
        self._squeeze(self._add("Tanh", logits), "value")
        return {"value": []}

    def _moves_left_head(self, hidden: str) -> dict[str, list[int]]:
        logits = self._linear(hidden, "moves_left.weight", "moves_left.bias")
        chances = self._add("Softmax", logits, axis=1)
        classes = np.arange(self._description["moves_left"], dtype=np.float32)
        plies = self._constant("plies", classes[:, None])
        self._squeeze(self._add("MatMul", chances, plies), "moves_left")
        return {"moves_left": []}

    def _squeeze(self, x: str, output: str) -> str:
        """[B, 1] -> [B]."""
        axis = self._constant("squeezed_axis", np.array([1], np.int64))
        return self._add("Squeeze", x, axis, output=output)
