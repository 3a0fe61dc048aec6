"""Games of OpenSpiel behind Tengen's interface."""

import sys

import pytest

from tengen.errors import MissingPackageError, UnknownGameError, UnsupportedError
from tengen.rules import load_game

REFUSED = {
    "no_such_game": "OpenSpiel has no game 'no_such_game'",
    "": "OpenSpiel has no game ''",
    "hex(board_size=": "OpenSpiel cannot load 'hex(board_size='",
    "matching_pennies_3p": "it has 3 players, not two",
    "matrix_rps": "its players move at the same time",
    "backgammon": "chance plays a part in it",
    "dark_hex": "it hides information",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_game_that_cannot_be_played_is_refused_with_the_reason(name):
    with pytest.raises(UnknownGameError) as caught:
        load_game(f"openspiel:{name}")
    assert REFUSED[name] in str(caught.value)


def test_without_the_package_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(MissingPackageError, match="openspiel:hex needs OpenSpiel: pip install"):
        load_game("openspiel:hex")
    with pytest.raises(ImportError):
        load_game("openspiel:hex")


@pytest.mark.parametrize(("name", "moves"), [("tic_tac_toe", [0, 3, 1, 4, 2]), ("chess", [])])
@pytest.mark.parametrize("first", [0, 1])
def test_either_seat_may_begin(name, moves, first):
    position = load_game(f"openspiel:{name}").position_from(moves, first)
    assert position.first == first
    if moves:
        assert position.outcome.winner == first
    else:
        assert position.to_move == first


def test_the_observation_is_seen_by_the_side_to_move():
    position = load_game("openspiel:breakthrough").initial()
    planes = position.planes("observation")
    assert planes.shape == (3, 8, 8)
    assert position.play(position.legal_actions[0]).planes("observation").shape == (3, 8, 8)


def test_only_the_observation_is_offered():
    with pytest.raises(UnsupportedError, match="is encoded as 'observation'; got '3-planes'"):
        load_game("openspiel:hex").initial().planes("3-planes")


def test_boards_of_openspiel_are_drawn_and_not_read():
    game = load_game("openspiel:tic_tac_toe")
    assert str(game.initial().play(4)) == "...\n.x.\n..."
    with pytest.raises(UnsupportedError, match="cannot set up a board from text"):
        game.parse_board("...\n.x.\n...")
    with pytest.raises(UnsupportedError, match="does not tell what stands on its cells"):
        game.cells(game.initial().state)


def test_a_draw_of_openspiel_is_an_outcome_without_a_winner():
    position = load_game("openspiel:tic_tac_toe").position_from([0, 4, 8, 2, 6, 3, 5, 7, 1])
    assert position.outcome is not None
    assert position.outcome.winner is None
