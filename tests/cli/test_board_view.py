"""The boards of `tengen play`."""

import re
from dataclasses import replace

import pytest

from tengen import load_game
from tengen.cli.board_themes import Look
from tengen.cli.board_view import board_text, stone_text
from tengen.rules import BoardForm, Corner, GameFacts, reference

COLOURS, MONO, ASCII = Look(), Look(colours=False), Look(colours=False, ascii=True)


def lines(game, moves, look, **options):
    return board_text(load_game(game).position_from(moves), look, **options).plain.split("\n")


def style_at(game, moves, name):
    """How the stone of a move is drawn in colours."""
    rules = load_game(game)
    text = board_text(rules.position_from(moves), COLOURS)
    row, column = rules.row_and_column(rules.parse_action(name))
    line = text.split("\n")[rules.height - 1 - row]
    place = 4 + 2 * column
    return " ".join(
        str(span.style) for span in line.spans if span.start <= place < span.end and span.style
    )


def test_gomoku_is_played_on_the_crossings_of_a_grid():
    assert lines("gomoku:6x6/4", "c3d4a1", MONO) == [
        " 6  ┌─┬─┬─┬─┬─┐ ",
        " 5  ├─┼─┼─┼─┼─┤ ",
        " 4  ├─┼─┼─○─┼─┤ ",
        " 3  ├─┼─●─┼─┼─┤ ",
        " 2  ├─┼─┼─┼─┼─┤ ",
        " 1 [●]┴─┴─┴─┴─┘ ",
        "    a b c d e f",
    ]


def test_discs_fall_into_a_frame_with_numbers_above_and_below():
    assert lines("connect4:5x4", "1233", MONO) == [
        "   1  2  3  4  5",
        " ╭───────────────╮",
        " │ ·  ·  ·  ·  · │",
        " │ ·  ·  ·  ·  · │",
        " │ ·  · [○] ·  · │",
        " │ ●  ○  ●  ·  · │",
        " ╰───────────────╯",
        "   1  2  3  4  5",
    ]


def test_othello_marks_the_legal_moves_for_a_person():
    assert lines("othello:6x6", "", ASCII, show_legal=True) == [
        "     a  b  c  d  e  f",
        "   +------------------+",
        " 1 | .  .  .  .  .  . |",
        " 2 | .  .  +  .  .  . |",
        " 3 | .  +  o  x  .  . |",
        " 4 | .  .  x  o  +  . |",
        " 5 | .  .  .  +  .  . |",
        " 6 | .  .  .  .  .  . |",
        "   +------------------+",
    ]
    assert not any("+" in line for line in lines("othello:6x6", "", ASCII)[2:-1])


def test_othello_has_its_first_cell_at_the_top_left():
    assert lines("othello", "d3c3", ASCII) == [
        "     a  b  c  d  e  f  g  h",
        "   +------------------------+",
        " 1 | .  .  .  .  .  .  .  . |",
        " 2 | .  .  .  .  .  .  .  . |",
        " 3 | .  . [o] x  .  .  .  . |",
        " 4 | .  .  .  o  x  .  .  . |",
        " 5 | .  .  .  x  o  .  .  . |",
        " 6 | .  .  .  .  .  .  .  . |",
        " 7 | .  .  .  .  .  .  .  . |",
        " 8 | .  .  .  .  .  .  .  . |",
        "   +------------------------+",
    ]


OVERLINE_AND_FIVE = """
    . . . . . . .
    . o . o . o .
    . . . x . . .
    o . . x . . o
    . . . x . . .
    o . o x o . o
    x x x . x x .
    x to move
"""


@pytest.mark.parametrize(
    ("rule", "row"), [("", " 1 *●*●*●[●]●*●*┘ "), (":standard", " 1  ●─●─●[●]●─●─┘ ")]
)
def test_an_overline_is_marked_only_where_it_wins(rule, row):
    game = load_game(f"gomoku:7x7/5{rule}")
    position = game.parse_board(OVERLINE_AND_FIVE).play(game.parse_action("d1"))
    drawn = board_text(position, MONO).plain.split("\n")
    assert drawn[6] == row
    assert [line.count("*●*") for line in drawn[2:6]] == [1, 1, 1, 1]


