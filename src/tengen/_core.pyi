"""The native core of Tengen."""

from collections.abc import Sequence
import enum

import numpy
from numpy.typing import NDArray


class Encoding(enum.Enum):
    THREE_PLANES = 0

    FOUR_PLANES = 1

class Random:
    """Seeded random numbers, the same on every machine."""

    def __init__(self, seed: int) -> None: ...

    def next(self) -> int:
        """64 random bits."""

    def below(self, bound: int) -> int:
        """Uniform in [0, bound)."""

    def uniform(self) -> float:
        """Uniform in (0, 1)."""

class NativePosition:
    """A position of a native game; immutable."""

class NativeGame:
    """Rules in the core, as verbs on NativePositions."""

    @staticmethod
    def connect4(width: int, height: int) -> NativeGame: ...

    @staticmethod
    def gomoku(width: int, height: int, length: int, exact: bool) -> NativeGame: ...

    @staticmethod
    def othello(side: int) -> NativeGame: ...

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    @property
    def num_actions(self) -> int: ...

    @property
    def max_plies(self) -> int: ...

    @property
    def num_symmetries(self) -> int: ...

    def cell_image(self, symmetry: int) -> list[int]: ...

    def action_image(self, symmetry: int) -> list[int]: ...

    def initial(self, first: int) -> NativePosition: ...

    def to_move(self, position: NativePosition) -> int: ...

    def outcome(self, position: NativePosition) -> tuple[int | None, str] | None: ...

    def legal_actions(self, position: NativePosition) -> list[int]: ...

    def is_legal(self, position: NativePosition, action: int) -> bool: ...

    def play(self, position: NativePosition, action: int) -> NativePosition:
        """The action must be legal."""

    def encode(self, position: NativePosition, encoding: Encoding) -> NDArray[numpy.float32]: ...

    def hash(self, position: NativePosition) -> int: ...

    def setup(self, position: NativePosition) -> tuple[list[int], int, int, int | None]:
        """(cells, to_move, first, last_action)"""

    def place(self, cells: Sequence[int], to_move: int, first: int, last_action: int | None) -> NativePosition: ...

    def permute(self, position: NativePosition, symmetry: int) -> NativePosition: ...

    def playout(self, position: NativePosition, seed: int) -> tuple[int | None, str]: ...

    def count_playouts(self, position: NativePosition, games: int, seed: int) -> list[int]:
        """Random games won by seat 0, drawn, won by seat 1."""

    def perft(self, position: NativePosition, depth: int) -> int: ...
