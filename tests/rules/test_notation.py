# ruff: noqa: RUF001 - full-width characters look like others
"""Names of moves, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.errors import NotationError
from tengen.rules import load_game
from tengen.rules.notation import ColumnNotation, GridNotation, NumberNotation
from tests.rules.games import SMALL_GAMES, random_position

sides = st.integers(3, 26)


@given(sides, sides, st.booleans(), st.data())
def test_grid_names_read_back(width, height, has_pass, data):
    notation = GridNotation(width, height, has_pass)
    action = data.draw(st.integers(0, width * height - 1 + has_pass))
    name = notation.name(action)
    assert notation.parse(name) == action
    assert notation.parse(f" {name.upper()} ") == action


@given(sides, sides, st.data())
def test_rows_and_columns_read_back(width, height, data):
    notation = GridNotation(width, height, has_pass=False)
    row, column = data.draw(st.integers(0, height - 1)), data.draw(st.integers(0, width - 1))
    action = notation.action_at(row, column)
    assert action == row * width + column
    assert notation.row_and_column(action) == (row, column)


@given(st.integers(1, 35), st.data())
def test_column_names_read_back(width, data):
    notation = ColumnNotation(width)
    column = data.draw(st.integers(0, width - 1))
    assert len(notation.name(column)) == 1
    assert notation.parse(notation.name(column)) == column


@given(st.integers(1, 10_000), st.data())
def test_number_names_read_back(num_actions, data):
    notation = NumberNotation(num_actions)
    actions = data.draw(st.lists(st.integers(0, num_actions - 1)))
    names = notation.join(notation.name(action) for action in actions)
    assert [notation.parse(name) for name in notation.split(names)] == actions


@given(st.sampled_from(SMALL_GAMES), st.integers(0, 10_000), st.sampled_from(["", " ", ", "]))
def test_the_moves_of_a_game_read_back_as_the_same_position(name, seed, separator):
    position = random_position(name, seed)
    game = position.game
    text = separator.join(game.action_name(action) for action in position.history)
    again = game.position_from(text)
    assert again == position
    assert again.history == position.history
    assert game.position_from(position.history) == position


@given(st.sampled_from(SMALL_GAMES), st.text("abhops1289 ,-²٣K", max_size=6))
def test_any_text_is_a_move_or_a_notation_error(name, text):
    game = load_game(name)
    try:
        action = game.parse_action(text)
    except NotationError as error:
        assert repr(text) in str(error)  # noqa: PT017  Either answer is right.
    else:
        assert game.parse_action(game.action_name(action)) == action


@given(st.sampled_from(SMALL_GAMES), st.text("abch1239pas ,x-.", max_size=12))
def test_any_list_of_moves_is_read_or_refused(name, text):
    game = load_game(name)
    try:
        position = game.position_from(text)
    except ValueError as error:
        assert str(error)  # noqa: PT017  Either answer is right.
    else:
        assert game.position_from(game.moves_text(position.history)) == position


def test_the_bottom_left_cell_is_a1_and_columns_have_letters():
    game = load_game("gomoku:15x15/5")
    assert [game.action_name(action) for action in (0, 1, 15, 112, 224)] == [
        "a1",
        "b1",
        "a2",
        "h8",
        "o15",
    ]
    assert game.row_and_column(112) == (7, 7)
    assert game.action_at(7, 7) == 112


def test_connect_four_columns_are_digits_from_1():
    game = load_game("connect4")
    assert game.moves_text([3, 3, 0, 6]) == "4417"
    assert game.position_from("4417").history == (3, 3, 0, 6)
    assert load_game("connect4:12x4").moves_text(range(12)) == "123456789abc"


def test_a_pass_is_written_among_the_moves():
    game = load_game("othello:6x6")
    assert game.action_name(36) == "pass"
    assert game._notation.split("c2passd3") == ["c2", "pass", "d3"]


@pytest.mark.parametrize(
    ("game", "typed", "moves"),
    [
        ("gomoku:15x15/5", "ｈ８", "h8"),
        ("gomoku:15x15/5", "Ｈ８Ｉ１０", "h8i10"),
        ("gomoku:15x15/5", "ｈ８、ｉ９，　ｈ９", "h8i9h9"),
        ("connect4", "４４、５，５", "4455"),
        ("othello", "ｄ３", "d3"),
    ],
)
def test_moves_may_be_typed_in_full_width_characters(game, typed, moves):
    rules = load_game(game)
    assert rules.position_from(typed).history == rules.position_from(moves).history


def test_a_name_in_full_width_characters_is_the_same_action():
    gomoku, connect_four = load_game("gomoku:15x15/5"), load_game("connect4")
    assert gomoku.parse_action("Ｈ１０") == gomoku.parse_action("h10")
    assert connect_four.parse_action("　４") == connect_four.parse_action("4")
    assert load_game("othello").parse_action("ｐａｓｓ") == 64
