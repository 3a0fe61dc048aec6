"""Positions and games in notebooks and in the interpreter."""

from xml.etree import ElementTree

import pytest

from tengen.errors import UnsupportedError
from tengen.pictures.looks import COLOURS
from tengen.rules import GameFacts, load_game
from tengen.rules.reference import Gomoku

SVG = "{http://www.w3.org/2000/svg}"


def page(shown):
    """The HTML as a tree; it is well-formed XML too."""
    return ElementTree.fromstring(shown._repr_html_())


def words(shown):
    return "".join(page(shown).itertext())


def fills(position):
    return [element.get("fill") for element in ElementTree.fromstring(position.to_svg()).iter()]


@pytest.mark.parametrize(
    ("name", "moves", "look"),
    [
        ("gomoku:15x15/5", "h8i9", "wood"),
        ("gomoku:20x20/5", "t20a1", "wood"),
        ("gomoku:9x5/4:standard", "e3d4", "wood"),
        ("connect4", "4455", "frame"),
        ("connect4:12x4", "6a", "frame"),
        ("othello", "d3c3", "felt"),
        ("tictactoe", "b2a1", "paper"),
        ("examples/hex.py:Hex", "c3d4", "plain"),
    ],
)
def test_a_position_shows_its_board_in_the_look_of_its_game(name, moves, look):
    position = load_game(name).position_from(moves)
    assert COLOURS[look].rim in fills(position)
    assert page(position).find(f".//{SVG}svg") is not None
    assert position.game.name in words(position)


def test_a_position_says_where_the_game_stands():
    game = load_game("connect4")
    assert "move 3" in words(game.position_from("445"))
    assert "last 5" in words(game.position_from("445"))
    assert "yellow to move" in words(game.position_from("445"))
    assert "red won" in words(game.position_from("4141414"))


def test_the_line_that_won_is_marked():
    position = load_game("connect4").position_from("4141414")
    rings = [
        element
        for element in ElementTree.fromstring(position.to_svg()).iter()
        if element.get("stroke") == COLOURS["frame"].won
    ]
    assert len(rings) == 4


def test_othello_marks_the_few_cells_that_may_be_played():
    position = load_game("othello").initial()
    assert fills(position).count(COLOURS["felt"].candidate) == 4


def test_a_game_that_does_not_tell_its_cells_shows_its_text():
    position = load_game("openspiel:hex(board_size=3)").initial()
    with pytest.raises(UnsupportedError, match="no board to draw"):
        position.to_svg()
    assert page(position).find(".//pre").text == str(position)


def test_a_board_too_large_for_a_screen_is_shown_as_text():
    position = Gomoku(50, 50, 5).initial()
    with pytest.raises(UnsupportedError, match="no board"):
        position.to_svg()
    assert page(position).find(".//pre") is not None


class Hostile(Gomoku):
    """A game whose every text is an attack."""

    attack = '<script>alert("1")</script>&<img src=x onerror=y>'
    facts = GameFacts(seat_names=(attack, attack))

    def __init__(self):
        super().__init__(3, 3, 3)
        self.name = self.attack

    def action_name(self, action):
        return self.attack


def test_nothing_a_game_calls_itself_becomes_markup():
    game = Hostile()
    for shown in (game, game.initial(), game.initial().play(4)):
        assert "<script" not in shown._repr_html_()
        assert "<img" not in shown._repr_html_()
        assert game.attack in words(shown)


@pytest.mark.parametrize("name", ["connect4", "gomoku:9x7/4", "othello", "openspiel:tic_tac_toe"])
def test_a_game_shows_its_board_and_its_numbers(name):
    game = load_game(name)
    assert game.name in words(game)
    assert f"{game.width}x{game.height}" in words(game)
    assert f"{game.max_plies} plies" in words(game)


def test_the_interpreter_tells_a_position_in_one_line():
    game = load_game("connect4")
    assert repr(game.initial()) == "<Position of connect4 after no move: red to move>"
    assert repr(game.position_from("44")) == "<Position of connect4 after 44: red to move>"
    won = repr(game.position_from("4141414"))
    assert won.startswith("<Position of connect4 after 4141414: red won")


def test_a_long_game_is_told_by_its_last_moves():
    position = load_game("gomoku:15x15/5").position_from("a1b3c5d7e9f11g13h2i4j6k8l10m12n14")
    assert "after 14 moves, the last l10 m12 n14" in repr(position)
