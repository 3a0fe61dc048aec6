"""Hex on 7x7: a whole game in plain Python, ready for `tengen.load_game("examples/hex.py:Hex")`.

Seat 0 connects bottom and top, seat 1 connects left and right. Draws are
impossible. docs/your-game.md explains step by step how to write your own game.
"""

import random
from collections.abc import Sequence

from tengen import Game, Outcome, Symmetry
from tengen.rules import check_game

SIZE = 7
NEIGHBOURS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))

State = tuple[int, tuple[int | None, ...]]  # who began, and the stone on each cell


class Hex(Game[State]):
    """The rules are six short methods; the rest makes symmetries and text boards work."""

    name = "hex:7x7"
    width = height = SIZE
    num_actions = max_plies = SIZE * SIZE

    def initial_state(self, first: int) -> State:
        """An empty board."""
        return first, (None,) * self.num_actions

    def to_move(self, state: State) -> int:
        """The seats alternate: the number of stones determines whose turn it is."""
        first, cells = state
        return (first + self.num_actions - cells.count(None)) % 2

    def legal_actions(self, state: State) -> list[int]:
        """Any empty cell, until one side has won."""
        if self.outcome(state):
            return []
        return [cell for cell, stone in enumerate(state[1]) if stone is None]

    def next_state(self, state: State, action: int) -> State:
        """Adds one stone."""
        first, cells = state
        return first, (*cells[:action], self.to_move(state), *cells[action + 1 :])

    def outcome(self, state: State) -> Outcome | None:
        """Won by the side whose two edges are connected."""
        winners = [seat for seat in (0, 1) if self.connects(seat, state[1])]
        return Outcome(winners[0], "chain") if winners else None

    def cells(self, state: State) -> tuple[int | None, ...]:
        """The stone on each cell."""
        return state[1]

    def connects(self, seat: int, cells: tuple[int | None, ...]) -> bool:
        """Whether a chain of the seat's stones runs from its first edge to the opposite one."""
        waiting = [(0, i) if seat == 0 else (i, 0) for i in range(SIZE)]
        seen = set()
        while waiting:
            row, column = waiting.pop()
            inside = 0 <= row < SIZE and 0 <= column < SIZE
            if not inside or (row, column) in seen or cells[row * SIZE + column] != seat:
                continue
            if (row, column)[seat] == SIZE - 1:
                return True
            seen.add((row, column))
            waiting += [(row + up, column + right) for up, right in NEIGHBOURS]
        return False

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Hex is unchanged by a half turn of the board."""
        still, turned = tuple(range(SIZE**2)), tuple(reversed(range(SIZE**2)))
        return Symmetry(still, still), Symmetry(turned, turned)

    def permute_state(self, state: State, symmetry: int) -> State:
        """A half turn reverses the order of the cells."""
        return (state[0], state[1][::-1]) if symmetry else state

    def place(
        self, cells: Sequence[int | None], to_move: int, first: int, last_action: int | None
    ) -> State:
        """The inverse of `cells`."""
        return first, tuple(cells)


if __name__ == "__main__":
    game = Hex()
    check_game(game)
    position, chance = game.initial(), random.Random(1)
    while position.outcome is None:
        position = position.play(chance.choice(position.legal_actions))
    print(f"{game.name} keeps the game contract. A random game:\n\n{position}")
