"""Full disks, damaged files, other versions, other processes: nothing is lost, errors are clear."""

import errno
import re
import shutil
import sqlite3
from pathlib import Path

import pytest

from tengen.errors import ArchitectureError, ConfigError, RunError, StoreError
from tengen.nets import load_checkpoint
from tengen.replay.store import RunStore
from tengen.runs import Run, RunDirectory
from tengen.runs.summary import summarise
from tests.runs.faults import counted_writes
from tests.runs.tiny import open_run, result_of, tiny_config, train_in

CONFIG_NOT_WRITTEN = r"config\.toml cannot be written \(No space left.*free some disk space and try"
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


@pytest.mark.parametrize(
    ("trouble", "step"),
    [
        (full_disk, 5),
        (failing_database, 5),
        pytest.param(full_disk, 1, marks=pytest.mark.slow),
        pytest.param(failing_database, 1, marks=pytest.mark.slow),
    ],
)
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


def test_a_disk_that_is_full_at_the_beginning_is_named(tmp_path):
    with counted_writes(full_disk(0)), pytest.raises(RunError, match=CONFIG_NOT_WRITTEN):
        Run.begin(tmp_path / "run", SHORT)
    Run.begin(tmp_path / "run", SHORT).close()


def test_a_disk_that_is_full_at_another_last_generation_is_named(run_folder):
    with counted_writes(full_disk(0)), pytest.raises(RunError, match=CONFIG_NOT_WRITTEN):
        Run.resume(run_folder, generations=9)
    run = Run.resume(run_folder)  # free again, and as it was
    assert run.config.run.generations == 4
    run.close()


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(
        RunError, match=r"file/run cannot be written \(Not a directory\).*permissions"
    ):
        Run.begin(tmp_path / "file" / "run", SHORT)


def test_a_disk_that_fills_while_saving_is_named(run_folder):
    run = Run.resume(run_folder)
    with counted_writes(full_disk(0)), pytest.raises(RunError, match=r"No space left.*--resume"):
        run.save()
    run.close()


STATE_FILES = ["learner.safetensors", "weights.safetensors", "manifest.json"]


def damage(file):
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0x55
    file.write_bytes(data)


@pytest.mark.parametrize("name", STATE_FILES)
def test_a_damaged_newest_checkpoint_is_made_again_from_the_one_before(run_folder, name):
    expected = result_of(run_folder)
    damage(run_folder / "checkpoints" / "00004" / name)
    train_in(run_folder, tiny_config())
    assert result_of(run_folder) == expected


@pytest.mark.parametrize("name", STATE_FILES)
def test_going_back_to_an_older_state_is_said(run_folder, name):
    damage(run_folder / "checkpoints" / "00004" / name)
    run = Run.resume(run_folder)
    run.close()
    (remark,) = run.remarks
    assert remark.startswith(f"Damaged: {run_folder / 'checkpoints' / '00004'}")
    assert "resumes with net 00003, which plays generation 3" in remark


def test_a_run_in_good_order_goes_on_without_a_remark(run_folder):
    run = Run.resume(run_folder)
    run.close()
    assert run.remarks == []


def test_without_a_state_the_damaged_ones_and_the_newest_whole_net_are_named(run_folder):
    nets = run_folder / "checkpoints"
    damage(nets / "00004" / "manifest.json")
    damage(nets / "00003" / "learner.safetensors")
    with pytest.raises(RunError) as caught:
        Run.resume(run_folder)
    text = str(caught.value)
    assert f"{nets / '00004'}: " in text
    assert f"{nets / '00003' / 'learner.safetensors'}: " in text
    assert text.endswith(f"Its newest undamaged net is {nets / '00003'}")
    assert not [name for name in ("00000", "00001", "00002") if name in text]


