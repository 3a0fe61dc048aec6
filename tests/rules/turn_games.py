"""Games in which the board does not tell whose turn it is."""

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from tengen import Game, Outcome, Position

LINES_OF_THREE = [
    [(row + step * down) * 4 + column + step * right for step in range(3)]
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    for row, column in product(range(4), range(4))
    if row + 2 * down < 4 and 0 <= column + 2 * right < 4
]


class Stones(NamedTuple):
    """A board, whose turn it is, and how many stones the turn still has."""

    cells: tuple[int | None, ...]
    to_move: int
    left: int
    first: int


class TwoStones(Game[Stones]):
    """Three in a row on 4x4; after a first stone each side places two in a turn."""

    name = "two-stones"
    width = height = 4
    num_actions = max_plies = 16

    def initial_state(self, first: int) -> Stones:
        return Stones((None,) * 16, first, 1, first)

    def to_move(self, state: Stones) -> int:
        return state.to_move

    def legal_actions(self, state: Stones) -> list[int]:
        if self.outcome(state):
            return []
        return [cell for cell, stone in enumerate(state.cells) if stone is None]

    def next_state(self, state: Stones, action: int) -> Stones:
        cells = (*state.cells[:action], state.to_move, *state.cells[action + 1 :])
        if state.left == 2:
            return Stones(cells, state.to_move, 1, state.first)
        return Stones(cells, 1 - state.to_move, 2, state.first)

    def outcome(self, state: Stones) -> Outcome | None:
        for seat in (0, 1):
            if any(all(state.cells[cell] == seat for cell in line) for line in LINES_OF_THREE):
                return Outcome(seat, "row")
        return None if None in state.cells else Outcome(None, "full")

    def cells(self, state: Stones) -> tuple[int | None, ...]:
        return state.cells

    def place(
        self, cells: Sequence[int | None], to_move: int, first: int, last_action: int | None
    ) -> Stones:
        stones = 16 - list(cells).count(None)
        return Stones(tuple(cells), to_move, 1 if stones % 2 == 0 else 2, first)


class Passing(TwoStones):
    """One stone a turn, or a pass, of which each side has one."""

    name = "passing"
    num_actions = 17
    max_plies = 18

    def legal_actions(self, state: Stones) -> list[int]:
        actions = super().legal_actions(state)
        may_pass = actions and not state.left >> state.to_move & 1
        return [*actions, 16] if may_pass else actions

    def initial_state(self, first: int) -> Stones:
        return Stones((None,) * 16, first, 0, first)

    def next_state(self, state: Stones, action: int) -> Stones:
        if action == 16:
            passed = state.left | 1 << state.to_move
            return state._replace(to_move=1 - state.to_move, left=passed)
        cells = (*state.cells[:action], state.to_move, *state.cells[action + 1 :])
        return state._replace(cells=cells, to_move=1 - state.to_move)

    place = Game.place


class Pits(NamedTuple):
    """Seeds of seat 0's pits and store, then those of seat 1; whose turn; who began."""

    seeds: tuple[int, ...]
    to_move: int
    first: int


