"""Games whose rules run in the core."""

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tengen import _core
from tengen.errors import UnknownGameError
from tengen.rules.facts import (
    CONNECT_FOUR_FACTS,
    GameFacts,
    LineRule,
    gomoku_facts,
    othello_facts,
)
from tengen.rules.game import Encoding, Game
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position
from tengen.rules.symmetry import Symmetry

CORE_ENCODINGS = {
    Encoding.THREE_PLANES: _core.Encoding.THREE_PLANES,
    Encoding.FOUR_PLANES: _core.Encoding.FOUR_PLANES,
}
_EMPTY_CELL = -1


class NativeGame(Game[_core.NativePosition], guarded=False):
    """Connect Four, Gomoku or Othello, as the core plays them."""

    def __init__(self, core: _core.NativeGame, facts: GameFacts) -> None:
        self.core = core
        self.facts = facts
        self.name = core.name
        self.version = core.version
        self.width = core.width
        self.height = core.height
        self.num_actions = core.num_actions
        self.max_plies = core.max_plies

    def initial_state(self, first: int) -> _core.NativePosition:
        return self.core.initial(first)

    def to_move(self, state: _core.NativePosition) -> int:
        return self.core.to_move(state)

    def legal_actions(self, state: _core.NativePosition) -> Sequence[int]:
        return self.core.legal_actions(state)

    def is_legal(self, state: _core.NativePosition, action: int) -> bool:
        return 0 <= action < self.num_actions and self.core.is_legal(state, action)

    def next_state(self, state: _core.NativePosition, action: int) -> _core.NativePosition:
        return self.core.play(state, action)

    def outcome(self, state: _core.NativePosition) -> Outcome | None:
        pair = self.core.outcome(state)
        return None if pair is None else Outcome(*pair)

    def cells(self, state: _core.NativePosition) -> Sequence[int | None]:
        cells, *_ = self.core.setup(state)
        return [None if cell == _EMPTY_CELL else cell for cell in cells]

    def place(
        self, cells: Sequence[int | None], to_move: int, first: int, last_action: int | None
    ) -> _core.NativePosition:
        numbers = [_EMPTY_CELL if cell is None else cell for cell in cells]
        return self.core.place(numbers, to_move, first, last_action)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return tuple(
            Symmetry(tuple(self.core.cell_image(k)), tuple(self.core.action_image(k)))
            for k in range(self.core.num_symmetries)
        )

    def permute_state(self, state: _core.NativePosition, symmetry: int) -> _core.NativePosition:
        return self.core.permute(state, symmetry)

    def hash_state(self, state: _core.NativePosition) -> int:
        return self.core.hash(state)

    def encode(
        self, position: Position[_core.NativePosition], encoding: str
    ) -> npt.NDArray[np.float32]:
        self.plane_count(encoding)
        return self.core.encode(position.state, CORE_ENCODINGS[Encoding(encoding)])

    def playout_state(self, state: _core.NativePosition, seed: int) -> Outcome:
        return Outcome(*self.core.playout(state, seed, tactical=False))

    def tactical_playout_state(self, state: _core.NativePosition, seed: int) -> Outcome:
        return Outcome(*self.core.playout(state, seed, tactical=True))

    def winning_actions(self, state: _core.NativePosition, seat: int) -> Sequence[int]:
        return self.core.winning_actions(state, seat)


def connect4(width: int = 7, height: int = 6) -> NativeGame:
    """Connect Four on any board that fits 64 bits."""
    core = _checked(_core.NativeGame.connect4, width, height)
    return NativeGame(core, CONNECT_FOUR_FACTS)


def gomoku(
    width: int = 15, height: int = 15, length: int = 5, *, rule: LineRule = LineRule.FREE_STYLE
) -> NativeGame:
    """Rows of `length` stones win, as the rule says."""
    exact = rule is LineRule.EXACT
    core = _checked(_core.NativeGame.gomoku, width, height, length, exact)
    return NativeGame(core, gomoku_facts(width, height, length, rule))


def othello(side: int = 8) -> NativeGame:
    """Othello, with passes."""
    return NativeGame(_checked(_core.NativeGame.othello, side), othello_facts(side))


def _checked(make: Callable[..., _core.NativeGame], *sizes: int) -> _core.NativeGame:
    try:
        return make(*sizes)
    except ValueError as error:
        raise UnknownGameError(str(error)) from None
