"""Curves are written with TensorBoard's own reader as the reference; runs go on without it."""

import threading

from tensorboard.backend.event_processing.event_file_loader import LegacyEventFileLoader

from tengen.runs import tensorboard
from tengen.runs.events import NetChecked

from .tiny import tiny_config, train_in


def points(folder):
    """(tag, step) of everything that was written."""
    files = sorted(folder.glob("events.*"))
    events = [event for file in files for event in LegacyEventFileLoader(str(file)).Load()]
    return [(value.tag, event.step) for event in events for value in event.summary.value]


def test_every_generation_and_match_is_a_point(tmp_path):
    train_in(
        tmp_path / "run",
        tiny_config(),
        observers=tensorboard.tensorboard_observers(tmp_path / "curves"),
    )
    written = points(tmp_path / "curves")
    assert [step for tag, step in written if tag == "loss/policy"] == [0, 1, 2, 3]
    assert [step for tag, step in written if tag == "ladder/score"] == [2, 4]
    assert [step for tag, step in written if tag == "checks/opening_value"] == [0, 1, 2, 3, 4]
    assert ("selfplay/mean_plies", 0) in written


def test_curves_whose_folder_vanishes_are_given_up_without_a_word(tmp_path, capfd):
    threads = threading.active_count()
    [observer] = tensorboard.tensorboard_observers(tmp_path / "curves")
    (tmp_path / "curves").rename(tmp_path / "elsewhere")
    observer.observe(NetChecked(1, "000001", {"checks/opening_value": 0.5}))
    assert not (tmp_path / "curves").exists()
    assert capfd.readouterr() == ("", "")
    assert threading.active_count() <= threads


def test_without_the_package_nobody_writes(tmp_path, monkeypatch):
    monkeypatch.setattr(tensorboard, "is_installed", lambda package: False)
    assert tensorboard.tensorboard_observers(tmp_path / "curves") == []
    assert not (tmp_path / "curves").exists()
