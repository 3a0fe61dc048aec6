"""Full disks, damaged files, other versions, other processes: nothing is lost, errors are clear."""

import errno
import shutil
import sqlite3
from pathlib import Path

import pytest

from tengen.errors import ArchitectureError, RunError, StoreError, TengenError
from tengen.nets import load_checkpoint
from tengen.replay.store import RunStore
from tengen.runs import Run
from tests.runs.faults import counted_writes
from tests.runs.tiny import open_run, result_of, tiny_config, train_in

SHORT = tiny_config("run.generations=2", "run.games_per_generation=3", "learner.batch_size=8")


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A run that was left alone; to be copied, not touched."""
    path = tmp_path_factory.mktemp("runs") / "left-alone"
    train_in(path, tiny_config())
    return path


@pytest.fixture
def run_folder(finished, tmp_path):
    shutil.copytree(finished, tmp_path / "copy")
    return tmp_path / "copy"


def full_disk(number):
    """At this write and at all later ones the disk is full."""

    def act(count):
        if count >= number:
            raise OSError(errno.ENOSPC, "No space left on device")

    return act


def failing_database(number):
    def act(count):
        if count == number:
            raise sqlite3.OperationalError("disk I/O error")

    return act


def train_with(act, path, expected_errors):
    """Whether training got to its end."""
    try:
        with counted_writes(act):
            train_in(path, SHORT)
    except expected_errors:
        return False
    return True


@pytest.mark.parametrize(("trouble", "step"), [(full_disk, 1), (failing_database, 5)])
def test_a_failing_write_at_any_step_leaves_a_run_that_goes_on_to_the_same_end(
    tmp_path, trouble, step
):
    train_in(tmp_path / "left-alone", SHORT)
    expected, number = result_of(tmp_path / "left-alone"), 0
    while not train_with(
        trouble(number), tmp_path / f"{number}", (OSError, RunError, sqlite3.Error)
    ):
        train_in(tmp_path / f"{number}", SHORT)
        assert result_of(tmp_path / f"{number}") == expected
        number += step
    assert number > 40


def test_a_disk_that_fills_while_saving_is_named(run_folder):
    run = Run.resume(run_folder)
    with counted_writes(full_disk(0)), pytest.raises(RunError, match=r"No space left.*--resume"):
        run.save()
    run.close()


@pytest.mark.parametrize("name", ["learner.safetensors", "weights.safetensors", "manifest.json"])
def test_a_damaged_newest_checkpoint_is_made_again_from_the_one_before(run_folder, name):
    expected = result_of(run_folder)
    newest = run_folder / "checkpoints" / "00004" / name
    data = bytearray(newest.read_bytes())
    data[len(data) // 2] ^= 0x55
    newest.write_bytes(data)
    train_in(run_folder, tiny_config())
    assert result_of(run_folder) == expected


def test_games_after_the_state_that_is_gone_back_to_are_kept_and_not_learned_from_early(tmp_path):
    """The newest net is lost when some games played by it are stored already."""
    path = tmp_path / "run"
    train_in(path, tiny_config("run.generations=3"))
    text = (path / "config.toml").read_text()
    (path / "config.toml").write_text(text.replace("generations = 3", "generations = 4", 1))
    train_in(path, tiny_config())
    expected = result_of(path)
    shutil.rmtree(path / "checkpoints" / "00004")
    (path / "checkpoints" / "00003" / "learner.safetensors").unlink()
    with pytest.raises(RunError, match="has no state to go on from"):
        Run.resume(path)
    restore_second_generation(path, tmp_path / "other")
    train_in(path, tiny_config())
    assert result_of(path) == expected


def restore_second_generation(path, other):
    """Puts a learner's state back that the run has long removed: games of two generations wait."""
    train_in(other, tiny_config("run.generations=2"))
    shutil.copy(other / "checkpoints" / "00002" / "learner.safetensors", path / "checkpoints/00002")


def test_a_run_killed_before_its_first_save_begins_again(finished, tmp_path):
    path = tmp_path / "run"
    path.mkdir()
    shutil.copy(finished / "config.toml", path)
    train_in(path, tiny_config())
    assert result_of(path) == result_of(finished)


def test_a_second_process_on_a_run_is_refused(run_folder):
    first = Run.resume(run_folder)
    with pytest.raises(StoreError, match=r"in use by process \d+"):
        Run.resume(run_folder)
    first.close()
    Run.resume(run_folder).close()


def test_a_run_is_free_again_after_a_failed_start(run_folder):
    shutil.rmtree(run_folder / "checkpoints")
    for _ in range(2):
        with pytest.raises(RunError, match="has no state to go on from"):
            Run.resume(run_folder)


def test_beginning_where_a_run_is_or_resuming_where_none_is_are_errors(run_folder, tmp_path):
    with pytest.raises(RunError, match="holds a run already: add --resume"):
        Run.begin(run_folder, tiny_config())
    with pytest.raises(RunError, match="there is no run in"):
        Run.resume(tmp_path / "nowhere")


def test_a_board_too_large_for_nets_is_refused_before_anything_is_written(tmp_path):
    source = (Path(__file__).parents[2] / "examples" / "hex.py").read_text()
    assert "SIZE = 7" in source
    large = tmp_path / "large.py"
    large.write_text(source.replace("SIZE = 7", "SIZE = 21"))
    with pytest.raises(ArchitectureError, match="from 3x3 to 20x20; this game's is 21x21"):
        Run.begin(tmp_path / "run", tiny_config(f"run.game={large}:Hex"))
    assert not (tmp_path / "run").exists()


def test_a_run_of_a_newer_version_is_left_alone(run_folder):
    with RunStore(run_folder / "run.db") as store:
        store.set_fact("schema_version", "99")
    before = (run_folder / "run.db").read_bytes()
    with pytest.raises(StoreError, match="schema version 99, made by another Tengen"):
        Run.resume(run_folder)
    assert (run_folder / "run.db").read_bytes() == before


def test_a_config_with_a_setting_of_a_newer_version_is_named(run_folder):
    with (run_folder / "config.toml").open("a") as file:
        file.write("brand_new = 1\n")
    with pytest.raises(TengenError, match="brand_new"):
        Run.resume(run_folder)


def test_a_finished_run_has_nothing_left_to_do(run_folder):
    expected = result_of(run_folder)
    ended = train_in(run_folder, tiny_config())
    assert ended.reason == "all generations are done"
    assert result_of(run_folder) == expected


def test_the_net_in_use_after_resuming_is_the_newest_one(run_folder):
    run = open_run(run_folder, None)
    assert run.checkpoint == "00004"
    newest = load_checkpoint(run_folder / "checkpoints" / run.checkpoint)
    assert run.learner.checkpoint().weights_sha256 == newest.weights_sha256
    run.close()