class Kalah(Game[Pits]):
    """Kalah with three pits and two seeds in each: a last seed in the own store moves again.

    On the board the pits are the outer rows, and the stores lie at both ends of the middle one.
    """

    name = "kalah:3/2"
    width = height = 3
    num_actions = 3
    board = ((0, 1, 2, 3), (8, 7, 6, 5))
    max_plies = 60
    encodings = ("seeds",)

    def initial_state(self, first: int) -> Pits:
        return Pits((2, 2, 2, 0) * 2, first, first)

    def to_move(self, state: Pits) -> int:
        return state.to_move

    def legal_actions(self, state: Pits) -> list[int]:
        if self.outcome(state):
            return []
        return [pit for pit in range(3) if state.seeds[4 * state.to_move + pit]]

    def next_state(self, state: Pits, action: int) -> Pits:
        seeds, mover = list(state.seeds), state.to_move
        place = 4 * mover + action
        hand, seeds[place] = seeds[place], 0
        while hand:
            place = (place + 1) % 8
            if place != 4 * (1 - mover) + 3:
                seeds[place] += 1
                hand -= 1
        again = place == 4 * mover + 3
        return Pits(tuple(seeds), mover if again else 1 - mover, state.first)

    def outcome(self, state: Pits) -> Outcome | None:
        sides = state.seeds[:4], state.seeds[4:]
        if all(any(side[:3]) for side in sides):
            return None
        totals = [sum(side) for side in sides]
        winner = None if totals[0] == totals[1] else int(totals[1] > totals[0])
        return Outcome(winner, "seeds")

    def cells(self, state: Pits) -> list[int | None]:
        cells: list[int | None] = [None] * 9
        for seat, places in enumerate(self.board):
            for cell, seeds in zip(places, state.seeds[4 * seat :], strict=False):
                cells[cell] = seat if seeds else None
        return cells

    def cell_of(self, position: Position[Pits]) -> int | None:
        return None

    def plane_count(self, encoding: str) -> int:
        return 2

    def encode(self, position: Position[Pits], encoding: str) -> Any:
        planes = np.zeros((2, 9), np.float32)
        for plane, seat in enumerate((position.to_move, 1 - position.to_move)):
            seeds = position.state.seeds[4 * seat : 4 * seat + 4]
            planes[plane, list(self.board[plane])] = np.array(seeds) / 12
        return planes.reshape(2, 3, 3)


class Boxes(NamedTuple):
    """Which of the seven lines are drawn, who owns the two boxes, whose turn, who began."""

    lines: tuple[bool, ...]
    owners: tuple[int | None, ...]
    to_move: int
    first: int


class DotsAndBoxes(Game[Boxes]):
    """Two boxes side by side, and seat 1 wins an even game: closing a box moves again.

    On the board of 5x3 dots, lines and boxes only boxes have an owner.
    """

    name = "dots-and-boxes:2x1"
    width, height = 5, 3
    num_actions = max_plies = 7
    encodings = ("lines",)
    sides = ((0, 2, 3, 5), (1, 3, 4, 6))
    line_cells = (1, 3, 5, 7, 9, 11, 13)
    box_cells = (6, 8)

    def initial_state(self, first: int) -> Boxes:
        return Boxes((False,) * 7, (None, None), first, first)

    def to_move(self, state: Boxes) -> int:
        return state.to_move

    def legal_actions(self, state: Boxes) -> list[int]:
        return [line for line, drawn in enumerate(state.lines) if not drawn]

    def next_state(self, state: Boxes, action: int) -> Boxes:
        lines = (*state.lines[:action], True, *state.lines[action + 1 :])
        owners = tuple(
            state.to_move if owner is None and all(lines[side] for side in sides) else owner
            for owner, sides in zip(state.owners, self.sides, strict=True)
        )
        again = owners != state.owners
        return Boxes(lines, owners, state.to_move if again else 1 - state.to_move, state.first)

    def outcome(self, state: Boxes) -> Outcome | None:
        if not all(state.lines):
            return None
        boxes = [state.owners.count(seat) for seat in (0, 1)]
        return Outcome(int(boxes[1] >= boxes[0]), "boxes")

    def cells(self, state: Boxes) -> list[int | None]:
        owners = dict(zip(self.box_cells, state.owners, strict=True))
        return [owners.get(cell) for cell in range(15)]

    def cell_of(self, position: Position[Boxes]) -> int | None:
        return None

    def plane_count(self, encoding: str) -> int:
        return 4

    def encode(self, position: Position[Boxes], encoding: str) -> Any:
        planes, cells = np.zeros((4, 15), np.float32), self.cells(position.state)
        planes[0, list(self.line_cells)] = position.state.lines
        for plane, seat in ((1, position.to_move), (2, 1 - position.to_move)):
            planes[plane] = [owner == seat for owner in cells]
        planes[3] = float(position.to_move == 0)
        return planes.reshape(4, 3, 5)


TURN_GAMES = (TwoStones(), Passing(), Kalah(), DotsAndBoxes())
