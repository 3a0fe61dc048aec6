"""Training in other processes: how they are found, stopped, and what they leave to read."""

import os
import signal
import threading

import pytest

from tengen.errors import RunError
from tengen.replay.lock import Process, RunLock, is_locked
from tengen.runs import RunDirectory
from tengen.runs.announcing import announced, trained_on_this_computer
from tengen.runs.background import last_error
from tengen.runs.stopping import stop_run

from .children import TrainingChild
from .tiny import tiny_config, train_in


def test_a_signature_names_a_process():
    own = Process.own()
    assert own.number == os.getpid()
    assert Process.signed(str(own)) == own


@pytest.mark.parametrize(
    "signature", ["", "process 0 on x", "process -1 on x", "process 1", "http://127.0.0.1:8290/"]
)
def test_other_signatures_name_none(signature):
    assert Process.signed(signature) is None


def test_a_run_that_another_process_trains_stops_after_its_step_and_resumes(tmp_path):
    overrides = ["run.generations=500"]
    child = TrainingChild(tmp_path / "run", overrides)
    directory = RunDirectory(tmp_path / "run")
    child.wait_for_a_generation()
    trainer = directory.trainer
    assert trainer is not None
    assert trainer.number == child.process.pid
    assert stop_run(directory) == trainer
    child.process.join()
    assert child.process.exitcode == 0
    assert directory.trainer is None
    with pytest.raises(RunError, match="nothing trains"):
        stop_run(directory)


def test_nothing_is_stopped_without_a_run(tmp_path):
    with pytest.raises(RunError, match="there is no run"):
        stop_run(RunDirectory(tmp_path))


def test_a_process_of_another_computer_is_not_touched(tmp_path, monkeypatch):
    train_in(tmp_path / "run", tiny_config("run.generations=1"))
    directory = RunDirectory(tmp_path / "run")
    asked = []
    monkeypatch.setattr(os, "kill", lambda *call: asked.append(call))
    lock = RunLock(directory.lock)
    try:
        lock.sign("process 77 on elsewhere")
        with pytest.raises(RunError, match="process 77 on elsewhere: stop it on that computer"):
            stop_run(directory)
        lock.sign("somebody")
        with pytest.raises(RunError, match="does not say which process"):
            stop_run(directory)
        assert asked == []
        lock.sign(str(Process(77, Process.own().host)))
        stop_run(directory)
        assert asked == [(77, signal.SIGTERM)]
    finally:
        lock.release()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", ""),
        ("generation 1\n", ""),
        ("generation 1\nerror: the disk is full\n", "the disk is full"),
        ("error: the disk is full\ngeneration 2\n", ""),
    ],
)
def test_the_error_that_a_log_ends_with_is_found(tmp_path, text, error):
    log = tmp_path / "train.log"
    log.write_text(text)
    assert last_error(log) == error
    assert last_error(tmp_path / "nothing") == ""


def test_runs_of_one_computer_know_of_each_other(tmp_path):
    before = trained_on_this_computer()
    with announced(tmp_path / "one"), announced(tmp_path / "two"):
        assert {tmp_path / "one", tmp_path / "two"} <= set(trained_on_this_computer())
    assert trained_on_this_computer() == before


def test_a_run_trains_where_nobody_can_be_told(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(file))
    with announced(tmp_path / "one"):
        assert trained_on_this_computer() == []


def test_whoever_looks_at_a_lock_keeps_nobody_from_taking_it(tmp_path):
    path, is_over = tmp_path / "run.lock", threading.Event()

    def look():
        while not is_over.is_set():
            is_locked(path)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        for _ in range(2000):
            RunLock(path).release()
    finally:
        is_over.set()
        looking.join()
