"""Games by nets that are two generations old: the same run, whoever plays it."""

import signal

import pytest

from tengen.runs import Observers, Stop, train
from tengen.runs.events import GenerationDone, Learning
from tengen.runs.executor import CrewExecutor, Inline
from tengen.runs.process_crew import ProcessCrew
from tests.runs.tiny import open_run, result_of, tiny_config

CONFIG = tiny_config("run.generations=6", "run.games_per_generation=24", "run.net_age=2")


@pytest.fixture(scope="module")
def processes():
    crew = ProcessCrew(2)
    yield crew
    crew.close()


@pytest.fixture
def executors(processes):
    return {"inline": Inline, "processes": lambda: CrewExecutor(processes)}


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    path = tmp_path_factory.mktemp("expected") / "run"
    train_with(path, Inline())
    return result_of(path)


class Interrupts:
    """Ctrl-C after a generation, or while a net learns and workers play games of later ones."""

    def __init__(self, moment):
        self._moment, self._is_due = moment, False

    def observe(self, event):
        if isinstance(event, GenerationDone) and event.generation == 2:
            self._is_due = True
        if self._is_due and isinstance(event, self._moment):
            signal.raise_signal(signal.SIGINT)
            self._is_due = False


def train_with(path, executor, observers=()):
    run, stop = open_run(path, CONFIG), Stop()
    try:
        with stop.listening():
            train(run, stop, Observers(observers), executor)
    finally:
        run.close()


def test_the_nets_are_two_generations_old(expected):
    games, *_ = expected
    nets = {identity[:6]: checkpoint for identity, (checkpoint, _) in games.items()}
    assert list(dict(sorted(nets.items())).values()) == [
        *("00000", "00000", "00000"),
        *("00001", "00002", "00003"),
    ]


def test_workers_play_the_same_run(tmp_path, executors, expected):
    train_with(tmp_path / "run", executors["processes"]())
    assert result_of(tmp_path / "run") == expected


@pytest.mark.parametrize("moment", [GenerationDone, Learning])
@pytest.mark.parametrize("names", [("inline", "processes"), ("processes", "inline")])
def test_a_stop_changes_nothing(tmp_path, executors, expected, names, moment):
    first, then = (executors[name]() for name in names)
    train_with(tmp_path / "run", first, [Interrupts(moment)])
    assert len(result_of(tmp_path / "run")[1]) < len(expected[1])
    train_with(tmp_path / "run", then)
    assert result_of(tmp_path / "run") == expected
