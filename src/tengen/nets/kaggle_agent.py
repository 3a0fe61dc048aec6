"""An agent for Kaggle's ConnectX: PUCT search with a small net, in numpy alone.

Kaggle calls `agent(observation, configuration)` for every move. The net is in this file.
"""

from __future__ import annotations

import base64
import json
import math
import time
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.nets.kaggle_search import (
    Board,
    Evaluate,
    Size,
    board_of,
    central_column,
    evaluate_by_playouts,
    read,
    search,
    seconds_of,
    size_of,
)

NET = ""

Array = npt.NDArray[np.float32]


class Net:
    """The folded net: planes [B, C, H, W] -> policy logits [B, A] and values [B]."""

    def __init__(self, packed: str) -> None:
        data = zlib.decompress(base64.b85decode(packed))
        size = int.from_bytes(data[:4], "little")
        self.facts: dict[str, Any] = json.loads(data[4 : 4 + size])
        self.weights: dict[str, Array] = {}
        offset = 4 + size
        for name, shape in self.facts["tensors"]:
            count = math.prod(shape)
            array = np.frombuffer(data, "<f4", count, offset).reshape(shape)
            offset += 4 * count
            # A convolution is one product of matrices: [9 * inputs, outputs].
            is_convolution = array.ndim == 4
            self.weights[name] = (
                array.transpose(2, 3, 1, 0).reshape(-1, shape[0]) if is_convolution else array
            )

    def evaluate(self, planes: Array) -> tuple[Array, Array]:
        """Evaluates positions, each in the view of its side to move."""
        x = np.ascontiguousarray(planes.transpose(0, 2, 3, 1))  # [B, H, W, C]
        for index, kind in enumerate(self.facts["trunk"]):
            layer = f"trunk.{index}."
            if kind == "conv":
                x = np.maximum(self._convolve(x, layer, ""), 0)
                continue
            hidden = np.maximum(self._convolve(x, layer, "1"), 0)
            if kind == "pooling":
                seen = _pool(hidden[..., : self.weights[layer + "pool_weight"].shape[1] // 2])
                hidden = hidden + self._linear(seen, layer + "pool_")[:, None, None, :]
            x = np.maximum(x + self._convolve(hidden, layer, "2"), 0)
        return self._policy(x), self._value(x)

    def _convolve(self, x: Array, layer: str, suffix: str) -> Array:
        batch, height, width, channels = x.shape
        padded = np.zeros((batch, height + 2, width + 2, channels), np.float32)
        padded[:, 1:-1, 1:-1] = x
        windows = [padded[:, i : i + height, j : j + width] for i in range(3) for j in range(3)]
        columns = np.concatenate(windows, axis=3).reshape(batch * height * width, 9 * channels)
        mixed = columns @ self.weights[f"{layer}weight{suffix}"]
        mixed += self.weights[f"{layer}bias{suffix}"]
        return mixed.reshape(batch, height, width, -1)

    def _linear(self, x: Array, name: str) -> Array:
        return x @ self.weights[name + "weight"].T + self.weights[name + "bias"]

    def _policy(self, x: Array) -> Array:
        features = np.maximum(self._linear(x, "policy.conv_"), 0)
        return self._linear(_flat(features), "policy.")

    def _value(self, x: Array) -> Array:
        features = np.maximum(self._linear(x, "value.conv_"), 0)
        pooled = self.facts["value_head"] == "pooled"
        hidden = self._linear(_pool(features) if pooled else _flat(features), "value.hidden_")
        logits = self._linear(np.maximum(hidden, 0), "value.")
        if self.facts["value_kind"] == "scalar":
            return np.tanh(logits[:, 0])
        chances = softmax(logits)
        return chances[:, 0] - chances[:, 2]


def _pool(x: Array) -> Array:
    """Mean and maximum over the board: [B, H, W, K] -> [B, 2 * K]."""
    return np.concatenate([x.mean((1, 2)), x.max((1, 2))], axis=1)


def _flat(x: Array) -> Array:
    """[B, H, W, K] -> [B, K * H * W], channel by channel."""
    return x.transpose(0, 3, 1, 2).reshape(len(x), -1)


def softmax(logits: Array) -> Array:
    """Chances that sum to 1 along the last axis."""
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    chances: Array = powers / powers.sum(axis=-1, keepdims=True)
    return chances


def planes_of(board: Board, count: int) -> Array:
    """What the net sees: row 0 is the bottom row."""
    planes = np.zeros((count, board.rows, board.columns), np.float32)
    for plane, stones in enumerate((board.own, board.other)):
        for column in range(board.columns):
            bits = stones >> column * (board.rows + 1)
            planes[plane, :, column] = [bits >> row & 1 for row in range(board.rows)]
    began = (board.own | board.other).bit_count() % 2 == 0
    if count == 4 and board.last is not None:
        planes[2, board.heights()[board.last] - 1, board.last] = 1
    planes[-1] = began
    return planes


def evaluate_with(net: Net) -> Evaluate:
    """Evaluates boards with the net."""

    def evaluate(boards: list[Board]) -> tuple[list[list[float]], list[float]]:
        planes = np.stack([planes_of(board, net.facts["planes"]) for board in boards])
        logits, values = net.evaluate(planes)
        return softmax(logits).tolist(), values.tolist()

    return evaluate


MEMORY: dict[
    int, list[int]
] = {}  # our last board by mark, which tells what the other side has played since
LOADED: dict[str, Net] = {}  # the net, once it is needed


def last_move(cells: Sequence[int], mark: int, columns: int) -> int | None:
    """The column the other side played last, or None when it cannot be told."""
    before = MEMORY.get(mark) or [0] * len(cells)
    changed = [i for i, (old, new) in enumerate(zip(before, cells, strict=False)) if old != new]
    return changed[0] % columns if len(changed) == 1 else None


def choose(cells: Sequence[int], mark: int, size: Size, seconds: float) -> int:
    """The column to play."""
    end = time.monotonic() + seconds  # loading the net counts
    columns, rows, _ = size
    board = board_of(cells, mark, size, last_move(cells, mark, columns))
    if NET and "net" not in LOADED:
        LOADED["net"] = Net(NET)
    net = LOADED.get("net")
    evaluate: Evaluate = evaluate_by_playouts
    if net is not None and net.facts["size"] == list(size):
        evaluate = evaluate_with(net)
    column = search(board, evaluate, end - time.monotonic())
    after = list(cells)
    after[(rows - 1 - board.heights()[column]) * columns + column] = mark
    MEMORY[mark] = after
    return column


def agent(observation: Any, configuration: Any) -> int:  # noqa: ANN401
    """The column to play, always a legal one. Kaggle takes the last function of the file."""
    try:
        cells, mark = list(read(observation, "board")), int(read(observation, "mark"))
        return int(choose(cells, mark, size_of(configuration), seconds_of(configuration)))
    except Exception:
        return central_column(observation, configuration)
