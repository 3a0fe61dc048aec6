"""Positions that several tests need."""

import itertools
import random
from typing import Any

from tengen.rules.position import Position
from tengen.rules.registry import load_game


def position_before_a_pass() -> Position[Any]:
    """In Othello, where the side to move can only pass."""
    game = load_game("othello:6x6")
    for seed in itertools.count():
        draw, position = random.Random(seed), game.initial()
        while position.legal_actions:
            if position.legal_actions == [game.facts.pass_action]:
                return position
            position = position.play(draw.choice(position.legal_actions))
    raise AssertionError
