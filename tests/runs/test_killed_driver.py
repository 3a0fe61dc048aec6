"""The driver of a run with workers is killed: they end with it, and the run continues."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.runs.tiny import result_of, tiny_config, train_in

if sys.platform != "linux":
    pytest.skip("the processes of a machine are found in /proc", allow_module_level=True)

from tests.runs.children import stored

CONFIG = tiny_config(
    "run.generations=3",
    "run.games_per_generation=80",
    "selfplay.simulations=100",
    "ladder.every=10",
)
TRAIN = [sys.executable, "-c", "from tengen.cli import main; main()", "train"]
PROCESSES, RAY = ["--workers", "2"], ["--ray", "local", "--workers", "2"]


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    file = tmp_path_factory.mktemp("settings") / "tiny.toml"
    file.write_text(CONFIG.to_toml(), encoding="utf-8")
    return str(file)


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    path = tmp_path_factory.mktemp("expected") / "run"
    train_in(path, CONFIG)
    return games_and_weights(path)


def games_and_weights(path):
    games, nets, _, state = result_of(path)
    return games, nets, state


def parents():
    """The parent of each process of this machine."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if state != "Z":
            found[int(folder.name)] = int(parent)
    return found


def descendants(pid):
    known = parents()
    found, new = set(), {pid}
    while new:
        new = {child for child, parent in known.items() if parent in new}
        found |= new
    return found


def train_until_killed(path, settings, workers):
    """Kills the driver in the middle of self-play; returns the processes that it had started."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([*TRAIN, settings, "--run", str(path), *workers], **quiet) as driver:
        while not stored(path)[0]:
            assert driver.poll() is None
            time.sleep(0.01)
        started = descendants(driver.pid)
        driver.kill()
    return started


def resume(path, workers):
    command = [*TRAIN, "--resume", "--run", str(path), *workers]
    program = subprocess.run(command, capture_output=True, text=True)
    assert program.returncode == 0, program.stderr


@pytest.mark.parametrize(
    ("workers", "later"),
    [
        pytest.param(PROCESSES, PROCESSES, id="processes"),
        pytest.param(PROCESSES, [], id="processes, then none", marks=pytest.mark.slow),
        pytest.param(RAY, PROCESSES, id="Ray, then processes"),
    ],
)
def test_workers_end_with_a_killed_driver_and_the_run_continues(
    tmp_path, settings, expected, workers, later
):
    path = tmp_path / "run"
    started = train_until_killed(path, settings, workers)
    assert len(started) >= 2
    games, _ = stored(path)
    assert 0 < len(games) < len(expected[0])
    while started & parents().keys():
        time.sleep(0.05)
    resume(path, later)
    assert games_and_weights(path) == expected
