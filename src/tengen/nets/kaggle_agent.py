"""An agent for Kaggle's ConnectX: PUCT search with a small net, in numpy alone.

Kaggle calls `agent(observation, configuration)` for every move. The net is in this file.
"""

from __future__ import annotations

import base64
import json
import math
import random
import time
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

NET = ""

Array = npt.NDArray[np.float32]
Size = tuple[int, int, int]  # columns, rows, stones in a row that win

C_INIT, C_BASE, FPU_REDUCTION = 1.4, 1000.0, 0.2
LEAVES_AT_ONCE = 8
TIME_SHARE, TIME_MARGIN = 0.8, 0.1  # of Kaggle's seconds per move; the margin is for the caller
SIMULATIONS = 100_000  # at most, for one move
SECONDS = math.inf  # at most, for one move, where Kaggle allows more
SHORTER_IS_BETTER = 0.999  # per ply, so that the quicker of two wins counts more


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


class Board:
    """A position as two bit boards: the bits of column c begin at c * (rows + 1)."""

    def __init__(self, size: Size, own: int, other: int, last: int | None = None) -> None:
        self.columns, self.rows, self.inarow = self.size = size
        self.own, self.other = own, other
        self.last = last  # the column played last, or None when it is not known

    def heights(self) -> list[int]:
        """Stones in each column."""
        filled, column = self.own | self.other, (1 << self.rows) - 1
        places = range(0, self.columns * (self.rows + 1), self.rows + 1)
        return [(filled >> place & column).bit_count() for place in places]

    def legal(self) -> list[int]:
        """Columns that are not full."""
        return [c for c, height in enumerate(self.heights()) if height < self.rows]

    def play(self, column: int) -> Board:
        """The position after a move, in the view of the other side."""
        bit = 1 << column * (self.rows + 1) + self.heights()[column]
        return Board(self.size, self.other, self.own | bit, column)

    def wins(self, stones: int) -> bool:
        """Whether these stones hold a row that wins."""
        for step in (1, self.rows, self.rows + 1, self.rows + 2):
            row = stones
            for distance in range(1, self.inarow):
                row &= stones >> distance * step
            if row:
                return True
        return False

    def winning_moves(self, stones: int) -> list[int]:
        """Columns where the owner of `stones` would complete a row by moving now."""
        moves = []
        for column, height in enumerate(self.heights()):
            bit = 1 << column * (self.rows + 1) + height
            if height < self.rows and self.wins(stones | bit):
                moves.append(column)
        return moves

    def planes(self, count: int) -> Array:
        """What the net sees: row 0 is the bottom row."""
        planes = np.zeros((count, self.rows, self.columns), np.float32)
        for plane, stones in enumerate((self.own, self.other)):
            for column in range(self.columns):
                bits = stones >> column * (self.rows + 1)
                planes[plane, :, column] = [bits >> row & 1 for row in range(self.rows)]
        began = (self.own | self.other).bit_count() % 2 == 0
        if count == 4 and self.last is not None:
            planes[2, self.heights()[self.last] - 1, self.last] = 1
        planes[-1] = began
        return planes