def test_games_from_outside_are_drawn_as_the_form_of_their_board_says():
    rules = reference.Connect4(5, 4)
    assert board_text(rules.position_from("12"), ASCII) == board_text(
        load_game("connect4:5x4").position_from("12"), ASCII
    )
    rules.facts = replace(rules.facts, family=None)
    assert "|[x]" in board_text(rules.position_from("1"), ASCII).plain
    rules = reference.Gomoku(4, 3, 3)
    rules.facts = GameFacts(board=BoardForm.INTERSECTIONS, origin=Corner.TOP_LEFT)
    assert board_text(rules.position_from("a1"), MONO).plain.split("\n") == [
        "    a b c d",
        " 1 [●]┬─┬─┐ ",
        " 2  ├─┼─┼─┤ ",
        " 3  └─┴─┴─┘ ",
    ]


def test_tic_tac_toe_has_lines_between_its_cells():
    assert lines("tictactoe", "b2a1", MONO) == [
        " 3     │   │   ",
        "    ───┼───┼───",
        " 2     │ X │   ",
        "    ───┼───┼───",
        " 1  [O]│   │   ",
        "     a   b   c",
    ]


def test_a_winning_line_has_stars_where_there_are_no_colours():
    assert " 1  *X*│*X*│[X]" in lines("tictactoe", "a1a2b1b2c1", MONO)
    assert " 1 *●*●*●[●]┴─┘ " in lines("gomoku:6x6/4", "a1a2b1b2c1c2d1", MONO)
    assert " 1 [●]●*●*●*┴─┘ " in lines("gomoku:6x6/4", "b1a2c1b2d1c2a1", MONO)


def test_a_winning_line_has_a_background_of_its_own_in_colours():
    won, other = "a1a2b1b2c1c2d1", "a1a2b1b2c1c2f6"
    assert style_at("gomoku:6x6/4", won, "a1") != style_at("gomoku:6x6/4", other, "a1")
    assert style_at("gomoku:6x6/4", won, "a2") == style_at("gomoku:6x6/4", other, "a2")


def test_the_seats_differ_in_colours_and_without():
    for name in ("gomoku:9x9/5", "connect4", "othello", "tictactoe", "examples/hex.py:Hex"):
        game = load_game(name)
        for look in (COLOURS, MONO, ASCII, Look(colours=True, ascii=True)):
            first, second = (stone_text(game, seat, look) for seat in (0, 1))
            assert (first.plain, first.style) != (second.plain, second.style)
            if not look.colours:
                assert first.plain != second.plain
                assert not first.style


@pytest.mark.parametrize(
    "name", ["gomoku:15x15/5", "gomoku:7x5/4", "connect4", "othello", "tictactoe"]
)
def test_plain_characters_are_enough(name):
    game = load_game(name)
    position = game.initial()
    for _ in range(4):
        position = position.play(position.legal_actions[-1])
    assert board_text(position, ASCII, show_legal=True).plain.isascii()
    assert board_text(position, Look(colours=True, ascii=True), show_legal=True).plain.isascii()


def test_large_boards_have_coordinates_on_all_sides():
    drawn = lines("gomoku:15x15/5", "h8", MONO)
    assert drawn[0] == drawn[-1] == "    a b c d e f g h i j k l m n o"
    assert re.fullmatch(r" 8 .*\[●\].* 8", drawn[8])
    assert len({len(line.rstrip("0123456789 ")) for line in drawn[2:-2] if "[" not in line}) == 1


def test_games_of_ones_own_are_drawn_by_their_cells():
    drawn = lines("examples/hex.py:Hex", "d4c3", MONO)
    assert drawn[3] == " 4  · · · ● · · · "
    assert drawn[4] == " 3  · ·[○]· · · · "


def test_games_without_cells_are_drawn_by_themselves():
    game = load_game("openspiel:tic_tac_toe")
    position = game.position_from("x(0,0)")
    assert board_text(position, COLOURS).plain == game.draw(position)
