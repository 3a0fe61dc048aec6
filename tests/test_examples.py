"""The examples run and do what they say."""

import subprocess
import sys
from pathlib import Path

import pytest

import tengen
from tengen import Outcome
from tengen.rules import check_game

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture
def hex_game():
    return tengen.load_game(f"{EXAMPLES}/hex.py:Hex")


def test_hex_keeps_the_contract(hex_game):
    check_game(hex_game, games=4)


def test_hex_runs_as_a_script():
    command = [sys.executable, str(EXAMPLES / "hex.py")]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "hex:7x7 keeps the contract of a game" in shown
    assert "won (chain)" in shown


@pytest.mark.parametrize("line", range(7))
def test_hex_is_won_by_seat_0_upwards_and_by_seat_1_sideways(hex_game, line):
    upwards = "\n".join(["." * line + "x" + "." * (6 - line)] * 7)
    assert hex_game.parse_board(f"{upwards}\no to move").outcome == Outcome(0, "chain")
    sideways = "\n".join(["ooooooo" if row == line else "......." for row in range(7)])
    drawn = f"{sideways}\nx to move, o began"
    assert hex_game.parse_board(drawn).outcome == Outcome(1, "chain")


def test_hex_chains_go_up_to_the_left_and_not_to_the_right(hex_game):
    leaning_left = "\n".join("." * row + "x" + "." * (6 - row) for row in range(7))
    assert hex_game.parse_board(f"{leaning_left}\no to move").outcome == Outcome(0, "chain")
    leaning_right = "\n".join("." * (6 - row) + "x" + "." * row for row in range(7))
    assert hex_game.parse_board(f"{leaning_right}\no to move").outcome is None
