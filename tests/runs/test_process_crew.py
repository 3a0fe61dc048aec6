"""Workers as processes: what their driver does not wait for, and what it notices."""

import os
import signal
import threading
import time
from dataclasses import replace

import pytest

from tengen import load_game
from tengen.errors import RunError
from tengen.nets import Architecture
from tengen.runs import process_crew
from tengen.runs.errands import PlayErrand, unpack
from tengen.runs.process_crew import ProcessCrew
from tengen.runs.stages import play_settings
from tengen.selfplay import Games
from tests.nets.example_nets import random_checkpoint
from tests.runs.tiny import tiny_config

GAME = load_game("tictactoe")
LARGE = random_checkpoint("tictactoe", Architecture.resnet(GAME, blocks=4, channels=64))
"""More than a megabyte: no pipe holds that."""
ERRAND = PlayErrand(0, (LARGE.weights_sha256,), play_settings(tiny_config()), Games(1, 0, range(2)))


@pytest.fixture
def crew():
    crew = ProcessCrew(1)
    yield crew
    crew.close()


def wait_for_worker(crew):
    while not crew.workers():
        time.sleep(0.05)
    return crew.workers()[0]


def wait_for_answers(crew):
    while not (answers := crew.answers(1)):
        pass
    return answers


def test_there_is_a_worker_from_the_beginning(crew):
    assert crew.workers() == ["process 1"]


def test_a_killed_process_is_a_worker_again_once_another_has_started(crew):
    os.kill(crew.pid("process 1"), signal.SIGKILL)
    (answer,) = wait_for_answers(crew)
    assert "signal 9" in answer.trouble
    assert crew.workers() == []
    assert wait_for_worker(crew) == "process 1"


def test_a_process_that_does_not_read_does_not_hold_up_the_driver(crew):
    (worker,) = crew.workers()
    os.kill(crew.pid(worker), signal.SIGSTOP)
    crew.publish(LARGE)
    sending = threading.Thread(target=crew.send, args=(worker, ERRAND), daemon=True)
    sending.start()
    sending.join(20)
    is_waiting = sending.is_alive()
    os.kill(crew.pid(worker), signal.SIGCONT)
    assert not is_waiting
    (answer,) = wait_for_answers(crew)
    assert len(unpack(answer.data).records) == 2


def test_a_process_that_does_not_read_is_replaced_with_what_was_sent_to_it(crew):
    (worker,) = crew.workers()
    os.kill(crew.pid(worker), signal.SIGSTOP)
    crew.publish(LARGE)
    crew.send(worker, ERRAND)
    crew.replace(worker)
    assert wait_for_worker(crew) == worker
    crew.send(worker, replace(ERRAND, number=1))
    (answer,) = wait_for_answers(crew)
    assert unpack(answer.data).number == 1


def _falls_over(pipe):
    os._exit(3)


def test_processes_that_never_start_end_the_run(monkeypatch):
    monkeypatch.setattr(process_crew, "_serve", _falls_over)
    with pytest.raises(RunError, match=r"^5 .* ended as soon as they had started \(exit code 3\)"):
        ProcessCrew(2)
