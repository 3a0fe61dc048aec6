"""Positions as text boards, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen import Game
from tengen.errors import NotationError, UnsupportedError
from tengen.rules import load_game
from tests.rules.games import SMALL_GAMES, random_position


@given(st.sampled_from(SMALL_GAMES), st.integers(0, 10_000), st.sampled_from([0, 1]))
def test_a_drawn_board_reads_back_as_the_same_position(name, seed, first):
    position = random_position(name, seed, first)
    again = position.game.parse_board(str(position))
    assert again == position
    assert str(again) == str(position)
    assert again.legal_actions == position.legal_actions
    assert again.outcome == position.outcome
    assert (again.planes("4-planes") == position.planes("4-planes")).all()


def test_a_board_is_drawn_with_its_last_stone_in_capitals():
    assert str(load_game("gomoku:4x3/3").position_from("a1d3b2")) == (
        " 3 . . . o\n 2 . X . .\n 1 x . . .\n   a b c d\no to move"
    )


def test_a_finished_board_tells_how_it_ended_and_who_began():
    text = str(load_game("tictactoe").position_from("a1a2b1b2c1", first=1))
    assert text.splitlines()[-1] == "o won (line), o began"


def test_a_board_after_a_pass_says_so():
    game = load_game("othello:6x6")
    rows = ["x o . . . .", *[". . . . . ."] * 5]
    position = game.parse_board("\n".join([*rows, "o to move"])).play(36)
    assert str(position).splitlines()[-1] == "x to move, after pass"
    assert game.parse_board(str(position)).last_action == 36


def test_row_numbers_axis_and_status_may_be_left_out():
    position = load_game("tictactoe").parse_board("...\n.x.\no..")
    assert position.to_move == 0
    assert position.game.cells(position.state)[4] == 0
    assert position.history == ()


def test_without_a_status_the_side_that_did_not_play_the_capital_moves():
    assert load_game("tictactoe").parse_board("...\n.X.\n...").to_move == 1


def test_without_a_status_fewer_stones_move():
    assert load_game("tictactoe").parse_board("...\n.x.\n...").to_move == 1


def test_the_side_to_move_of_a_finished_board_follows_from_who_began():
    game = load_game("tictactoe")
    assert game.parse_board("xx.\n...\nooo\no won (line), o began").to_move == 0


WRONG_BOARDS = {
    "too few rows": ("tictactoe", "...\n...", "tictactoe has 3 rows; this board has 2"),
    "a short row": ("tictactoe", "...\n..\n...", "has 3 columns; row 2 from the top has 2"),
    "two capitals": ("tictactoe", "X..\n.O.\n...", "may be uppercase; got 2 uppercase"),
    "no stones": ("tictactoe", "", "has 3 rows; this board has 0"),
    "a strange sign": ("tictactoe", "...\n.z?\n...", "line 2 of the board is neither a row"),
    "a crowd": ("tictactoe", "xxx\n...\n...", "cannot tell from the stones who is to move"),
    "both won": (
        "tictactoe",
        "xxx\n...\nooo",
        "not a position of tictactoe: both sides have a winning line",
    ),
    "a floating stone": (
        "connect4:4x4",
        "....\n....\nx...\n....",
        "the stone in column 1, row 2 has nothing below it",
    ),
    "four twice": (
        "connect4:4x4",
        "....\n....\noooo\nxxxx",
        "both sides have a line of 4, which no game can reach",
    ),
    "a buried last stone": (
        "connect4:4x4",
        "....\n....\no...\nX...",
        "the uppercase stone does not match the last action",
    ),
    "a pass where there is none": (
        "tictactoe",
        "...\n...\n...\nx to move, after pass",
        "'pass' is not a move",
    ),
}


@pytest.mark.parametrize("case", WRONG_BOARDS)
def test_a_wrong_board_is_refused_with_the_reason(case):
    name, text, message = WRONG_BOARDS[case]
    with pytest.raises(NotationError) as caught:
        load_game(name).parse_board(text)
    assert message in str(caught.value)


@given(st.text("xo.XO 123abc\nmtve,", max_size=40))
def test_any_text_is_a_board_or_a_notation_error(text):
    game = load_game("tictactoe")
    try:
        position = game.parse_board(text)
    except NotationError as error:
        assert str(error)  # noqa: PT017  Either answer is right.
    else:
        assert game.parse_board(str(position)) == position


class Slide(Game):
    """One stone that slides to any other cell of 2x2; an action is (from, to), not a cell."""

    name = "slide"
    width = height = 2
    num_actions = 16
    max_plies = 3

    def initial_state(self, first):
        return (first, 0, 0)

    def to_move(self, state):
        return (state[0] + state[1]) % 2

    def legal_actions(self, state):
        moves = [state[2] * 4 + to for to in range(4) if to != state[2]]
        return moves if state[1] < 3 else []

    def next_state(self, state, action):
        return (state[0], state[1] + 1, action % 4)

    def outcome(self, state):
        return None

    def cells(self, state):
        return [0 if cell == state[2] else None for cell in range(4)]

    def cell_of(self, position):
        return None if position.last_action is None else position.last_action % 4


def test_a_last_action_that_is_no_cell_is_written_out():
    game = Slide()
    text = str(game.initial().play(2))
    assert text == " 2 X .\n 1 . .\n   a b\no to move, after 2"
    with pytest.raises(UnsupportedError, match="slide does not support setting up a board"):
        game.parse_board(text)
