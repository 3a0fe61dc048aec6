"""A run whose folder vanishes while it is trained ends with an error, and begins nothing anew."""

import shutil

import pytest

from tengen.errors import RunError, StoreError
from tengen.runs import Observers, Run, Stop, train
from tengen.runs.events import GenerationDone, LadderMatchPlaying, Learning, NetChecked, Playing
from tests.runs.tiny import result_of, tiny_config, train_in

CONFIG = tiny_config("run.generations=3", "run.games_per_generation=3", "learner.batch_size=8")


class At:
    """Does something once, at the first event of a kind."""

    def __init__(self, kind, act):
        self.kind, self.act = kind, act

    def observe(self, event):
        if self.act is not None and isinstance(event, self.kind):
            act, self.act = self.act, None
            act()


def vanishes(folder):
    shutil.rmtree(folder)


def moves(folder):
    folder.rename(folder.with_name("elsewhere"))


def moves_and_is_copied_back(folder):
    moves(folder)
    shutil.copytree(folder.with_name("elsewhere"), folder)


def loses_its_database(folder):
    (folder / "run.db").unlink()


STEPS = [Playing, Learning, NetChecked, GenerationDone, LadderMatchPlaying]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.__name__)
@pytest.mark.parametrize(
    "trouble", [vanishes, moves, loses_its_database], ids=lambda act: act.__name__
)
def test_a_run_that_vanishes_ends_with_an_error(tmp_path, trouble, step):
    folder = tmp_path / "run"
    with pytest.raises((StoreError, RunError), match=r"was moved, removed or replaced|cannot be w"):
        train_in(folder, CONFIG, observers=[At(step, lambda: trouble(folder))])
    assert folder.exists() == (trouble is loses_its_database)


def test_what_was_stored_moves_with_the_folder_and_goes_on_there(tmp_path):
    train_in(tmp_path / "left-alone", CONFIG)
    folder = tmp_path / "run"
    with pytest.raises(StoreError):
        train_in(folder, CONFIG, observers=[At(GenerationDone, lambda: moves(folder))])
    train_in(tmp_path / "elsewhere", CONFIG)
    assert result_of(tmp_path / "elsewhere") == result_of(tmp_path / "left-alone")


def test_a_copy_in_its_place_is_not_written_to(tmp_path):
    folder = tmp_path / "run"
    act = At(GenerationDone, lambda: moves_and_is_copied_back(folder))
    with pytest.raises(StoreError, match="replaced"):
        train_in(folder, CONFIG, observers=[act])
    assert not (folder / "checkpoints" / "00002").exists()


def test_a_run_that_vanishes_at_its_very_end_is_not_called_a_success(tmp_path):
    folder = tmp_path / "run"
    train_in(folder, CONFIG)
    run = Run.resume(folder)
    shutil.rmtree(folder)
    with pytest.raises(StoreError, match="was moved, removed or replaced"):
        train(run, Stop(), Observers([]))
    run.close()


def test_a_checkpoints_folder_that_cannot_be_written_ends_the_run(tmp_path):
    folder = tmp_path / "run"

    def block():
        shutil.rmtree(folder / "checkpoints")
        (folder / "checkpoints").write_text("a file where a folder was")

    with pytest.raises(RunError, match=r"cannot be written \(.*--resume|add --resume to continue"):
        train_in(folder, CONFIG, observers=[At(Playing, block)])