def contents(folder):
    """Every file but those that SQLite and the lock keep for themselves."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    passing = (".lock", ".db-shm", ".db-wal")
    return {file: file.read_bytes() for file in files if file.suffix not in passing}


def refused_without_a_change(folder, kind, game=None):
    """What is said to somebody who would give the run more generations."""
    before = contents(folder)
    with pytest.raises(kind) as caught:
        Run.resume(folder, game=game, generations=9)
    assert contents(folder) == before
    return str(caught.value)


def test_a_damaged_game_is_found_before_anything_is_written(run_folder):
    with sqlite3.connect(run_folder / "run.db") as connection:
        connection.execute("UPDATE games SET record = x'00' WHERE id = 'g00003-000004'")
    connection.close()
    text = refused_without_a_change(run_folder, StoreError)
    assert "is damaged (game g00003-000004: " in text
    assert f"Its newest undamaged net is {run_folder / 'checkpoints' / '00004'}" in text
    assert text.endswith("Nothing was changed")


def test_a_damaged_page_is_found_before_anything_is_written(run_folder):
    with RunStore(run_folder / "run.db") as store:
        size = store._one("PRAGMA page_size")[0]
        page = store._one("SELECT rootpage FROM sqlite_master WHERE name = 'games_by_age'")[0]
    content = bytearray((run_folder / "run.db").read_bytes())
    content[(page - 1) * size + 8 : page * size] = bytes([0xAB]) * (size - 8)
    (run_folder / "run.db").write_bytes(content)
    damage(run_folder / "checkpoints" / "00004" / "weights.safetensors")
    text = refused_without_a_change(run_folder, StoreError)
    assert "run.db is damaged" in text
    assert f"Its newest undamaged net is {run_folder / 'checkpoints' / '00003'}" in text


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
    with pytest.raises(RunError, match="has no state to resume from"):
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
        with pytest.raises(RunError, match="has no state to resume from"):
            Run.resume(run_folder)


def test_beginning_where_a_run_is_or_resuming_where_none_is_are_errors(run_folder, tmp_path):
    with pytest.raises(RunError, match="already contains a run: add --resume"):
        Run.begin(run_folder, tiny_config())
    with pytest.raises(RunError, match="there is no run in"):
        Run.resume(tmp_path / "nowhere")


def test_a_board_too_large_for_nets_is_refused_before_anything_is_written(tmp_path):
    source = (Path(__file__).parents[2] / "examples" / "hex.py").read_text()
    assert "SIZE = 7" in source
    large = tmp_path / "large.py"
    large.write_text(source.replace("SIZE = 7", "SIZE = 21"))
    with pytest.raises(ArchitectureError, match="boards up to 20x20; this game has 21x21"):
        Run.begin(tmp_path / "run", tiny_config(f"run.game={large}:Hex"))
    assert not (tmp_path / "run").exists()


def test_a_run_of_a_newer_version_is_left_alone(run_folder):
    with RunStore(run_folder / "run.db") as store:
        store.set_fact("schema_version", "99")
    before = (run_folder / "run.db").read_bytes()
    with pytest.raises(StoreError, match="schema version 99, and this version of Tengen reads"):
        Run.resume(run_folder)
    assert (run_folder / "run.db").read_bytes() == before


def test_a_run_of_another_version_goes_on_with_one_remark(run_folder):
    with RunStore(run_folder / "run.db") as store:
        store.set_fact("tengen_version", "0.0.7")
    first, second = (resumed_and_closed(run_folder) for _ in range(2))
    (remark,) = first.remarks
    assert remark.startswith("Tengen 0.0.7 has trained this run so far")
    assert second.remarks == []


def resumed_and_closed(folder):
    run = Run.resume(folder)
    run.close()
    return run


def test_what_another_version_wrote_and_this_one_cannot_read_is_not_made_again(run_folder):
    with RunStore(run_folder / "run.db") as store:
        store.set_fact("tengen_version", "99.1")
    manifest = run_folder / "checkpoints" / "00004" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"format_version": 1', '"format_version": 2'))
    text = refused_without_a_change(run_folder, RunError)
    assert "was last trained by Tengen 99.1" in text
    assert "has format version 2" in text
    assert "Install Tengen 99.1" in text


def test_a_config_with_a_setting_of_a_newer_version_is_named(run_folder):
    with (run_folder / "config.toml").open("a") as file:
        file.write("brand_new = 1\n")
    with pytest.raises(ConfigError, match=r"config\.toml: .*brand_new.*another version of Tengen"):
        Run.resume(run_folder)


def test_a_config_that_is_no_text_is_named_and_told_in_the_list_of_runs(run_folder):
    (run_folder / "config.toml").write_bytes(b"[run]\n# \xe9\n")
    with pytest.raises(ConfigError, match=r"config\.toml is not UTF-8 text"):
        Run.resume(run_folder)
    summary = summarise(RunDirectory(run_folder))
    assert summary.state == "damaged"
    assert "config.toml is not UTF-8 text" in summary.trouble


MY_GAME = """
from tengen import Game
from tengen.rules.reference import Gomoku

