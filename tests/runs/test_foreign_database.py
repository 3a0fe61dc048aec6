"""`--resume` beside a database that is not the run's own refuses and touches nothing."""

import shutil
import sqlite3

import pytest

from tengen.errors import RunError, StoreError
from tengen.runs import Run, RunDirectory
from tengen.runs.doctor import diagnose
from tengen.runs.summary import summarise
from tests.runs.tiny import result_of, tiny_config, train_in

SHORT = tiny_config("run.generations=2", "run.games_per_generation=3", "learner.batch_size=8")
OTHER_GAME = tiny_config("run.game=gomoku:4x4/3", "run.generations=2", "run.games_per_generation=3")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Three finished runs: one to spoil, one of another seed, one of another game."""
    folder = tmp_path_factory.mktemp("runs")
    train_in(folder / "own", SHORT)
    train_in(folder / "seed", tiny_config("run.generations=2", "run.seed=9"))
    train_in(folder / "game", OTHER_GAME)
    return folder


@pytest.fixture
def run_folder(runs, tmp_path):
    return shutil.copytree(runs / "own", tmp_path / "copy")


def contents(folder):
    """Every file and folder there is, and every byte of it."""
    return {path: path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def missing(file, runs):
    file.unlink()


def empty(file, runs):
    file.write_bytes(b"")


def a_text(file, runs):
    file.write_text("This is not a database.\n" * 100)


def a_folder(file, runs):
    file.unlink()
    file.mkdir()


def of_another_program(file, runs):
    file.unlink()
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
        connection.execute("INSERT INTO bookmarks VALUES ('https://example.org')")
    connection.close()


def without_a_table(file, runs):
    file.unlink()
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()


def cut_short(file, runs):
    file.write_bytes(file.read_bytes()[: 3 * 32_768 // 2])


def of_another_game(file, runs):
    shutil.copy(runs / "game" / "run.db", file)


def of_another_run(file, runs):
    shutil.copy(runs / "seed" / "run.db", file)


def just_begun(file, runs):
    """One that knows no net yet: going on would begin again, over the nets beside it."""
    with sqlite3.connect(file) as connection:
        connection.execute("DELETE FROM checkpoints")
    connection.close()


SPOILED = {
    missing: "contains nets, but its run.db is missing or empty",
    empty: "contains nets, but its run.db is missing or empty",
    without_a_table: "contains nets, but its run.db is missing or empty",
    a_text: "run.db is damaged .*newest undamaged net is",
    a_folder: "run.db is not a file",
    cut_short: "run.db is damaged .*newest undamaged net is",
    of_another_program: "is not a Tengen database",
    of_another_game: "run.db belongs to another run",
    of_another_run: "run.db belongs to another run",
    just_begun: "does not list 2 of the nets beside it",
}


@pytest.mark.parametrize("spoil", SPOILED, ids=lambda spoil: spoil.__name__)
def test_a_run_without_its_own_database_is_refused_and_not_touched(run_folder, runs, spoil):
    spoil(run_folder / "run.db", runs)
    before = contents(run_folder)
    with pytest.raises((RunError, StoreError), match=SPOILED[spoil]) as caught:
        Run.resume(run_folder)
    assert contents(run_folder) == before
    assert "\n" not in str(caught.value)


def test_a_database_of_another_program_that_was_killed_keeps_its_unfinished_work(run_folder):
    file = run_folder / "run.db"
    file.unlink()
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    left_behind = file.read_bytes(), (run_folder / "run.db-wal").read_bytes()
    connection.close()
    file.write_bytes(left_behind[0])
    (run_folder / "run.db-wal").write_bytes(left_behind[1])
    with pytest.raises(StoreError, match="is not a Tengen database"):
        Run.resume(run_folder)
    assert (file.read_bytes(), (run_folder / "run.db-wal").read_bytes()) == left_behind


def test_another_game_in_the_config_is_refused_and_nothing_touched(run_folder):
    config = run_folder / "config.toml"
    config.write_text(config.read_text().replace('"tictactoe"', '"gomoku:4x4/3"', 1))
    before = contents(run_folder)
    with pytest.raises(RunError, match=r"cannot be resumed: .*Nothing was changed"):
        Run.resume(run_folder)
    assert contents(run_folder) == before


def test_a_net_that_the_database_has_not_heard_of_yet_does_not_matter(run_folder):
    expected = result_of(run_folder)
    with sqlite3.connect(run_folder / "run.db") as connection:
        connection.execute("DELETE FROM checkpoints WHERE id = '00002'")
        connection.execute("DELETE FROM matches")
    connection.close()
    train_in(run_folder, SHORT)
    assert result_of(run_folder) == expected


def test_looking_at_a_run_leaves_nothing_beside_its_database(run_folder):
    before = contents(run_folder)
    assert summarise(RunDirectory(run_folder)).state == "finished"
    assert diagnose(RunDirectory(run_folder)).generations == 2
    assert contents(run_folder) == before
