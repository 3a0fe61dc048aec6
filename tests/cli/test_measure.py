"""`tengen measure`."""

import json

import pytest

from tengen import load_game
from tengen.nets import Architecture, save_checkpoint
from tests.nets.example_nets import random_checkpoint


@pytest.fixture(scope="module")
def net(tmp_path_factory):
    """A Connect Four net that has learned nothing."""
    path = tmp_path_factory.mktemp("nets") / "untrained.safetensors"
    save_checkpoint(
        random_checkpoint("connect4", Architecture.classic(load_game("connect4"))), path
    )
    return path


def test_a_net_is_measured_alone_and_with_search(tengen, net, tmp_path):
    file = tmp_path / "report.json"
    options = ("--simulations", "0,16", "--positions", "60", "--json", str(file))
    answer = tengen("measure", str(net), *options)
    assert answer.returncode == 0, answer.stderr
    assert answer.stderr == ""
    assert "on 60 positions of connect4" in answer.stdout
    for word in ("net alone", "16 simulations", "phase", "difficulty", "correct result"):
        assert word in answer.stdout
    report = json.loads(file.read_text())
    assert [subject["simulations"] for subject in report["subjects"]] == [0, 16]
    for subject in report["subjects"]:
        keeps, best = subject["moves"]["keeps"], subject["moves"]["best"]
        assert keeps["count"] == best["count"] == 60
        assert best["share"] <= keeps["share"]
        assert keeps["low"] < keeps["share"] < keeps["high"]
        bins = subject["values"]["calibration"]
        assert sum(each["count"] for each in bins) == 60
        for each in bins:
            assert each["real_low"] <= each["real"] <= each["real_high"]
            assert each["real_low"] < each["real_high"]
            bounds = f"{100 * each['real_low']:.0f}-{100 * each['real_high']:.0f}"
            assert f"{each['real']:.0%} {bounds} ({each['count']})" in answer.stdout
    file.unlink()
    again = tengen("measure", str(net), *options)
    assert again.stdout == answer.stdout


def test_a_net_with_a_budget_tells_its_game(tengen, net):
    answer = tengen("measure", f"net:{net}@4", "--positions", "20")
    assert answer.returncode == 0, answer.stderr
    assert "on 20 positions of connect4" in " ".join(answer.stdout.split())


def test_a_player_is_measured_on_a_small_game(tengen):
    answer = tengen("measure", "perfect", "--game", "tictactoe", "--positions", "50")
    assert answer.returncode == 0, answer.stderr
    row = next(line for line in answer.stdout.splitlines() if line.startswith("perfect  "))
    assert row.split()[1] == row.split()[3] == "100.0%"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mcts@10"], "--game"),
        (["engine:anything", "--game", "gomoku:7x7/5"], "programs cannot be measured"),
        (["nowhere"], "there is no net 'nowhere'"),
        (["random", "--game", "othello"], "small m,n,k games only"),
        (["random", "--game", "connect4", "--simulations", "ten"], "got 'ten'"),
        (["random", "--game", "connect4", "--json", "no/such/folder.json"], "does not exist"),
    ],
)
def test_what_cannot_be_measured_is_one_line(tengen, arguments, message):
    answer = tengen("measure", *arguments)
    assert answer.returncode == 2
    assert message in answer.stderr
    assert "Traceback" not in answer.stderr
