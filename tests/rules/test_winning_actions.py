"""The moves that win at once (SPEC M16a), in the core against trying every move."""

import random

import pytest

from tengen import load_game
from tengen.errors import NotationError
from tengen.rules import list_games
from tests.rules.games import EXTRA_SIZES, reference_of
from tests.search.tactics import random_games, threatening_actions, winning_actions

NAMES = [*list_games(), *EXTRA_SIZES, "gomoku:7x4/4:standard", "gomoku:3x12/3", "gomoku:20x17/5"]
WITH_THREATS = [name for name in NAMES if "othello" not in name]


def some_positions(name, games):
    chance = random.Random(name)
    for positions in random_games(load_game(name), games, seed=len(name)):
        yield from chance.sample(positions[:-1], min(6, len(positions) - 1))
        yield from positions[-3:-1]


@pytest.mark.parametrize("name", NAMES)
def test_the_wins_of_the_side_to_move_are_those_found_by_trying(name):
    found = 0
    for position in some_positions(name, games=40):
        expected = winning_actions(position)
        assert list(position.winning_actions()) == expected, f"\n{position}"
        found += bool(expected)
    assert found > 5


@pytest.mark.parametrize("name", WITH_THREATS)
def test_the_threats_of_the_side_that_waits_are_the_wins_it_would_have(name):
    found = 0
    for position in some_positions(name, games=40):
        expected = threatening_actions(position)
        assert list(position.winning_actions(1 - position.to_move)) == expected, f"\n{position}"
        found += bool(expected)
    assert found > 5


@pytest.mark.parametrize("name", WITH_THREATS)
def test_a_threat_stays_until_its_very_cell_is_taken(name):
    """What the search relies on when it drops every other move."""
    for position in some_positions(name, games=10):
        other = 1 - position.to_move
        if position.winning_actions() or not position.winning_actions(other):
            continue
        for action in position.legal_actions:
            after = position.play(action)
            lost = set(position.winning_actions(other)) - {action}
            assert lost <= set(after.winning_actions()), f"\n{position}\n{action}"


def test_a_row_of_six_wins_only_in_free_style():
    board = "........\n" * 7 + "xxx.xx..\nx to move"
    free, exact = (load_game(f"gomoku:8x8/5{rule}") for rule in ("", ":standard"))
    assert free.parse_board(board).winning_actions() == [free.parse_action("d1")]
    assert exact.parse_board(board).winning_actions() == []


def test_one_cell_that_completes_two_lines_is_one_action():
    board = "....\nx...\nx...\n.xx.\nx to move"
    position = load_game("gomoku:4x4/3").parse_board(board)
    assert position.winning_actions() == [0, 3, 5, 12]  # a1 by its row and by its column


def test_a_threat_high_above_a_column_of_connect_four_is_none_yet():
    game = load_game("connect4")
    position = game.parse_board(".......\n.......\n.......\nxxx....\noox....\nxooo...\nx to move")
    assert position.winning_actions() == []


def test_a_finished_game_has_no_winning_actions():
    won = load_game("tictactoe").position_from("a1a2b1b2c1")
    assert [won.winning_actions(seat) for seat in (0, 1)] == [[], []]


def test_in_othello_the_side_that_waits_has_none():
    position = load_game("othello").initial()
    assert position.winning_actions(1 - position.to_move) == []


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "othello:6x6"])
def test_rules_in_python_find_the_same_wins_for_the_side_to_move(name):
    game = load_game(name)
    reference = reference_of(game)
    for positions in random_games(game, 20, seed=3):
        twin = reference.initial(positions[0].first)
        for position in positions:
            assert list(twin.winning_actions()) == list(position.winning_actions())
            if position.outcome is None:
                twin = twin.play(positions[len(position.history) + 1].last_action)


def test_another_seat_than_two_is_refused():
    with pytest.raises(NotationError, match="a seat must be 0 or 1; got 2"):
        load_game("tictactoe").initial().winning_actions(2)
