"""A run that was killed and resumed equals one that was left alone, bit for bit."""

import itertools
import os
import random
import shutil
import signal
import sys
import time

import pytest

from tengen import load_game
from tengen.nets import save_checkpoint
from tengen.runs import RunDirectory
from tengen.runs.from_net import find_origin
from tengen.runs.summary import summarise
from tests.nets.example_nets import random_checkpoint
from tests.runs.tiny import result_of, tiny_config, train_in

if sys.platform == "win32":
    pytest.skip("there is no SIGKILL", allow_module_level=True)

from tests.runs.children import TrainingChild, stored, train_until_write

LONGER = ("run.generations=8", "run.games_per_generation=30", "run.window=600")
SHORT = ("run.generations=2", "run.games_per_generation=3", "learner.batch_size=8")


def uninterrupted(path, overrides):
    train_in(path, tiny_config(*overrides))
    return result_of(path)


def train_until_killed(path, overrides, finishes_one, seconds):
    """Kills a training process some time after it began, or after its first generation.

    What was stored by then, and whether it was killed before the run was over.
    """
    child = TrainingChild(path, overrides)
    if finishes_one:
        child.wait_for_a_generation()
    child.process.join(seconds)
    seen = stored(path)
    child.process.kill()
    child.process.join()
    return *seen, child.process.exitcode == -signal.SIGKILL


def check_kills(tmp_path, kills, seed):
    """At moments all over a run, whatever the machine's speed: before and after any checkpoint."""
    started = time.monotonic()
    expected = uninterrupted(tmp_path / "left-alone", LONGER)
    generation_seconds = (time.monotonic() - started) / 8
    chance, states, runs = random.Random(seed), set(), itertools.count()
    while kills > 0:
        path, games, killed = tmp_path / f"killed-{next(runs)}", set(), True
        while kills > 0 and killed:
            wait = (chance.random() < 0.3, chance.random() * generation_seconds)
            seen, checkpoints, killed = train_until_killed(path, LONGER, *wait)
            games |= seen
            assert games <= stored(path)[0]
            states.add(checkpoints)
            kills -= killed
        train_in(path, tiny_config(*LONGER))
        assert result_of(path) == expected
    assert len(states) > 3


def test_twenty_kills_change_nothing(tmp_path):
    check_kills(tmp_path, kills=20, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_two_hundred_kills_change_nothing(tmp_path, seed):
    check_kills(tmp_path, kills=20, seed=seed)


def check_kill_before_write(tmp_path, expected, number):
    path = tmp_path / f"write-{number}"
    code = train_until_write(path, SHORT, number)
    train_in(path, tiny_config(*SHORT))
    assert result_of(path) == expected
    return code == -signal.SIGKILL


def check_writes(tmp_path, step):
    expected = uninterrupted(tmp_path / "left-alone", SHORT)
    number = 0
    while check_kill_before_write(tmp_path, expected, number):
        number += step
    assert number > 40


def test_a_kill_before_some_writes_changes_nothing(tmp_path):
    check_writes(tmp_path, step=7)


@pytest.mark.slow
def test_a_kill_before_any_write_changes_nothing(tmp_path):
    check_writes(tmp_path, step=1)


def test_a_run_from_a_net_that_is_gone_goes_on_from_its_own_copy(tmp_path):
    net, path, game = tmp_path / "net", tmp_path / "left-alone", load_game("tictactoe")
    small = random_checkpoint(game.name, tiny_config().net.architecture(game))
    save_checkpoint(small, net)
    overrides = (*SHORT, "net.channels=12", "net.blocks=2")
    train_in(path, tiny_config(*overrides), origin=find_origin(str(net)))
    expected, resumed = result_of(path), 0
    for number in range(0, 40, 3):
        path = tmp_path / f"write-{number}"
        save_checkpoint(small, net)
        train_until_write(path, overrides, number, origin=str(net))
        shutil.rmtree(net)
        if (path / "config.toml").is_file():  # before that, there is no run
            train_in(path, tiny_config(*overrides))
            assert result_of(path) == expected
            assert summarise(RunDirectory(path)).origin.net == str(net)
            resumed += 1
    assert resumed > 9


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_run_in_good_order_and_it_goes_on_as_if_nothing_happened(
    tmp_path, number
):
    expected, path = uninterrupted(tmp_path / "left-alone", LONGER), tmp_path / "stopped"
    for _ in range(3):
        child = TrainingChild(path, LONGER).process
        child.join(0.05)
        os.kill(child.pid, number)
        child.join()
        assert child.exitcode == 0
    train_in(path, tiny_config(*LONGER))
    assert result_of(path) == expected