class Mine(Gomoku):
    version = 1
    def __init__(self): super().__init__(3, 3, 3); self.name = "mine"
"""


@pytest.fixture
def my_run(tmp_path):
    """The folder of a run of a game of one's own, and the file of that game."""
    file = tmp_path / "mine.py"
    file.write_text(MY_GAME)
    overrides = (f"run.game={file}:Mine", "run.generations=1", "run.games_per_generation=2")
    train_in(tmp_path / "run", tiny_config(*overrides, "learner.batch_size=4"))
    return tmp_path / "run", file


def test_another_version_of_the_rules_is_refused_with_both_versions(my_run):
    folder, file = my_run
    file.write_text(MY_GAME.replace("version = 1", "version = 99"))
    text = refused_without_a_change(folder, RunError, f"{file}:Mine")
    assert "trained on version 1 of the rules of mine; this Tengen has version 99" in text
    assert "Use the rules that the run started with" in text


RULES_THAT_BREAK = {
    "no corner": "def legal_actions(self, state): return super().legal_actions(state)[1:]",
    "an error of its own": "def next_state(self, state, action): return {}[action]",
}


@pytest.mark.parametrize("rules", RULES_THAT_BREAK.values(), ids=RULES_THAT_BREAK)
def test_rules_that_changed_under_the_same_version_name_the_game_they_break(my_run, rules):
    folder, file = my_run
    file.write_text(f"{MY_GAME}    {rules}\n")
    text = refused_without_a_change(folder, StoreError, f"{file}:Mine")
    assert text.startswith("game g00000-00000")
    assert "breaks the current rules of mine" in text
    assert "or start a new run" in text


REFUSED_AT_THE_BEGINNING = {
    'selfplay.openings=["9"]': "selfplay.openings has '9': '9' in '9' is not part of a move",
    'selfplay.openings=["b2", "a1a1"]': "selfplay.openings has 'a1a1': a1 (action 0) is not legal",
    'selfplay.openings=["a1b1a2b2a3"]': "after which the game is over",
    "run.cache_mb=1000000000000": "cache_mb must be 0 or more and at most 1,000,000; got",
    "run.cache_mb=1000000": "not enough memory for run.cache_mb = 1000000",
}


@pytest.mark.parametrize("override", REFUSED_AT_THE_BEGINNING)
def test_what_cannot_be_trained_is_refused_before_there_is_a_folder(tmp_path, override):
    with pytest.raises(ConfigError, match=re.escape(REFUSED_AT_THE_BEGINNING[override])):
        Run.begin(tmp_path / "run", tiny_config(override))
    assert not (tmp_path / "run").exists()


def test_games_without_their_config_are_not_taken_for_a_new_run(run_folder):
    (run_folder / "config.toml").unlink()
    with pytest.raises(RunError, match=r"without config\.toml: choose another folder with --run"):
        Run.begin(run_folder, tiny_config())
    assert not (run_folder / "config.toml").exists()


def test_a_finished_run_has_nothing_left_to_do(run_folder):
    expected = result_of(run_folder)
    ended = train_in(run_folder, tiny_config())
    assert ended.reason == "all generations finished"
    assert result_of(run_folder) == expected


def test_what_a_killed_process_did_not_finish_is_removed(run_folder):
    places = run_folder, run_folder / "checkpoints" / "00004"
    for folder in places:
        (folder / ".tengen-0123456789abcdef.tmp").write_bytes(b"half a file")
    Run.resume(run_folder).close()
    assert not list(run_folder.rglob("*.tmp"))


def test_the_net_in_use_after_resuming_is_the_newest_one(run_folder):
    run = open_run(run_folder, None)
    assert run.checkpoint == "00004"
    newest = load_checkpoint(run_folder / "checkpoints" / run.checkpoint)
    assert run.learned.checkpoint.weights_sha256 == newest.weights_sha256
    run.close()
