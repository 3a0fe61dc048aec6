"""What the agents for Kaggle's ConnectX share: the rules, and a PUCT search in plain Python.

An exported agent contains this text in place of its import, so this needs the standard library
alone and imports nothing from the future.
"""

import math
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

Size = tuple[int, int, int]  # columns, rows, stones in a row that win

C_INIT, C_BASE, FPU_REDUCTION = 1.4, 1000.0, 0.2
LEAVES_AT_ONCE = 8
TIME_SHARE, TIME_MARGIN = 0.8, 0.1  # of Kaggle's seconds per move; the margin is for the caller
SIMULATIONS = 100_000  # at most, for one move
SECONDS = math.inf  # at most, for one move, where Kaggle allows more
SHORTER_IS_BETTER = 0.999  # per ply, so that the quicker of two wins counts more


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

    def play(self, column: int) -> "Board":
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


def size_of(configuration: Any) -> Size:  # noqa: ANN401
    """The board Kaggle plays on."""
    columns, rows = int(read(configuration, "columns", 7)), int(read(configuration, "rows", 6))
    return columns, rows, int(read(configuration, "inarow", 4))


def seconds_of(configuration: Any) -> float:  # noqa: ANN401
    """The time a move may take."""
    allowed = float(read(configuration, "actTimeout", 2.0))
    return min(TIME_SHARE * allowed - TIME_MARGIN, SECONDS)


def central_column(observation: Any, configuration: Any) -> int:  # noqa: ANN401
    """A legal column, if there is one: only sensible, but better than a lost game."""
    columns = int(read(configuration, "columns", 7))
    top = list(read(observation, "board"))[:columns]
    free = [column for column, cell in enumerate(top) if cell == 0]
    return min(free or [0], key=lambda column: abs(column - (columns - 1) / 2))
