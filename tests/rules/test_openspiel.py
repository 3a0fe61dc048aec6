"""Games of OpenSpiel behind Tengen's interface."""

import sys

import pytest

from tengen.errors import (
    MissingPackageError,
    NotationError,
    UnknownGameError,
    UnsupportedError,
)
from tengen.rules import load_game
from tests.rules.games import random_game

REFUSED = {
    "no_such_game": "OpenSpiel has no game 'no_such_game'",
    "": "OpenSpiel has no game ''",
    "hex(board_size=": "OpenSpiel cannot load 'hex(board_size='",
    "matching_pennies_3p": "it has 3 players, not two",
    "matrix_rps": "its players move simultaneously",
    "backgammon": "it involves chance",
    "dark_hex": "it has hidden information",
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
    with pytest.raises(UnsupportedError, match="does not expose the contents of its cells"):
        game.cells(game.initial().state)


def test_a_draw_of_openspiel_is_an_outcome_without_a_winner():
    position = load_game("openspiel:tic_tac_toe").position_from([0, 4, 8, 2, 6, 3, 5, 7, 1])
    assert position.outcome is not None
    assert position.outcome.winner is None


NAMED = {
    "tic_tac_toe": ([4, 0], "x(1,1) o(0,0)"),
    "connect_four": ([3, 3], "x3 o3"),
    "hex(board_size=5)": ([0, 12], None),
    "breakthrough": ([], ""),
    "othello": ([], ""),
    "mancala": ([], ""),
    "chess": ([], ""),
    "go(board_size=5)": ([0, 1], '"B a1" "W b1"'),
    "nine_mens_morris": ([4, 19], '"Point 4" "Point 19"'),
    "dots_and_boxes": ([], ""),
    "amazons": ([], ""),
}


@pytest.mark.parametrize("name", [*NAMED, "y(board_size=5)", "havannah(board_size=3)"])
def test_moves_have_the_names_of_openspiel_and_read_back(name):
    game = load_game(f"openspiel:{name}")
    actions, text = NAMED.get(name, ([], ""))
    if text is not None:
        assert game.position_from(actions).moves_text == text
    for position in list(random_game(game, seed=2, first=1))[:60]:
        state = position.state.state
        for action in position.legal_actions:
            told = position.move_name(action)
            assert told == state.action_to_string(state.current_player(), action)
            assert position.parse_move(told) == action
            assert position.parse_move(f'"{told}"') == action
        again = game.position_from(position.moves_text, first=1)
        assert again.history == position.history


def test_a_name_that_two_moves_share_gives_way_to_the_number(monkeypatch):
    position = load_game("openspiel:tic_tac_toe").initial()
    spiel = position.state.state

    class Vague:
        current_player, legal_actions = spiel.current_player, spiel.legal_actions

        def action_to_string(self, player, action):
            return "corner" if action in (0, 2) else "" if action == 4 else f"cell {action}"

    vague = type(position)(position.game, type(position.state)(Vague(), 0), 0)
    assert [vague.move_name(a) for a in (0, 1, 2, 4)] == ["@0", "cell 1", "@2", "@4"]
    assert [vague.parse_move(name) for name in ("@0", "cell 1", "2", "CELL 3")] == [0, 1, 2, 3]
    with pytest.raises(NotationError, match="'corner' is not a move; moves are called cell 1"):
        vague.parse_move("corner")


def test_pig_is_refused_in_one_sentence():
    with pytest.raises(UnknownGameError, match="pig cannot be played here: it involves chance"):
        load_game("openspiel:pig")