class Node:
    """A position in the tree; `value` sums are in the view of its side to move."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.moves: list[int] = []
        self.priors: list[float] = []
        self.children: list[Node | None] = []
        self.visits, self.total = 0, 0.0
        self.exact: float | None = None  # the result where it is certain
        self.is_open = True

    def settle(self) -> None:
        """Looks one ply ahead: wins are taken, threats are answered, full boards are drawn."""
        self.moves = self.board.legal()
        if not self.moves:
            self.exact = 0.0
        elif wins := self.board.winning_moves(self.board.own):
            self.exact, self.moves = 1.0, wins[:1]
        elif threats := self.board.winning_moves(self.board.other):
            self.exact = -1.0 if len(threats) > 1 else None
            self.moves = threats[:1]

    def open(self, priors: Sequence[float]) -> None:
        """Gives the legal moves their priors."""
        total = sum(priors[move] for move in self.moves) or 1.0
        self.priors = [float(priors[move]) / total for move in self.moves]
        self.children = [None] * len(self.moves)
        self.is_open = False

    def select(self) -> int:
        """The number of the child with the highest PUCT score."""
        c = C_INIT + math.log((self.visits + C_BASE + 1) / C_BASE)
        own = self.total / max(1, self.visits)
        pairs = list(zip(self.priors, self.children, strict=True))
        tried = sum(prior for prior, child in pairs if child is not None)
        unvisited = max(-1.0, own - FPU_REDUCTION * (1 + own) / 2 * math.sqrt(tried))
        spread = c * math.sqrt(max(1, self.visits))
        scores = [
            unvisited + spread * prior
            if child is None
            else -child.total / max(1, child.visits) + spread * prior / (1 + child.visits)
            for prior, child in pairs
        ]
        return scores.index(max(scores))


Evaluate = Callable[[list[Board]], tuple[Sequence[Sequence[float]], Sequence[float]]]


def search(board: Board, evaluate: Evaluate, seconds: float, simulations: int = SIMULATIONS) -> int:
    """The column to play. `evaluate(boards)` gives priors [B, columns] and values [B]."""
    end = time.monotonic() + seconds
    root = Node(board)
    root.settle()
    if len(root.moves) == 1:
        return root.moves[0]
    done = 0
    while done < simulations and (done == 0 or time.monotonic() < end):
        done += _simulate_batch(root, evaluate, min(LEAVES_AT_ONCE, simulations - done))
    tried = [0 if child is None else child.visits for child in root.children]
    return max(zip(tried, root.priors, root.moves, strict=True))[2]


def _simulate_batch(root: Node, evaluate: Evaluate, most: int) -> int:
    """Walks down until enough leaves wait for the net, evaluates them together, backs them up."""
    waiting: list[list[Node]] = []
    finished = 0
    for _ in range(most):
        path = _descend(root)
        leaf = path[-1]
        if leaf.exact is not None:
            _back_up(path, leaf.exact)
            finished += 1
        elif any(leaf is other[-1] for other in waiting):
            break
        else:
            for node in path:  # until the answer is there, count as lost for who moves there
                node.visits, node.total = node.visits + 1, node.total + 1
            waiting.append(path)
    if waiting:
        priors, values = evaluate([path[-1].board for path in waiting])
        for path, prior, value in zip(waiting, priors, values, strict=True):
            for node in path:
                node.visits, node.total = node.visits - 1, node.total - 1
            path[-1].open(prior)
            _back_up(path, float(value))
    return max(1, finished + len(waiting))


def _descend(root: Node) -> list[Node]:
    path = [root]
    while not path[-1].is_open and path[-1].exact is None:
        node = path[-1]
        number = node.select()
        child = node.children[number]
        if child is None:
            child = node.children[number] = Node(node.board.play(node.moves[number]))
            child.settle()
        path.append(child)
    return path


def _back_up(path: list[Node], value: float) -> None:
    for node in reversed(path):
        node.visits += 1
        node.total += value
        value = -value * SHORTER_IS_BETTER


def evaluate_with(net: Net) -> Evaluate:
    """Evaluates boards with the net."""

    def evaluate(boards: list[Board]) -> tuple[list[list[float]], list[float]]:
        planes = np.stack([board.planes(net.facts["planes"]) for board in boards])
        logits, values = net.evaluate(planes)
        return softmax(logits).tolist(), values.tolist()

    return evaluate


def evaluate_by_playouts(boards: list[Board]) -> tuple[list[list[float]], list[float]]:
    """Evaluates boards of a size the net does not know: the centre first, and a random game."""
    priors = [
        [1 / (1 + abs(column - (board.columns - 1) / 2)) for column in range(board.columns)]
        for board in boards
    ]
    return priors, [_playout(board) for board in boards]


def _playout(board: Board) -> float:
    sign = 1.0
    while moves := board.legal():
        board = board.play(random.choice(moves))
        if board.wins(board.other):
            return sign
        sign = -sign
    return 0.0


def read(source: Any, name: str, default: Any = None) -> Any:  # noqa: ANN401
    """A field of what Kaggle passes, which is an object, a dict or both."""
    value = source.get(name) if isinstance(source, dict) else getattr(source, name, None)
    return default if value is None else value


def board_of(cells: Sequence[int], mark: int, size: Size, last: int | None = None) -> Board:
    """The board of an observation; `cells` are row by row from the top."""
    columns, rows, _ = size
    stones = {1: 0, 2: 0}
    for index, owner in enumerate(cells):
        if owner:
            row = rows - 1 - index // columns
            stones[owner] |= 1 << index % columns * (rows + 1) + row
    return Board(size, stones[mark], stones[3 - mark], last)


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
    columns = int(read(configuration, "columns", 7))
    cells = list(read(observation, "board"))
    try:
        size = (columns, int(read(configuration, "rows", 6)), int(read(configuration, "inarow", 4)))
        seconds = TIME_SHARE * float(read(configuration, "actTimeout", 2.0)) - TIME_MARGIN
        return int(choose(cells, int(read(observation, "mark")), size, min(seconds, SECONDS)))
    except Exception:  # a move that is only sensible is better than a lost game
        free = [column for column in range(columns) if cells[column] == 0]
        return min(free, key=lambda column: abs(column - (columns - 1) / 2))
