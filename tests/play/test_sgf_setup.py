"""Stones that are set up before the first move of an SGF game."""

import pytest
from hypothesis import given

from tengen import load_game
from tengen.errors import RecordError
from tengen.play import SavedGame, format_records
from tengen.play.setups import Setup
from tengen.play.sgf import read_sgf, write_sgf
from tengen.rules.game import Game

from .made_records import positions, set_up_records

ROOT = "(;GM[4]SZ[15]"


def read_one(text, game=None):
    (record,) = read_sgf(text, game)
    return record


def stones(record):
    position = record.position()
    cells = position.start.game.cells(position.start.state)
    return {position.game.action_name(i): cell for i, cell in enumerate(cells) if cell is not None}


def test_stones_are_set_up_and_played_on():
    record = read_one(f"{ROOT}AB[hh][ii]AW[hi];W[gg];B[jj])")
    assert stones(record) == {"h8": 0, "i7": 0, "h7": 1}
    assert record.setup.to_move == 1
    position = record.position()
    assert [position.game.action_name(a) for a in position.history] == ["g9", "j6"]
    assert position.start.first == 0
    assert "AB[ii][hh]AW[hi]PL[W]" in write_sgf([record])


@pytest.mark.parametrize(
    ("properties", "to_move"),
    [
        ("AB[hh]", 1),
        ("AW[hh]", 0),
        ("AB[hh]AW[ii]", 0),
        ("AB[hh]AW[ii]PL[W]", 1),
        ("AB[hh]AW[ii]PL[white]", 1),
        ("AB[hh]AW[ii];PL[W]", 1),
        ("AB[hh]AW[ii]PL[B];W[gg]", 1),
    ],
)
def test_the_side_to_move_is_told_by_a_move_by_pl_or_by_the_stones(properties, to_move):
    assert read_one(f"{ROOT}{properties})").setup.to_move == to_move


@pytest.mark.parametrize("properties", ["AB[hh][ii]PL[B]", "AB[hh]AW[aa:ac]PL[W]", "AB[hh]PL[B]"])
def test_any_numbers_of_stones_can_be_set_up_for_either_side(properties):
    record = read_one(f"{ROOT}{properties})")
    assert "BW"[record.position().to_move] == properties[-2]
    assert read_one(write_sgf([record])) == record


def test_rectangles_of_points_and_later_set_up_nodes_are_read():
    record = read_one(f"{ROOT}AB[aa:cb];AE[ba:ca][cb]AW[bb]PL[W]C[fixed])")
    assert stones(record) == {"a15": 0, "a14": 0, "b14": 1}
    assert [node.properties for node in record.nodes] == [(("C", ("fixed",)),)]
    assert read_one(write_sgf([record])) == record


def test_othello_and_connect_four_set_stones_up():
    usual = read_one("(;GM[2]AB[ed][de]AW[dd][ee];B[dc])")
    assert (usual.setup, usual.first) == (None, 0)
    changed = read_one("(;GM[2]AB[ed][de][dd]AW[ee]PL[W])")
    assert stones(changed) == {"e4": 0, "d5": 0, "d4": 0, "e5": 1}
    dropped = read_one("(;TG[connect4]SZ[7:6]AB[df]AW[de];B[dd])")
    assert dropped.position().history == (3,)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            f"{ROOT}AB[aa:ea]AW[ab][cb][eb][gb][ib])",
            r"line 1: the set-up stones are a finished game \(black won\)",
        ),
        (f"{ROOT}AB[hh]AW[hh])", "line 1: point 'hh' is set up twice"),
        (f"{ROOT}\n;AB[zz])", "line 2: point 'zz' is not on the 15x15 board"),
        (f"{ROOT}AB[])", "line 1: a point must be two letters such as 'dd'; got ''"),
        (f"{ROOT};B[hh]\n;AW[ii])", "line 2: AW sets stones up after move 1; Tengen reads set-up"),
        (f"{ROOT}AB[hh]AW[ii];B[hh])", "line 1: move 1: h8 is not legal here"),
        ("(;TG[connect4]SZ[7:6]AB[da])", "line 1: the set-up stones cannot be used: not a pos"),
        ("(;GM[2]AB[aa:hh])", "line 1: the set-up stones are a finished game"),
    ],
)
def test_what_cannot_be_set_up_is_refused_in_one_sentence(text, reason):
    with pytest.raises(RecordError, match=reason) as caught:
        read_sgf(text)
    assert "\n" not in str(caught.value)


def test_a_game_that_cannot_set_boards_up_says_so(monkeypatch):
    game = load_game("gomoku:15x15/5")
    monkeypatch.setattr(type(game), "place", Game.place)
    with pytest.raises(
        RecordError, match=r"line 1: .*: gomoku:15x15/5 does not support setting up"
    ):
        read_sgf(f"{ROOT}AB[hh])", game)


@pytest.mark.parametrize(("file_format", "name"), [("psq", "PSQ"), ("moves", "a move string")])
def test_other_formats_refuse_by_name_what_they_cannot_hold(file_format, name):
    record = read_one(f"{ROOT}AB[hh];W[ii])")
    with pytest.raises(RecordError, match=f"{name} cannot hold a game that begins with set-up"):
        format_records([record], file_format)


@given(positions())
def test_a_game_from_its_usual_beginning_has_no_set_up(position):
    assert Setup.of(position) is None


@given(set_up_records())
def test_set_up_games_round_trip(record):
    (back,) = read_sgf(write_sgf([record]))
    assert back == record
    assert back.position() == record.position()
    assert SavedGame.of(record.position(), record.outcome).setup == record.setup
