"""A run that was killed and resumed equals one that was left alone, bit for bit."""

import os
import random
import signal
import sys

import pytest

from tests.runs.tiny import result_of, tiny_config, train_in

if sys.platform == "win32":
    pytest.skip("there is no SIGKILL", allow_module_level=True)

from tests.runs.children import start_training, stored_games, train_until_write

LONGER = ("run.generations=8", "run.games_per_generation=30", "run.window=600")
SHORT = ("run.generations=2", "run.games_per_generation=3", "learner.batch_size=8")


def uninterrupted(path, overrides):
    train_in(path, tiny_config(*overrides))
    return result_of(path)


def train_until_killed(path, overrides, seconds):
    """Kills a training process after some time; the games that were stored by then."""
    child, begun = start_training(path, overrides)
    begun.wait(60)
    child.join(seconds)
    seen = stored_games(path)
    child.kill()
    child.join()
    return seen


def check_kills(tmp_path, kills, seed):
    expected, path = uninterrupted(tmp_path / "left-alone", LONGER), tmp_path / "killed"
    chance, seen = random.Random(seed), set()
    for _ in range(kills):
        seen |= train_until_killed(path, LONGER, chance.expovariate(1 / 0.06))
        assert seen <= stored_games(path)
    train_in(path, tiny_config(*LONGER))
    assert result_of(path) == expected


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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_run_in_good_order_and_it_goes_on_as_if_nothing_happened(
    tmp_path, number
):
    expected, path = uninterrupted(tmp_path / "left-alone", LONGER), tmp_path / "stopped"
    for _ in range(3):
        child, begun = start_training(path, LONGER)
        begun.wait(60)
        child.join(0.05)
        os.kill(child.pid, number)
        child.join()
        assert child.exitcode == 0
    train_in(path, tiny_config(*LONGER))
    assert result_of(path) == expected
