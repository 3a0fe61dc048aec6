"""What a network sees (SPEC G7), cell by cell."""

import numpy as np
import pytest

from tengen.errors import UnsupportedError
from tengen.rules import load_game

WIDE = "gomoku:9x7/4"


def ones(plane):
    """(row, column) of every cell that is 1; all others must be 0."""
    assert set(np.unique(plane)) <= {0.0, 1.0}
    return {(int(row), int(column)) for row, column in np.argwhere(plane)}


def is_all(plane, value):
    return bool((plane == value).all())


def test_planes_on_a_wide_board_have_rows_before_columns():
    position = load_game(WIDE).position_from("i1a7b2")
    planes = position.planes("4-planes")
    assert planes.shape == (4, 7, 9)
    assert planes.dtype == np.float32
    assert ones(planes[0]) == {(6, 0)}
    assert ones(planes[1]) == {(0, 8), (1, 1)}
    assert ones(planes[2]) == {(1, 1)}


def test_planes_on_a_tall_board_have_rows_before_columns():
    planes = load_game("gomoku:3x20/3").position_from("c20a1").planes("3-planes")
    assert planes.shape == (3, 20, 3)
    assert ones(planes[0]) == {(19, 2)}
    assert ones(planes[1]) == {(0, 0)}


@pytest.mark.parametrize("first", [0, 1])
def test_the_third_of_three_planes_is_one_when_seat_0_is_to_move(first):
    game = load_game(WIDE)
    for moves in ("", "a1", "a1b1"):
        position = game.position_from(moves, first)
        assert is_all(position.planes("3-planes")[2], float(position.to_move == 0))


@pytest.mark.parametrize("first", [0, 1])
def test_the_fourth_of_four_planes_is_one_when_the_side_to_move_began(first):
    game = load_game(WIDE)
    for moves, began in (("", 1.0), ("a1", 0.0), ("a1b1", 1.0)):
        assert is_all(game.position_from(moves, first).planes("4-planes")[3], began)


@pytest.mark.parametrize("first", [0, 1])
def test_own_stones_are_those_of_the_side_to_move(first):
    game = load_game(WIDE)
    for encoding in game.encodings:
        after_one = game.position_from("c2", first).planes(encoding)
        assert (ones(after_one[0]), ones(after_one[1])) == (set(), {(1, 2)})
        after_two = game.position_from("c2d3", first).planes(encoding)
        assert (ones(after_two[0]), ones(after_two[1])) == ({(1, 2)}, {(2, 3)})


def test_before_the_first_move_no_cell_is_the_last():
    assert is_all(load_game(WIDE).initial().planes("4-planes")[2], 0.0)


def test_the_last_action_of_connect_four_is_the_cell_where_the_stone_landed():
    game = load_game("connect4")
    for moves, cell in (("4", (0, 3)), ("44", (1, 3)), ("447", (0, 6)), ("111111", (5, 0))):
        planes = game.position_from(moves).planes("4-planes")
        assert planes.shape == (4, 6, 7)
        assert ones(planes[2]) == {cell}


def test_the_last_action_of_othello_is_the_disc_placed_and_not_those_turned_over():
    planes = load_game("othello").position_from("d3").planes("4-planes")
    assert ones(planes[1]) == {(2, 3), (3, 3), (3, 4), (4, 3)}
    assert ones(planes[0]) == {(4, 4)}
    assert ones(planes[2]) == {(2, 3)}


def test_after_a_pass_no_cell_is_the_last_and_the_starter_flag_follows_the_side_to_move():
    game = load_game("othello:6x6")
    rows = ["x o . . . .", *[". . . . . ."] * 5]
    before = game.parse_board("\n".join([*rows, "o to move"]))
    assert is_all(before.planes("4-planes")[3], 0.0)
    after = before.play(game.parse_action("pass"))
    planes = after.planes("4-planes")
    assert ones(planes[0]) == {(0, 0)}
    assert ones(planes[1]) == {(0, 1)}
    assert is_all(planes[2], 0.0)
    assert is_all(planes[3], 1.0)


def test_an_unknown_encoding_is_refused_with_the_known_ones():
    with pytest.raises(UnsupportedError, match="'3-planes' or '4-planes'; got '5-planes'"):
        load_game(WIDE).initial().planes("5-planes")
