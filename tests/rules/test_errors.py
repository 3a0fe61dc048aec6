"""Every error is precise: its class, and a message that says what would be right."""

import pytest

from tengen import TengenError
from tengen.errors import (
    GameOverError,
    IllegalActionError,
    NoHistoryError,
    NotationError,
)
from tengen.rules import load_game

ILLEGAL_ACTIONS = {
    "a taken cell": ("tictactoe", "b2", 4, "b2 (action 4) is not legal here; legal: a1, b1, c1,"),
    "below the range": ("tictactoe", "", -1, "tictactoe has actions 0 to 8 (a1 to c3); got -1"),
    "above the range": ("connect4", "", 7, "connect4 has actions 0 to 6 (1 to 7); got 7"),
    "far above the range": ("connect4", "", 2**40, "actions 0 to 6 (1 to 7); got 1099511627776"),
    "a full column": ("connect4", "444444", 3, "4 (action 3) is not legal here; legal: 1, 2, 3, 5"),
    "an idle pass": (
        "othello",
        "",
        64,
        "pass (action 64) is not legal here; legal: d3, c4, f5, e6",
    ),
    "a disc that turns nothing": ("othello", "", 0, "a1 (action 0) is not legal here"),
    "beyond the pass": ("othello", "", 65, "othello has actions 0 to 64 (a1 to pass); got 65"),
}


@pytest.mark.parametrize("case", ILLEGAL_ACTIONS)
def test_an_illegal_action_is_refused_with_the_legal_ones(case):
    name, moves, action, message = ILLEGAL_ACTIONS[case]
    position = load_game(name).position_from(moves)
    with pytest.raises(IllegalActionError) as caught:
        position.play(action)
    assert message in str(caught.value)
    assert not isinstance(caught.value, GameOverError)


def test_only_some_of_many_legal_actions_are_listed():
    position = load_game("gomoku:15x15/5").position_from("a1")
    with pytest.raises(IllegalActionError, match=r"legal: b1, c1, .* i1 and 216 more"):
        position.play(0)


@pytest.mark.parametrize("action", [0, 8, -1, 100])
def test_after_the_end_every_action_is_refused_with_the_outcome(action):
    won = load_game("tictactoe").position_from("a1a2b1b2c1")
    with pytest.raises(GameOverError, match=r"the game is over: seat 0 won \(line\)"):
        won.play(action)


def test_after_a_draw_every_action_is_refused():
    drawn = load_game("tictactoe").position_from("a1b2c3a3c1b1b3c2a2")
    with pytest.raises(GameOverError, match=r"the game is over: draw \(board full\)"):
        drawn.play(0)


def test_there_is_nothing_to_undo_before_the_first_move():
    with pytest.raises(NoHistoryError, match="no earlier position"):
        load_game("connect4").initial().undo()


def test_a_first_seat_other_than_0_and_1_is_refused():
    with pytest.raises(NotationError, match="the first seat must be 0 or 1; got 2"):
        load_game("connect4").initial(2)


MALFORMED_MOVES = {
    ("tictactoe", "d1"): "'d1' is not on the board; moves look like a1 to c3",
    ("tictactoe", "a4"): "'a4' is not on the board; moves look like a1 to c3",
    ("tictactoe", "a0"): "'a0' is not a move; moves look like a1 to c3",
    ("tictactoe", "a01"): "'a01' is not a move",
    ("tictactoe", "1a"): "'1a' is not a move",
    ("tictactoe", "pass"): "'pass' is not a move",
    ("tictactoe", ""): "'' is not a move",
    ("othello", "i1"): "moves look like a1 to h8, or pass",
    ("connect4", "8"): "'8' is not a column; columns are 1 to 7",
    ("connect4", "0"): "'0' is not a column",
    ("connect4", "44"): "'44' is not a column",
    ("connect4:12x4", "d"): "'d' is not a column; columns are 1 to c",
    ("openspiel:chess", "99999"): "'99999' is not an action; actions are 0 to 4673",
}


@pytest.mark.parametrize(("name", "move"), MALFORMED_MOVES)
def test_a_malformed_move_is_refused_with_the_right_form(name, move):
    with pytest.raises(NotationError) as caught:
        load_game(name).parse_action(move)
    assert MALFORMED_MOVES[name, move] in str(caught.value)


def test_a_list_of_moves_with_junk_is_refused():
    with pytest.raises(NotationError, match=r"'-' in 'a1-b2' is not part of a move"):
        load_game("tictactoe").position_from("a1-b2")


def test_a_list_of_moves_with_an_illegal_one_is_refused():
    with pytest.raises(IllegalActionError, match="a1"):
        load_game("tictactoe").position_from("a1a1")


@pytest.mark.parametrize(
    ("name", "row", "column"), [("tictactoe", 3, 0), ("tictactoe", 0, -1), ("connect4", 6, 0)]
)
def test_a_cell_off_the_board_is_refused(name, row, column):
    with pytest.raises(NotationError, match=f"row {row}, column {column} is not on the"):
        load_game(name).action_at(row, column)


@pytest.mark.parametrize("action", [-1, 9])
def test_the_name_of_no_action_is_refused(action):
    with pytest.raises(NotationError, match=f"actions are 0 to 8; got {action}"):
        load_game("tictactoe").action_name(action)


@pytest.mark.parametrize("name", ["connect4", "openspiel:chess"])
def test_an_action_that_is_no_single_cell_has_no_row_and_column(name):
    with pytest.raises(NotationError, match="is not a single cell"):
        load_game(name).row_and_column(0)


WRONG_PLACES = {
    "too few cells": ([None] * 8, 0, 0, None, "the board has 9 cells; got 8"),
    "a third seat": ([2] + [None] * 8, 0, 0, None, "a stone of seat 0 or 1"),
    "no side to move": ([None] * 9, 2, 0, None, "side to move and the first seat must be 0 or 1"),
    "no first seat": ([None] * 9, 0, -1, None, "side to move and the first seat must be 0 or 1"),
    "no last action": ([None] * 9, 0, 0, 9, "the last action must be 0 to 8; got 9"),
}


@pytest.mark.parametrize("case", WRONG_PLACES)
def test_cells_that_are_no_board_are_refused(case):
    *setup, message = WRONG_PLACES[case]
    with pytest.raises(ValueError, match=message):
        load_game("tictactoe").place(*setup)


def test_a_last_action_in_an_empty_column_is_refused():
    with pytest.raises(ValueError, match="the column of the last action is empty"):
        load_game("connect4").place([None] * 42, 0, 0, 3)


@pytest.mark.parametrize(
    "error", [IllegalActionError, GameOverError, NotationError, NoHistoryError]
)
def test_errors_about_values_are_value_errors_and_of_the_project(error):
    assert issubclass(error, ValueError)
    assert issubclass(error, TengenError)
