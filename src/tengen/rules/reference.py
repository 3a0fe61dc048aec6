"""The rules again, slow and obvious, in plain Python.

Nothing here shares code with the core: lists, whole-board scans, no bit tricks. Where the two
disagree, one of them has a bug. It is also the place to learn how a game is written for Tengen.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from tengen.rules.facts import CONNECT_FOUR_FACTS, LineRule, gomoku_facts, othello_facts
from tengen.rules.game import Game
from tengen.rules.outcome import Outcome
from tengen.rules.symmetry import Symmetry, grid_symmetry

LINE_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
ALL_DIRECTIONS = LINE_DIRECTIONS + tuple((-row, -column) for row, column in LINE_DIRECTIONS)


class State(NamedTuple):
    """Stones row by row from row 1 (a seat, or None), who moves, and who began."""

    cells: tuple[int | None, ...]
    to_move: int
    first: int


class ReferenceGame(Game[State]):
    """What the three games share: a board of stones."""

    def initial_state(self, first: int) -> State:
        return State((None,) * (self.width * self.height), first, first)

    def to_move(self, state: State) -> int:
        return state.to_move

    def cells(self, state: State) -> Sequence[int | None]:
        return state.cells

    def place(
        self, cells: Sequence[int | None], to_move: int, first: int, last_action: int | None
    ) -> State:
        return State(tuple(cells), to_move, first)

    def permute_state(self, state: State, symmetry: int) -> State:
        moved = list(state.cells)
        for cell, image in enumerate(self.symmetries[symmetry].cell_image):
            moved[image] = state.cells[cell]
        return state._replace(cells=tuple(moved))

    def stone_at(self, state: State, row: int, column: int) -> int | None:
        """The stone there; None beyond the edge."""
        if 0 <= row < self.height and 0 <= column < self.width:
            return state.cells[row * self.width + column]
        return None

    def with_stones(self, state: State, cells: Iterable[int]) -> State:
        """The state after the side to move took these cells."""
        board = list(state.cells)
        for cell in cells:
            board[cell] = state.to_move
        return State(tuple(board), 1 - state.to_move, state.first)

    def run_from(self, state: State, cell: int, direction: tuple[int, int]) -> int:
        """The number of consecutive stones equal to the one on `cell`, that one included."""
        row, column = divmod(cell, self.width)
        length = 0
        while self.stone_at(state, row, column) == state.cells[cell]:
            length, row, column = length + 1, row + direction[0], column + direction[1]
        return length

    def grid_symmetries(self, extra_actions: int = 0) -> tuple[Symmetry, ...]:
        """The four mirrorings of the board; on a square, four more with rows as columns."""

        def turned(number: int, row: int, column: int) -> tuple[int, int]:
            if number & 1:
                column = self.width - 1 - column
            if number & 2:
                row = self.height - 1 - row
            return (column, row) if number & 4 else (row, column)

        moves = [partial(turned, number) for number in range(8 if self.width == self.height else 4)]
        return tuple(grid_symmetry(self.width, self.height, m, extra_actions) for m in moves)


class Gomoku(ReferenceGame):
    """`length` or more stones in a row win; with `exact`, no more than `length`."""

    def __init__(self, width: int, height: int, length: int, *, exact: bool = False) -> None:
        self.width, self.height, self.length, self.exact = width, height, length, exact
        rule = LineRule.EXACT if exact else LineRule.FREE_STYLE
        self.name = f"reference-gomoku-{width}x{height}-{length}-{rule}"
        self.num_actions = self.max_plies = width * height
        self.facts = gomoku_facts(width, height, length, rule)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return self.grid_symmetries()

    def legal_actions(self, state: State) -> Sequence[int]:
        if self.outcome(state) is not None:
            return []
        return [cell for cell, stone in enumerate(state.cells) if stone is None]

    def next_state(self, state: State, action: int) -> State:
        return self.with_stones(state, [action])

    def outcome(self, state: State) -> Outcome | None:
        for cell, seat in enumerate(state.cells):
            if seat is not None and self.line_starts_at(state, cell):
                return Outcome(seat, "line")
        return None if None in state.cells else Outcome(None, "board full")

    def line_starts_at(self, state: State, cell: int) -> bool:
        """Whether a winning line of any direction has its first stone on `cell`."""
        return any(self.wins(state, cell, direction) for direction in LINE_DIRECTIONS)

    def wins(self, state: State, cell: int, direction: tuple[int, int]) -> bool:
        """Whether the stones from `cell` on make a winning line."""
        length = self.run_from(state, cell, direction)
        if not self.exact:
            return length >= self.length
        # A row of six contains a row of five that starts with its second stone.
        backwards = self.run_from(state, cell, (-direction[0], -direction[1]))
        return length == self.length and backwards == 1


class Connect4(Gomoku):
    """Four in a row, but stones fall: an action is a column."""

    def __init__(self, width: int = 7, height: int = 6) -> None:
        super().__init__(width, height, 4)
        self.name = f"reference-connect4-{width}x{height}"
        self.num_actions = width
        self.facts = CONNECT_FOUR_FACTS

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return tuple(
            Symmetry(grid.cell_image, grid.cell_image[: self.width])
            for grid in self.grid_symmetries()[:2]
        )

    def empty_cells_of(self, state: State, column: int) -> list[int]:
        """The empty cells of a column, lowest first."""
        cells = range(column, len(state.cells), self.width)
        return [cell for cell in cells if state.cells[cell] is None]

    def legal_actions(self, state: State) -> Sequence[int]:
        if self.outcome(state) is not None:
            return []
        return [column for column in range(self.width) if self.empty_cells_of(state, column)]

    def next_state(self, state: State, action: int) -> State:
        return self.with_stones(state, self.empty_cells_of(state, action)[:1])


class Othello(ReferenceGame):
    """Discs caught between two of the other colour are flipped; a side with no move passes."""

    def __init__(self, side: int = 8) -> None:
        self.width = self.height = side
        self.name = f"reference-othello-{side}x{side}"
        self.pass_action = side * side
        self.num_actions = side * side + 1
        self.max_plies = 2 * (side * side - 4)
        self.facts = othello_facts(side)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return self.grid_symmetries(extra_actions=1)

    def initial_state(self, first: int) -> State:
        board = list(super().initial_state(first).cells)
        low, high = self.width // 2 - 1, self.width // 2
        for row, column in ((low, low), (low, high), (high, low), (high, high)):
            board[row * self.width + column] = first if row != column else 1 - first
        return State(tuple(board), first, first)

    def legal_actions(self, state: State) -> Sequence[int]:
        if placements := self.placements(state):
            return placements
        return [self.pass_action] if self.placements(self.after_pass(state)) else []

    def next_state(self, state: State, action: int) -> State:
        if action == self.pass_action:
            return self.after_pass(state)
        return self.with_stones(state, [action, *self.turned_over(state, action)])

    def outcome(self, state: State) -> Outcome | None:
        if self.legal_actions(state):
            return None
        seat_0, seat_1 = state.cells.count(0), state.cells.count(1)
        if seat_0 == seat_1:
            return Outcome(None, "equal discs")
        return Outcome(0 if seat_0 > seat_1 else 1, "more discs")

    def after_pass(self, state: State) -> State:
        """The same board with the other side to move."""
        return state._replace(to_move=1 - state.to_move)

    def placements(self, state: State) -> list[int]:
        """Empty cells where a disc of the side to move turns others over."""
        empty = [cell for cell, stone in enumerate(state.cells) if stone is None]
        return [cell for cell in empty if self.turned_over(state, cell)]

    def turned_over(self, state: State, cell: int) -> list[int]:
        """The cells a disc on `cell` wins, in all eight directions."""
        return [c for direction in ALL_DIRECTIONS for c in self.caught(state, cell, direction)]

    def caught(self, state: State, cell: int, direction: tuple[int, int]) -> list[int]:
        """The other side's discs between `cell` and the next own disc, if any."""
        row, column = divmod(cell, self.width)
        between: list[int] = []
        while True:
            row, column = row + direction[0], column + direction[1]
            stone = self.stone_at(state, row, column)
            if stone == state.to_move:
                return between
            if stone is None:
                return []
            between.append(row * self.width + column)
