"""A game whose rules fail ends every command with one line and exit code 2."""

import re
import subprocess

import pytest

from tests.cli.conftest import COMMAND
from tests.cli.play_conversations import piped
from tests.rules import broken_games

COMMANDS = {
    "explain": ("explain", "GAME", "--simulations", "50"),
    "match": ("match", "random", "mcts@20", "--game", "GAME", "--games", "2"),
    "train": ("train", "GAME", "--generations", "1", "-o", "selfplay.simulations=4"),
    "estimate": ("estimate", "GAME"),
}


def name_of(method):
    return f"{broken_games.__file__}:fails_in_{method}"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("method", ["to_move", "legal_actions", "next_state", "outcome"])
def test_a_command_tells_the_method_and_the_line(tengen, command, method, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = [name_of(method) if word == "GAME" else word for word in COMMANDS[command]]
    done = tengen(*arguments)
    assert done.returncode == 2
    line = done.stderr.strip().splitlines()[-1]
    told = rf"error: .*broken.*: {method} raised ZeroDivisionError: something went wrong \(.*line"
    assert re.match(told, line)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("method", ["to_move", "legal_actions", "next_state", "outcome", "cells"])
def test_play_ends_and_tells_the_moves(method):
    done = piped("a1\na2\na3\nb3\n", name_of(method), "--opponent", "random")
    assert done.returncode == 2
    told = rf"error: broken, after moves \[[\d, ]+\]: {method} raised ZeroDivisionError: some"
    assert re.search(told, done.stderr)
    assert "Traceback" not in done.stderr


def test_broken_rules_are_no_forfeit_of_the_opponent():
    game = f"{broken_games.__file__}:Vague"
    done = piped("a1\na2\na3\n", game, "--opponent", "random")
    assert done.returncode == 2
    assert "legal_actions must be ints; got [" in done.stderr
    assert "forfeit" not in done.stdout


def test_a_traceback_is_printed_on_request():
    done = subprocess.run(
        [*COMMAND, "explain", name_of("outcome")],
        capture_output=True,
        text=True,
        check=False,
        env={"TENGEN_TRACEBACK": "1", "COLUMNS": "100"},
    )
    assert 'raise ZeroDivisionError("something' in done.stderr
    assert done.stderr.strip().splitlines()[-1].startswith("error: broken, after moves")
