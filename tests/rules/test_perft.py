"""Perft: the number of move sequences of each length, against tables (tests/perft)."""

import json
from pathlib import Path

import pytest

from tengen.rules import load_game
from tests.rules.games import reference_of

TABLES = [
    json.loads(path.read_text()) for path in sorted((Path(__file__).parents[1] / "perft").iterdir())
]


def rows(quick, most):
    """(game, plies, count) up to `most` sequences; those above `quick` are slow."""
    return [
        pytest.param(table["game"], plies, count, marks=[pytest.mark.slow] if count > quick else [])
        for table in TABLES
        for plies, count in enumerate(table["move_sequences_by_ply"], 1)
        if count <= most
    ]


def reference_perft(game, state, plies):
    if plies == 0:
        return 1
    actions = game.legal_actions(state)
    return sum(reference_perft(game, game.next_state(state, a), plies - 1) for a in actions)


@pytest.mark.parametrize(("name", "plies", "count"), rows(quick=6_000_000, most=10**9))
def test_the_core_counts_as_the_table_does(name, plies, count):
    game = load_game(name)
    assert game.core.perft(game.initial().state, plies) == count


@pytest.mark.parametrize(("name", "plies", "count"), rows(quick=2_000, most=400_000))
def test_the_reference_rules_count_as_the_table_does(name, plies, count):
    game = reference_of(load_game(name))
    assert reference_perft(game, game.initial_state(0), plies) == count


@pytest.mark.parametrize("name", ["tictactoe", "connect4:5x4", "othello:6x6"])
def test_the_count_is_the_same_whoever_begins(name):
    game = load_game(name)
    counts = [game.core.perft(game.initial(first).state, 6) for first in (0, 1)]
    assert counts[0] == counts[1]
