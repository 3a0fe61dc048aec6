"""Absurd numbers: one line each, with the limit named, before anything is begun."""

import importlib
import re

import pytest
import typer

from tengen import RolloutEvaluator, load_evaluator, load_game
from tengen.play import searching
from tengen.play.searching import TREE_MEGABYTES, playing_config

explaining = importlib.import_module("tengen.cli.explain")  # the package has a command of that name

HUGE = str(10**22)
MATCH = ("random", "mcts@5", "--game", "tictactoe", "--no-store")


@pytest.mark.parametrize(
    ("arguments", "limit"),
    [
        (("explain", "tictactoe", "--simulations", HUGE), "1000000000"),
        (("explain", "tictactoe", "--simulations", "0"), "1"),
        (("explain", "tictactoe", "--depth", HUGE), "1000"),
        (("explain", "tictactoe", "--trace", HUGE), "1000"),
        (("explain", "tictactoe", "--seed", str(10**30)), str(2**64 - 1)),
        (("train", "tictactoe", "--minutes", "nan"), "10000000"),
        (("train", "tictactoe", "--minutes", "-1"), "0"),
        (("train", "tictactoe", "--minutes", "1e300"), "10000000"),
        (("train", "tictactoe", "--generations", HUGE), "99999"),
        (("train", "tictactoe", "-o", f"run.seed={10**30}"), f"{2**64 - 1:,}"),
        (("train", "tictactoe", "-o", "run.threads=99999"), "1,024"),
        (("estimate", "tictactoe", "--seconds", "1e300"), "86400"),
        (("estimate", "tictactoe", "--seconds", "nan"), "86400"),
        (("match", *MATCH, "--games", str(10**12)), "100000"),
        (("match", *MATCH, "--games", "0"), "1"),
        (("match", *MATCH, "--workers", str(10**6)), "1024"),
        (("match", *MATCH, "--seed", "-1"), "0"),
        (("match", *MATCH, "--seed", str(10**30)), str(2**64 - 1)),
        (("ladder", *MATCH, "--games", str(10**12)), "100000"),
        (("ladder", *MATCH, "--workers", str(10**6)), "1024"),
        (("ladder", *MATCH, "--simulations", HUGE), "1000000000"),
        (("ladder", *MATCH, "--seed", str(10**30)), str(2**64 - 1)),
        (("measure", "tictactoe", "--simulations", f"1,{HUGE}"), "1,000,000,000"),
        (("measure", "tictactoe", "--positions", HUGE), "100000"),
        (("measure", "tictactoe", "--threads", "99999"), "1024"),
        (("measure", "tictactoe", "--seed", str(10**30)), str(2**64 - 1)),
        (("engine", "--threads", "99999"), "1024"),
        (("engine", "--threads", "0"), "1"),
        (("engine", "--seed", str(10**30)), str(2**64 - 1)),
        (("play", "tictactoe", "--level", HUGE), "10"),
        (("play", "tictactoe", "--seed", str(10**30)), str(2**64 - 1)),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else value,
)
def test_a_number_beyond_all_measure_is_one_line_with_the_limit(
    tengen, tmp_path, monkeypatch, arguments, limit
):
    monkeypatch.chdir(tmp_path)
    answer = tengen(*arguments)
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert answer.stderr.startswith("error: ")
    assert answer.stderr.count("\n") == 1
    assert f" {limit}" in answer.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_search_that_fills_its_memory_ends_and_says_so(monkeypatch, capsys):
    for module in (explaining, searching):
        monkeypatch.setattr(module, "TREE_MEGABYTES", 1)
    app = typer.Typer()
    app.command()(explaining.explain)
    budget = ["--simulations", "1000000000", "--evaluator", "rollout"]
    app(["gomoku:15x15/5", *budget], standalone_mode=False)
    shown = " ".join(capsys.readouterr().out.split())
    assert re.search(
        r"ended after [0-9,]+ simulations: its tree has reached the limit of 1 MB", shown
    )


def test_every_player_has_a_limit_for_its_tree():
    game = load_game("gomoku:15x15/5")
    for evaluator in (RolloutEvaluator(), load_evaluator("uniform")):
        for one_tree in (False, True):
            config = playing_config(game, evaluator, one_tree=one_tree)
            assert config.memory_mb == TREE_MEGABYTES
