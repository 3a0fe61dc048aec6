"""Known positions of Gomoku and Connect Four: wins wherever a line fits, and nowhere else."""

import pytest

from tengen import Outcome
from tengen.rules import load_game

DIRECTIONS = {"row": (0, 1), "column": (1, 0), "rising": (1, 1), "falling": (1, -1)}
LINE, FULL = "line", "board full"
BOARDS = ("tictactoe", "gomoku:6x6/4", "gomoku:9x7/4", "gomoku:4x9/4", "gomoku:17x5/5")
DROP_BOARDS = ("connect4", "connect4:4x4", "connect4:9x6", "connect4:4x15", "connect4:12x4")


def line_length(game):
    return int(game.name.partition("/")[2].partition(":")[0] or (3 if "tic" in game.name else 4))


def lines(game, direction, length):
    """The cells of every line of one direction that fits the board."""
    up, right = DIRECTIONS[direction]
    for row in range(game.height):
        for column in range(game.width):
            end = (row + up * (length - 1), column + right * (length - 1))
            if end[0] < game.height and 0 <= end[1] < game.width:
                yield [(row + up * i) * game.width + column + right * i for i in range(length)]


def with_stones(game, stones, seat, to_move):
    """The position with stones of one seat alone, which `to_move` may continue."""
    cells = [seat if cell in stones else None for cell in range(game.width * game.height)]
    drawn = [cells[start : start + game.width] for start in range(0, len(cells), game.width)]
    text = ["".join(".xo"[0 if c is None else c + 1] for c in row) for row in reversed(drawn)]
    return game.parse_board("\n".join([*text, f"{'xo'[to_move]} to move"]))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("name", [*BOARDS, "gomoku:6x6/4:standard", "gomoku:20x20/5"])
def test_every_line_wins_with_its_last_stone_and_not_before(name, direction, seat):
    game = load_game(name)
    length = line_length(game)
    for number, line in enumerate(lines(game, direction, length)):
        last = line[number % length]
        before = with_stones(game, set(line) - {last}, seat, seat)
        assert before.outcome is None
        assert before.play(last).outcome == Outcome(seat, LINE)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("name", BOARDS)
def test_a_stone_of_the_other_side_in_the_line_breaks_it(name, direction):
    game = load_game(name)
    length = line_length(game)
    for number, line in enumerate(lines(game, direction, length)):
        last = line[number % length]
        before = with_stones(game, set(line) - {last}, 0, 1)
        assert before.play(last).outcome is None


@pytest.mark.parametrize("name", BOARDS)
def test_stones_at_the_end_of_one_row_and_the_start_of_the_next_are_no_line(name):
    game = load_game(name)
    length = line_length(game)
    edge = game.width - 1
    for start in range(edge - length + 2, edge + 1):
        stones = range(start, start + length)
        before = with_stones(game, set(stones) - {start}, 0, 0)
        assert before.play(start).outcome is None


def play_on(name, drawing, move):
    """The position after `move` on a drawn board."""
    game = load_game(name)
    return game.parse_board(drawing).play(game.parse_action(move))


# The top row of a 9x9 board, the move played there, and whether exactly five stand in a row then.
TOP_ROWS = {
    "five": ("xx.xx....", "c9", True),
    "five at the left edge": (".xxxx....", "a9", True),
    "five at the right edge": ("....xx.xx", "g9", True),
    "six by joining": ("xx.xxx...", "c9", False),
    "six at the right edge": ("...xxxx.x", "h9", False),
    "nine": ("xxxx.xxxx", "e9", False),
    "five beside another stone": ("xx.xx.x..", "c9", True),
}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("case", TOP_ROWS)
def test_five_wins_in_both_rules_and_more_in_freestyle_alone(case, seat):
    row, move, exact = TOP_ROWS[case]
    mover = "xo"[seat]
    board = "\n".join([row.replace("x", mover), *["." * 9] * 8, f"{mover} to move"])
    assert play_on("gomoku:9x9/5", board, move).outcome == Outcome(seat, LINE)
    standard = play_on("gomoku:9x9/5:standard", board, move).outcome
    assert standard == (Outcome(seat, LINE) if exact else None)


