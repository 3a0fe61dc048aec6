"""What the rules tests share: games in both implementations, and random games of them."""

from collections.abc import Iterator
from typing import Any

import tengen
from tengen import Game, Position
from tengen._core import Random
from tengen.rules import Family, LineRule, reference

EXTRA_SIZES = (
    "connect4:4x4",
    "connect4:9x6",
    "connect4:12x4",
    "connect4:4x15",
    "gomoku:9x7/4",
    "gomoku:3x20/3",
    "gomoku:20x3/3",
    "gomoku:6x6/4:standard",
    "gomoku:5x5/2",
)
LARGE_SIZES = ("gomoku:16x17/5", "gomoku:17x16/5:standard", "gomoku:20x20/5")
SMALL_GAMES = (
    "tictactoe",
    "connect4",
    "connect4:9x6",
    "gomoku:9x7/4",
    "gomoku:6x6/4:standard",
    "othello",
    "othello:6x6",
)


def reference_of(game: Game[Any]) -> Game[Any]:
    """The slow reference rules of a native game."""
    facts = game.facts
    if facts.family == Family.CONNECT_FOUR:
        return reference.Connect4(game.width, game.height)
    if facts.family == Family.OTHELLO:
        return reference.Othello(game.width)
    exact, length = facts.line_rule is LineRule.EXACT, facts.line_length or 0
    return reference.Gomoku(game.width, game.height, length, exact=exact)


def random_game(game: Game[Any], seed: int, first: int = 0) -> Iterator[Position[Any]]:
    """Every position of a random game, the first and the last included."""
    random = Random(seed)
    position = game.initial(first)
    yield position
    while position.outcome is None:
        actions = position.legal_actions
        position = position.play(actions[random.below(len(actions))])
        yield position


def random_position(name: str, seed: int, first: int = 0) -> Position[Any]:
    """Some position of a random game, sometimes the last."""
    positions = list(random_game(tengen.load_game(name), seed, first))
    return positions[Random(seed).below(len(positions))]
