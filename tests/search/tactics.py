"""Positions with one move to find: a win, or a threat to stop."""

import random
from collections.abc import Iterator
from typing import Any

from tengen import Game, Position

Line = tuple[int, ...]


def winning_actions(position: Position[Any]) -> list[int]:
    """The moves that win at once."""
    return [action for action in position.legal_actions if wins(position, action)]


def wins(position: Position[Any], action: int) -> bool:
    outcome = position.play(action).outcome
    return outcome is not None and outcome.winner == position.to_move


def threatening_actions(position: Position[Any]) -> list[int]:
    """The cells where the other side would win if it were its turn."""
    cells = position.game.cells(position.state)
    other = 1 - position.to_move
    turned = position.game.place(cells, other, position.first, position.last_action)
    return winning_actions(Position(position.game, turned, position.first))


def lines(width: int, height: int, length: int) -> Iterator[Line]:
    """Every straight row of `length` cells, as cell numbers."""
    for row in range(height):
        for column in range(width):
            for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + up * (length - 1), column + right * (length - 1)
                if last_row < height and 0 <= last_column < width:
                    yield tuple(
                        (row + up * step) * width + column + right * step for step in range(length)
                    )


def almost_full_lines(game: Game[Any], length: int) -> Iterator[tuple[Position[Any], int]]:
    """A position for every line, gap in it, colour and first seat, and the winning move."""
    for line in lines(game.width, game.height, length):
        for gap in line:
            for seat in (0, 1):
                cells = [seat if c in line and c != gap else None for c in range(game.num_actions)]
                for first in (0, 1):
                    yield Position(game, game.place(cells, seat, first, None), first), gap


def random_games(game: Game[Any], count: int, seed: int) -> Iterator[list[Position[Any]]]:
    """The positions of random games begun by either seat; the last one is over."""
    chance = random.Random(seed)
    for number in range(count):
        positions = [game.initial(number % 2)]
        while positions[-1].outcome is None:
            action = chance.choice(positions[-1].legal_actions)
            positions.append(positions[-1].play(action))
        yield positions


def positions_to_win(game: Game[Any], games: int) -> list[Position[Any]]:
    """The last position before the end of every random game that somebody won by his move."""
    before_last = [positions[-2] for positions in random_games(game, games, 1)]
    return [position for position in before_last if winning_actions(position)]


def positions_to_block(game: Game[Any], games: int, most: int) -> list[tuple[Position[Any], int]]:
    """Positions without a win but with one threat against the side to move, and its cell."""
    found = []
    for positions in random_games(game, games, 2):
        for position in positions[:-1]:
            if len(position.legal_actions) > most or winning_actions(position):
                continue
            threats = threatening_actions(position)
            if len(threats) == 1:
                found.append((position, threats[0]))
    return found