def test_six_one_way_and_exactly_five_another_way_win_in_standard():
    board = """
        . . . . . . .
        . . . x . . .
        . . . x . . .
        x x x . x x .
        . . . x . . .
        . . . x . . .
        . . . . . . .
        x to move
    """
    assert play_on("gomoku:7x7/5:standard", board, "d4").outcome == Outcome(0, LINE)


def test_two_sixes_at_once_do_not_win_in_standard():
    board = """
        . . . x . . .
        . . . x . . .
        . . . x . . .
        x x x . x x .
        . . . x . . .
        . . . x . . .
        . . . . . . .
        x to move
    """
    after = play_on("gomoku:7x7/5:standard", board, "d4")
    assert after.outcome is None
    assert after.to_move == 1


def test_a_six_on_the_board_does_not_keep_a_later_five_from_winning():
    board = """
        x x x x x x .
        . . . . . . .
        o o o o . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        o to move
    """
    assert play_on("gomoku:7x7/5:standard", board, "e5").outcome == Outcome(1, LINE)


def test_a_full_board_without_a_line_is_a_draw():
    game = load_game("tictactoe")
    position = game.position_from("a1b2c3a3c1b1b3c2a2")
    assert position.outcome == Outcome(None, FULL)
    assert position.legal_actions == []


def test_a_win_on_the_very_last_cell_is_a_win_and_no_draw():
    position = load_game("tictactoe").position_from("a1a2b1c1b2a3c2b3c3")
    assert position.outcome == Outcome(0, LINE)
    assert None not in position.game.cells(position.state)


def test_a_connect_four_win_on_the_very_last_cell_is_a_win_and_no_draw():
    board = """
        o x o .
        o x x x
        x x x o
        x o x o
        x to move
    """
    after = play_on("connect4:4x4", board, "4")
    assert after.outcome == Outcome(0, LINE)
    assert None not in after.game.cells(after.state)


def test_a_full_connect_four_board_without_a_line_is_a_draw():
    board = """
        o x o .
        o x o x
        x o x o
        x o x o
        x to move
    """
    assert play_on("connect4:4x4", board, "4").outcome == Outcome(None, FULL)


def drop_board(game, line, seat):
    """A full board without a line but for the cells of `line`, which are all the seat's."""
    cells = range(game.width * game.height)
    stones = [(cell // game.width // 2 + cell % game.width) % 2 for cell in cells]
    return [seat if cell in line else stones[cell] for cell in cells]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("name", DROP_BOARDS)
def test_every_connect_four_line_wins_when_its_highest_stone_falls(name, direction, seat):
    game = load_game(name)
    for line in lines(game, direction, 4):
        cells = drop_board(game, line, seat)
        last = line[-1]
        above = range(last, len(cells), game.width)
        open_column = [None if cell in above else stone for cell, stone in enumerate(cells)]
        before = game.place(open_column, seat, 0, None)
        # Stones beside the line can make a second one, without the last stone.
        if game.outcome(before) is None:
            after = game.next_state(before, last % game.width)
            assert game.outcome(after) == Outcome(seat, LINE)
        assert game.outcome(game.place(cells, 1 - seat, 0, None)) == Outcome(seat, LINE)


@pytest.mark.parametrize("in_first_column", [1, 2, 3])
@pytest.mark.parametrize("name", DROP_BOARDS)
def test_a_line_does_not_run_from_the_top_of_a_column_into_the_next(name, in_first_column):
    game = load_game(name)
    cells = [None] * (game.width * game.height)
    for depth, row in enumerate(reversed(range(game.height))):
        below = depth - in_first_column
        cells[row * game.width] = 0 if below < 0 else (below + 1) % 2
    for row in range(4 - in_first_column):
        cells[row * game.width + 1] = 0
    assert game.outcome(game.place(cells, 1, 0, None)) is None


def test_a_full_column_is_illegal_and_the_others_stay_open():
    position = load_game("connect4").position_from("444444")
    assert position.legal_actions == [0, 1, 2, 4, 5, 6]
    assert position.legal_mask.tolist() == [True, True, True, False, True, True, True]
