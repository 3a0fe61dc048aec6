"""What evaluates at workers, and with how much of the machine."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from tengen import load_game
from tengen.runs.errands import MatchErrand, PlayErrand, do_errand, unpack
from tengen.runs.stages import match_settings, play_settings
from tengen.selfplay import Games
from tests.nets.example_nets import random_checkpoint
from tests.runs.tiny import tiny_config

HEX = Path(__file__).parents[2] / "examples" / "hex.py"
CONFIG = tiny_config("run.evaluator=torch")


def net_of(config):
    name = config.run.game
    return random_checkpoint(name, config.net.architecture(load_game(name)))


@pytest.fixture
def four_torch_threads():
    before = torch.get_num_threads()
    torch.set_num_threads(4)
    yield
    torch.set_num_threads(before)


@pytest.mark.usefixtures("four_torch_threads")
@pytest.mark.parametrize("kind", ["games", "match"])
def test_torch_at_a_worker_uses_the_threads_of_the_worker_only(kind):
    net = net_of(CONFIG)
    nets = (net.weights_sha256,)
    errand = {
        "games": PlayErrand(0, nets, play_settings(CONFIG), Games(1, 0, range(2))),
        "match": MatchErrand(0, nets, match_settings(CONFIG, 10, 1), range(2)),
    }[kind]
    assert not unpack(do_errand(errand, {net.weights_sha256: net})).trouble
    assert torch.get_num_threads() == 1


@pytest.mark.usefixtures("four_torch_threads")
def test_the_core_at_a_worker_leaves_torch_alone():
    net, native = net_of(CONFIG), replace(play_settings(CONFIG), backend="native")
    do_errand(PlayErrand(0, (net.weights_sha256,), native, Games(1, 0, [0])), {})
    assert torch.get_num_threads() == 4


def test_rules_of_ones_own_are_read_once_by_a_worker_as_by_the_driver(tmp_path):
    """Edited ones count when the run is resumed."""
    file = tmp_path / "own.py"
    file.write_text(HEX.read_text(encoding="utf-8"), encoding="utf-8")
    config = tiny_config("selfplay.simulations=4", f"run.game={file}:Hex")
    net, settings = net_of(config), play_settings(config)
    errand = PlayErrand(0, (net.weights_sha256,), settings, Games(1, 0, [0]))
    first = unpack(do_errand(errand, {net.weights_sha256: net}))
    file.write_text("raise ValueError('half an edit')", encoding="utf-8")
    second = unpack(do_errand(errand, {net.weights_sha256: net}))
    assert second.records == first.records != ()


def test_each_gpu_of_a_cluster_gets_a_worker_that_uses_torch():
    """Ray counts the GPUs that a node declares: none has to be there."""
    command = [sys.executable, "-m", "tests.runs.ray_gpu"]
    program = subprocess.run(command, capture_output=True, text=True)
    assert program.returncode == 0, program.stderr
    told = json.loads(program.stdout)
    assert told["without"] == {"worker 1": "torch"}
    assert told["with"] == {"worker 1": "torch", "worker 2": "core", "GPU worker 1": "torch"}
    assert told["free"] == 0
    assert told["native"] == {"worker 1": "core", "worker 2": "core", "worker 3": "core"}
