"""`solve`: one question for every game that can be solved."""

import pytest

from tengen import load_game
from tengen.errors import ConfigError, GameOverError, UnsupportedError
from tengen.rules.reference import Gomoku
from tengen.search import Solution, solve


def test_connect_four_is_solved_from_the_start():
    assert solve(load_game("connect4").initial()) == Solution("win", 41, (3,))


def test_small_boards_are_solved_whatever_the_form_of_their_rules():
    native, plain = load_game("gomoku:4x4/3"), Gomoku(4, 4, 3)
    solution = solve(native.position_from("a1"))
    assert (solution.value, solution.plies) == ("loss", 10)
    assert solve(plain.position_from("a1")) == solution
    assert solve(load_game("tictactoe").initial()) == Solution("draw", None, tuple(range(9)))


def test_a_budget_ends_the_question_without_an_answer():
    assert solve(load_game("gomoku:7x7/5").initial(), nodes=1000) == Solution(None)


def test_what_cannot_be_solved_is_refused():
    with pytest.raises(UnsupportedError, match="exact values are known for connect4 and small"):
        solve(load_game("othello").initial())
    with pytest.raises(UnsupportedError, match="cannot be solved: the solver supports boards with"):
        solve(load_game("gomoku:15x15/5").initial())
    with pytest.raises(GameOverError, match="the game is over"):
        solve(load_game("tictactoe").position_from("a1 a2 b1 b2 c1"))
    with pytest.raises(ConfigError, match="expected a position"):
        solve(None)
    with pytest.raises(ConfigError, match="nodes must be a whole number"):
        solve(load_game("tictactoe").initial(), nodes=0)
