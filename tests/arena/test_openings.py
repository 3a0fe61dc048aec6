"""Openings: different where they can be, the same for the same seed, read from files."""

import pytest

from tengen import load_game
from tengen.arena.openings import Openings, random_openings
from tengen.errors import ConfigError, RecordError
from tests.selfplay.made import HEX


def positions(text, game, count, seed=0):
    return Openings.parse(text).positions(load_game(game), count, seed)


def images(position):
    return {position.apply_symmetry(k).hash for k in range(len(position.game.symmetries))}


@pytest.mark.parametrize("game", ["connect4", "gomoku:9x9/5", "othello:6x6", HEX])
def test_random_openings_have_so_many_plies_and_are_not_over(game):
    for position in positions("random:3", game, 12):
        assert len(position.history) == 3
        assert position.outcome is None


def test_a_range_draws_the_number_of_plies_of_each_opening():
    found = positions("random:2-4", "gomoku:9x9/5", 60)
    depths = [len(position.history) for position in found]
    assert set(depths) == {2, 3, 4}
    assert min(depths.count(depth) for depth in (2, 3, 4)) >= 10
    assert len({min(images(position)) for position in found}) == 60
    assert positions("random:3-3", "connect4", 9) == positions("random:3", "connect4", 9)


def test_no_opening_is_another_ones_image():
    found = positions("random:2", "connect4", 25)
    seen = set()
    for position in found:
        assert not images(position) & seen
        seen |= images(position)


def test_when_there_are_no_new_ones_they_repeat():
    # One ply of tic-tac-toe: corner, edge or centre.
    found = positions("random:1", "tictactoe", 10)
    assert len({min(images(position)) for position in found}) == 3


def test_by_themselves_openings_get_deeper_when_there_are_no_new_ones():
    found = positions("random", "connect4", 200)
    depths = [len(position.history) for position in found]
    assert depths[0] == 2
    assert depths == sorted(depths)
    assert depths[-1] > 2
    assert len({min(images(position)) for position in found}) == 200


def test_a_small_game_runs_out_of_openings_without_harm():
    found = positions("random", "tictactoe", 300)
    assert max(len(position.history) for position in found) == 4
    assert all(position.outcome is None for position in found)


def test_no_plies_is_the_beginning():
    assert [p.history for p in positions("random:0", "connect4", 3)] == [(), (), ()]


def test_the_seed_decides_and_more_openings_do_not_change_the_first():
    few, many = positions("random", "gomoku:9x9/5", 5, 7), positions("random", "gomoku:9x9/5", 9, 7)
    assert [p.history for p in few] == [p.history for p in many[:5]]
    other = positions("random", "gomoku:9x9/5", 5, 8)
    assert [p.history for p in few] != [p.history for p in other]


def test_more_plies_than_a_game_has_are_refused():
    with pytest.raises(ConfigError, match="tictactoe end within 9 plies"):
        random_openings(load_game("tictactoe"), 1, 0, fewest=9, most=9)


def test_a_file_has_one_opening_a_line(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("# usual ones\n44\n\n4 3 5  # spaced\n")
    found = positions(str(file), "connect4", 3)
    assert [p.history for p in found] == [(3, 3), (3, 2, 4), (3, 3)]


def test_an_sgf_file_serves_as_well(tmp_path):
    file = tmp_path / "openings.sgf"
    file.write_text("(;GM[4]SZ[9];B[ee];W[ef])")
    (found,) = positions(str(file), "gomoku:9x9/5", 1)
    assert len(found.history) == 2


def test_an_error_names_file_and_line(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("44\n49\n")
    with pytest.raises(RecordError, match=r"openings.txt: line 2: .*'9' is not a column"):
        positions(str(file), "connect4", 2)


def test_a_finished_game_is_no_opening(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("44\n1212121\n")
    with pytest.raises(RecordError, match="opening 2 is a finished game"):
        positions(str(file), "connect4", 2)


def test_an_empty_file_is_no_opening(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("# nothing\n")
    with pytest.raises(RecordError, match="the file contains no game"):
        positions(str(file), "connect4", 2)


@pytest.mark.parametrize(
    "text",
    ["randm", "random:", "random:x", "random:-1", "random:4-2", "random:2-", "no-file.txt", ""],
)
def test_what_is_neither_is_refused(text):
    with pytest.raises(ConfigError, match="openings are random, random:4"):
        Openings.parse(text)


def test_stones_set_up_in_an_sgf_file_are_openings(tmp_path):
    file = tmp_path / "puzzles.sgf"
    file.write_text("(;GM[4]SZ[9]AB[ee]AW[ff];B[dd])(;GM[4]SZ[9]AB[ee])")
    first, second = positions(str(file), "gomoku:9x9/5", 2)
    assert (len(first.history), second.history) == (1, ())
    assert (first.to_move, second.to_move) == (1, 1)
    assert Openings.parse(str(file)).set_up_stones(first.game)
