"""Names that games give their moves survive every way out and back in."""

import re
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.errors import NotationError
from tengen.play import MoveNote, SavedGame
from tengen.play.record_files import format_records, parse_records
from tengen.rules import check_game
from tengen.rules.own_names import is_readable, quoted, split_quoted, unquoted
from tests.rules.games import random_game
from tests.rules.named_games import NAMES, Awkward

GAME = Awkward()


def test_a_game_with_awkward_names_passes():
    check_game(GAME)


@given(st.permutations(range(len(NAMES))))
def test_a_game_reads_back_from_its_text(actions):
    text = GAME.moves_text(actions)
    assert GAME.position_from(text).history == tuple(actions)


def test_no_name_is_read_as_part_of_another():
    for pair in permutations(range(len(NAMES)), 2):
        assert GAME.position_from(GAME.moves_text(pair)).history == pair


@given(st.lists(st.text(max_size=8).filter(is_readable)))
def test_any_readable_names_are_taken_apart_as_they_were_joined(names):
    assert split_quoted(" ".join(map(quoted, names)), at_commas=False) == names
    assert [unquoted(quoted(name)) for name in names] == names


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("a", 0),
        ("A", 0),
        ("ab", 1),
        ("AB", 2),
        (' "undo" ', 4),
        ("take two, now", 5),
        ("TAKE TWO, NOW", 5),
        ("4", 3),
        ("@4", 4),
        ("7", 7),
        ("\uff14", 3),
    ],
)
def test_names_are_read_in_any_case_and_width_and_actions_by_number(typed, action):
    assert GAME.initial().parse_move(typed) == action


def test_an_unknown_name_gets_a_suggestion():
    with pytest.raises(NotationError, match="'unod' is not a move; did you mean undo"):
        GAME.parse_action("unod")
    with pytest.raises(NotationError, match=re.escape("moves are called a, ab, AB, 4, undo")):
        GAME.parse_action("zzzzzz")


@pytest.mark.parametrize("file_format", ["moves", "sgf"])
@pytest.mark.parametrize("first", [0, 1])
def test_records_keep_games_with_awkward_names(file_format, first):
    position = list(random_game(GAME, 7, first))[-1]
    line = position.history
    notes = tuple(MoveNote(value=0.5, line=line[n:]) for n in range(len(line)))
    record = SavedGame.of(position, notes=notes if file_format == "sgf" else ())
    (back,) = parse_records(
        format_records([record], file_format, GAME), file_format=file_format, game=GAME
    )
    assert back == record


def test_a_remark_ends_a_line_and_a_name_may_look_like_one():
    text = 'a "#5" Nf3# # a remark, with "quotes'
    (record,) = parse_records(text, file_format="moves", game=GAME)
    assert record.actions == (0, 8, 11)
