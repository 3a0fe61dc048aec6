"""The stones of a BOARD block as a position."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from tengen.engines.protocol import action_at, cell_text, parse_cell, parse_numbers
from tengen.errors import NotationError, ProtocolError
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.rules.setups import set_up

OWN, OTHER = 1, 2


@dataclass(frozen=True, slots=True)
class Stone:
    """A stone of a BOARD block, in the order given."""

    action: int
    owner: int


def parse_stone(game: Game[Any], line: str) -> Stone:
    """A line `x,y,owner`: 1 is the engine's own stone, 2 the opponent's."""
    x, y, owner = parse_numbers(line, 3, "a stone x,y,owner")
    if owner not in (OWN, OTHER):
        raise ProtocolError(f"the owner of a stone must be 1 (own) or 2 (opponent); got {owner}")
    return Stone(action_at(game, x, y), owner)


def position_of(game: Game[Any], stones: Sequence[Stone]) -> Position[Any]:
    """The position with the engine to move.

    Each side's stones keep their order; where the numbers allow it they are played in turn, so that
    a later position can continue from this one.
    """
    own = [stone.action for stone in stones if stone.owner == OWN]
    other = [stone.action for stone in stones if stone.owner == OTHER]
    if len({*own, *other}) != len(stones):
        raise ProtocolError("two stones on the same cell")
    if len(other) - len(own) in (0, 1):
        first, second = (own, other) if len(own) == len(other) else (other, own)
        pairs = zip_longest(first, second)
        return replay(game, [action for pair in pairs for action in pair if action is not None])
    return _placed(game, own, other)


def replay(game: Game[Any], actions: Sequence[int]) -> Position[Any]:
    """The position after these moves; raises `ProtocolError` when they cannot be played."""
    position = game.initial()
    for action in actions:
        position = play_stone(position, action)
    return position


def play_stone(position: Position[Any], action: int) -> Position[Any]:
    """The position after one more stone; its `ProtocolError` names cells as the manager does."""
    if position.outcome is not None:
        raise ProtocolError(f"the game is over: {position.outcome}")
    if action not in position.legal_actions:
        raise ProtocolError(f"{cell_text(position.game, action)} is not empty")
    return position.play(action)


def parse_cells(game: Game[Any], lines: Sequence[str]) -> list[int]:
    """The cells of a SWAP2BOARD block, black's and white's in turn."""
    return [parse_cell(game, line) for line in lines]


def _placed(game: Game[Any], own: Sequence[int], other: Sequence[int]) -> Position[Any]:
    """A board of unequal numbers of stones: the engine has seat 0 and is to move."""
    cells: list[int | None] = [None] * game.num_actions
    for seat, actions in enumerate((own, other)):
        for action in actions:
            cells[action] = seat
    last = other[-1] if other else None
    try:
        return set_up(game, cells, 0, 0, last)
    except NotationError as error:
        raise ProtocolError(str(error)) from None
