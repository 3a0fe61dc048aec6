"""Random games in the core, by the reference rules and in OpenSpiel agree at every ply."""

import pytest

from tengen.rules import load_game
from tests.rules.side_by_side import (
    OPENSPIEL_NAMES,
    OpenSpielTwin,
    ReferenceTwin,
    play_side_by_side,
)

REFERENCE_GAMES = (
    "tictactoe",
    "connect4",
    "connect4:9x6",
    "connect4:4x15",
    "gomoku:9x7/4",
    "gomoku:5x8/3",
    "gomoku:20x3/3",
    "gomoku:5x5/2:standard",
    "gomoku:6x6/4:standard",
    "gomoku:7x4/3:standard",
    "othello:6x6",
)
SLOW_REFERENCE_GAMES = ("gomoku:9x9/5:standard", "gomoku:17x6/4:standard", "othello")
PARTS = 4  # so that two processes share the work


def part_of(seeds, part):
    return range(seeds * part // PARTS, seeds * (part + 1) // PARTS)


@pytest.mark.parametrize("name", OPENSPIEL_NAMES)
def test_the_core_agrees_with_openspiel(name):
    for seed in range(40):
        play_side_by_side(load_game(name), OpenSpielTwin, seed)


@pytest.mark.parametrize("name", REFERENCE_GAMES)
def test_the_core_agrees_with_the_reference_rules(name):
    for seed in range(20):
        play_side_by_side(load_game(name), ReferenceTwin, seed)


@pytest.mark.parametrize("name", SLOW_REFERENCE_GAMES)
def test_the_core_agrees_with_the_reference_rules_on_larger_boards(name):
    for seed in range(6):
        play_side_by_side(load_game(name), ReferenceTwin, seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", OPENSPIEL_NAMES)
def test_the_core_agrees_with_openspiel_over_2000_games(name, part):
    for seed in part_of(2000, part):
        play_side_by_side(load_game(name), OpenSpielTwin, 10_000 + seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", REFERENCE_GAMES)
def test_the_core_agrees_with_the_reference_rules_over_1000_games(name, part):
    for seed in part_of(1000, part):
        play_side_by_side(load_game(name), ReferenceTwin, 20_000 + seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", [*SLOW_REFERENCE_GAMES, "gomoku:16x17/5"])
def test_the_core_agrees_with_the_reference_rules_over_300_games_on_larger_boards(name, part):
    for seed in part_of(300, part):
        play_side_by_side(load_game(name), ReferenceTwin, 30_000 + seed)
