"""Known positions of Othello: turning discs over, passes, and the three ways a game ends."""

import itertools

import numpy as np
import pytest

from tengen import Outcome
from tengen.errors import IllegalActionError, NotationError
from tengen.rules import load_game
from tests.rules.games import random_game

PASS_6X6 = 36
O_MUST_PASS = """
    x o . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    o to move
"""
OPENING = """
      a b c d e f g h
    1 . . . . . . . .
    2 . . . . . . . .
    3 . . . . . . . .
    4 . . . o x . . .
    5 . . . x o . . .
    6 . . . . . . . .
    7 . . . . . . . .
    8 . . . . . . . .
    x to move
"""


def board_6x6(*rows_from_the_top, status):
    rows = [*rows_from_the_top, *[". . . . . ."] * (6 - len(rows_from_the_top))]
    return load_game("othello:6x6").parse_board("\n".join([*rows, status]))


def test_the_first_cell_is_at_the_top_left_and_white_begins_on_d4_and_e5():
    game = load_game("othello")
    drawn = [line[3:] for line in OPENING.strip("\n").splitlines()]
    assert str(game.initial()).splitlines() == [*drawn[:9], "x to move"]
    assert game.parse_board(OPENING) == game.initial()
    cells = game.cells(game.initial().state)
    assert [cells[game.parse_action(name)] for name in ("d4", "e5", "d5", "e4")] == [1, 1, 0, 0]


def test_a_board_with_row_8_on_top_is_refused_not_turned_over():
    lines = OPENING.strip("\n").splitlines()
    upside_down = "\n".join([*reversed(lines[1:9]), lines[0], lines[9]])
    with pytest.raises(
        NotationError, match="row 1 from the top of othello must be numbered 1; got 8"
    ):
        load_game("othello").parse_board(upside_down)


@pytest.mark.parametrize(("name", "names"), [("othello", "d3c4f5e6"), ("othello:6x6", "c2b3e4d5")])
def test_whoever_begins_has_four_moves(name, names):
    game = load_game(name)
    for first in (0, 1):
        assert game.moves_text(game.initial(first).legal_actions) == names


def test_discs_turn_over_in_all_eight_directions():
    game = load_game("othello")
    position = game.parse_board("""
        . . . . . . . .
        . x . x . x . .
        . . o o o . . .
        . x o . o x . .
        . . o o o . . .
        . x . x . x . .
        . . . . . . . .
        . . . . . . . .
        x to move
    """)
    after = position.play(game.parse_action("d4"))
    cells = game.cells(after.state)
    assert (cells.count(0), cells.count(1)) == (17, 0)


def test_long_rows_turn_over_from_edge_to_edge():
    game = load_game("othello")
    rows = [". . . . . . . ."] * 7 + ["x o o o o o o ."]
    position = game.parse_board("\n".join([*rows, "x to move"]))
    after = position.play(game.parse_action("h8"))
    assert game.cells(after.state)[56:] == [0] * 8


def test_discs_without_an_own_disc_behind_them_stay():
    position = board_6x6("x o o . . .", "o . . . . .", status="x to move")
    game = position.game
    after = position.play(game.parse_action("d1"))
    assert game.cells(after.state)[6] == 1
    assert game.cells(after.state)[:4] == [0, 0, 0, 0]


@pytest.mark.parametrize("name", ["othello", "othello:6x6"])
@pytest.mark.parametrize(("first_row", "second_row"), [("", "ox"), ("xo", "")])
def test_rows_do_not_go_on_at_the_other_edge(name, first_row, second_row):
    game = load_game(name)
    side = game.width
    rows = [first_row.rjust(side, "."), second_row.ljust(side, ".")] + ["." * side] * (side - 2)
    position = game.parse_board("\n".join([*rows, "x to move"]))
    assert position.legal_actions == [game.parse_action("pass")]


def test_a_side_that_cannot_place_a_disc_must_pass():
    position = load_game("othello:6x6").parse_board(O_MUST_PASS)
    assert position.outcome is None
    assert position.legal_actions == [PASS_6X6]
    with pytest.raises(IllegalActionError, match=r"legal: pass$"):
        position.play(2)


def test_a_side_that_can_place_a_disc_must_not_pass():
    position = load_game("othello").initial()
    with pytest.raises(IllegalActionError, match=r"pass \(action 64\) is not legal here"):
        position.play(64)


def test_a_pass_keeps_the_side_of_the_value():
    before = load_game("othello:6x6").parse_board(O_MUST_PASS)
    after = before.play(PASS_6X6)
    assert (before.to_move, after.to_move) == (1, 0)
    assert list(after.game.cells(after.state)) == list(before.game.cells(before.state))
    assert np.array_equal(after.planes("3-planes")[[1, 0]], before.planes("3-planes")[:2])
    end = after.play(2)
    assert end.outcome == Outcome(0, "more discs")
    assert [end.outcome.value_for(seat) for seat in (after.to_move, before.to_move)] == [1, -1]


@pytest.mark.parametrize("first", [0, 1])
def test_the_move_changes_hands_with_every_action_and_so_with_a_pass(first):
    game = load_game("othello:6x6")
    passes = 0
    for seed in range(60):
        positions = list(random_game(game, seed, first))
        for before, after in itertools.pairwise(positions):
            passes += after.last_action == PASS_6X6
            assert after.to_move == 1 - before.to_move
    assert passes > 10


def test_the_game_ends_when_neither_side_can_place_a_disc_though_cells_are_empty():
    position = board_6x6("x o . . . .", *[". . . . . ."] * 4, ". . . . . o", status="x to move")
    end = position.play(2)
    assert end.outcome == Outcome(0, "more discs")
    assert end.legal_actions == []
    assert not end.legal_mask.any()


def test_the_game_ends_when_one_side_has_no_disc_left():
    end = load_game("othello:6x6").parse_board(O_MUST_PASS).play(PASS_6X6).play(2)
    assert end.game.cells(end.state).count(1) == 0
    assert end.outcome == Outcome(0, "more discs")


def test_equal_discs_at_the_end_are_a_draw():
    rows = [". . . . . ."] * 2 + [". . . . . o"] * 3
    position = board_6x6("x o . . . .", *rows, status="x to move")
    assert position.play(2).outcome == Outcome(None, "equal discs")


def test_the_side_that_began_may_lose_by_discs():
    rows = [". . . . . ."] + [". . . . . o"] * 4
    position = board_6x6("x o . . . .", *rows, status="x to move")
    assert position.play(2).outcome == Outcome(1, "more discs")
