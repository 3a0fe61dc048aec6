# ruff: noqa: RUF001 - full-width characters look like others
"""Plain move strings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen import load_game
from tengen.errors import RecordError
from tengen.play import SavedGame
from tengen.play.move_text import read_move_text, write_move_text

from .made_records import positions, records


@given(st.lists(positions(), max_size=3))
def test_games_round_trip(games):
    made = [SavedGame.of(position) for position in games]
    assert read_move_text(write_move_text(made)) == made


@given(records())
def test_remarks_never_disturb_the_moves(record):
    (read,) = read_move_text(write_move_text([record]))
    assert (read.game, read.actions, read.first) == (record.game, record.actions, record.first)


def test_lines_may_name_their_game_or_be_told_it():
    text = "# openings\n\nconnect4 4455  # centre\nconnect4:5x4 11\ngomoku:15x15/5 h8 i9, j10\n"
    assert [(record.game, len(record.actions)) for record in read_move_text(text)] == [
        ("connect4", 4),
        ("connect4:5x4", 2),
        ("gomoku:15x15/5", 3),
    ]
    told = read_move_text("44\nconnect4 445\nconnect4:7x6 4455\n", load_game("connect4"))
    assert [(record.game, len(record.actions)) for record in told] == [
        ("connect4", 2),
        ("connect4", 3),
        ("connect4", 4),
    ]


def test_a_line_of_another_game_than_the_one_told_is_refused():
    with pytest.raises(
        RecordError, match="line 2: the line is a game of gomoku:9x9/5, not connect4"
    ):
        read_move_text("44\ngomoku:9x9/5 a1b1\n", load_game("connect4"))


def test_a_game_of_ones_own_round_trips_when_it_is_told():
    game = load_game("examples/hex.py:Hex")
    record = SavedGame.of(game.position_from("b2a1"))
    assert read_move_text(write_move_text([record], game), game) == [record]


def test_the_other_seat_may_begin():
    (record,) = read_move_text("connect4 first=1 4455\n")
    assert record.first == 1
    assert write_move_text([record]) == "connect4 first=1 4455\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4455", "line 1: '4455' is not a game"),
        ("connect4 44\nconnect4 48", "line 2: '8' is not a column"),
        ("connect4 4444444", "line 1: move 7: 4 is not legal here$"),
        ("tictactoe a1a2b1b2c1c2", "line 1: move 6: the game is over"),
        ("gomoku:99x99/5 h8", "line 1: "),
        ("connect4 first=2 44", "line 1: the first seat must be 0 or 1; got '2'"),
    ],
)
def test_mistakes_name_the_line(text, reason):
    with pytest.raises(RecordError, match=reason):
        read_move_text(text)


def test_lines_may_be_written_in_full_width_characters():
    text = "gomoku:15x15/5　ｆｉｒｓｔ＝１　ｈ８、ｉ９　＃　天元"
    (record,) = read_move_text(text)
    assert record.first == 1
    assert load_game(record.game).moves_text(record.actions) == "h8i9"
