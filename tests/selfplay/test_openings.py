"""Games begin from random moves or from a book, and records say so."""

import pytest

from tengen import load_game
from tengen.errors import TengenError
from tests.selfplay.made import played, positions_of


def test_random_moves_are_recorded_apart_and_legal():
    records = played(count=60, simulations=4, random_plies=5)
    lengths = [len(record.opening) for record in records]
    assert set(lengths) == {0, 1, 2, 3, 4, 5}
    for record in records:
        positions_of("connect4", record)


def test_random_moves_never_end_the_game():
    for record in played("tictactoe", count=60, simulations=4, random_plies=9):
        positions, _ = positions_of("tictactoe", record)
        assert positions[0].outcome is None
        assert record.moves


def test_every_opening_of_a_book_is_used_and_played_whole():
    book = ("44", "1", "4453")
    records = played(count=40, simulations=4, openings=book)
    game = load_game("connect4")
    expected = {game.position_from(text).history for text in book}
    assert {tuple(record.opening) for record in records} == expected


def test_random_moves_follow_the_book():
    records = played(count=40, simulations=4, openings=("4453",), random_plies=3)
    start = list(load_game("connect4").position_from("4453").history)
    assert all(record.opening[:4] == start for record in records)
    assert {len(record.opening) for record in records} == {4, 5, 6, 7}


def test_a_book_line_that_ends_the_game_is_cut_short():
    for record in played("tictactoe", count=5, simulations=4, openings=("a1a2b1b2c1",)):
        assert record.opening == list(load_game("tictactoe").position_from("a1a2b1b2").history)
        assert record.moves


def test_a_book_with_an_illegal_line_is_refused():
    with pytest.raises(TengenError):
        played(count=1, openings=("4444444",))


def test_temperature_counts_the_moves_of_the_opening():
    settings = {"count": 10, "openings": ("4453",), "adjudicate": False}
    assert played(temperature_moves=4, **settings) == played(temperature_moves=0, **settings)
    assert played(temperature_moves=5, **settings) != played(temperature_moves=0, **settings)
