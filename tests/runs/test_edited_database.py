"""Databases that somebody has edited by hand: one clear sentence, and never anything else."""

import shutil
import sqlite3

import pytest

from tengen.errors import TengenError
from tengen.replay.rows import COLUMNS
from tengen.runs import Run, RunDirectory
from tengen.runs.doctor import diagnose
from tengen.runs.summary import summarise
from tests.runs.tiny import tiny_config, train_in

CONFIG = tiny_config("run.generations=2", "run.games_per_generation=3", "learner.batch_size=8")
VALUES = ["'abc'", "''", "-1", "9223372036854775807", "1e308", "9e999", "x'00ff'", "char(27, 10)"]
WRONG = {
    ("games", "generation"): ["'abc'", "-1", "1e308", "x'00ff'"],
    ("games", "positions"): ["'abc'", "-1", "9223372036854775807"],
    ("checkpoints", "generation"): ["'abc'", "-1", "9223372036854775807", "x'00ff'"],
    ("checkpoints", "updates"): ["'abc'", "-1", "1e308"],
    ("matches", "opponent"): ["'abc'", "''", "-1", "x'00ff'"],
    ("matches", "wins"): ["'abc'", "-1", "1e308"],
}


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A run that was left alone; to be copied, not touched."""
    path = tmp_path_factory.mktemp("runs") / "left-alone"
    train_in(path, CONFIG)
    return path


@pytest.fixture
def run_folder(finished, tmp_path):
    return shutil.copytree(finished, tmp_path / "copy")


def edit(folder, *statements):
    connection = sqlite3.connect(folder / "run.db", isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def said_about(folder):
    """What listing, examining and resuming the run say: a sentence each, or nothing."""
    directory, said = RunDirectory(folder), []
    said.append(summarise(directory).trouble)
    for look in (lambda: diagnose(directory), lambda: Run.resume(folder).close()):
        try:
            look()
        except TengenError as error:
            said.append(str(error))
        else:
            said.append("")
    assert all(sentence.isprintable() for sentence in said)
    return said


@pytest.mark.parametrize(
    ("table", "column"),
    [(table, column) for table, columns in COLUMNS.items() for column in columns],
)
def test_no_value_of_any_column_is_more_than_a_sentence(run_folder, table, column):
    database = (run_folder / "run.db").read_bytes()
    for value in VALUES:
        (run_folder / "run.db").write_bytes(database)
        edit(run_folder, f"UPDATE OR IGNORE {table} SET {column} = {value}")
        said_about(run_folder)


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [(*place, value) for place, values in WRONG.items() for value in values],
)
def test_an_impossible_number_is_named_by_every_command(run_folder, table, column, value):
    edit(run_folder, f"UPDATE OR IGNORE {table} SET {column} = {value}")
    for sentence in said_about(run_folder):
        assert "run.db is damaged (" in sentence


@pytest.mark.parametrize("table", COLUMNS)
def test_a_missing_table_is_named_by_every_command(run_folder, table):
    edit(run_folder, f"DROP TABLE {table}")
    expected = "not a Tengen database" if table == "facts" else f"table {table} is missing"
    for sentence in said_about(run_folder):
        assert expected in sentence


@pytest.mark.parametrize("table", [table for table in COLUMNS if table != "facts"])
def test_a_table_with_another_column_is_named_by_every_command(run_folder, table):
    edit(run_folder, f"ALTER TABLE {table} ADD COLUMN mood TEXT")
    for sentence in said_about(run_folder):
        assert f"its table {table} has the columns " in sentence


def test_nothing_at_all_where_a_number_must_be_is_named(run_folder):
    columns = ", ".join(COLUMNS["checkpoints"])
    edit(
        run_folder,
        f"CREATE TABLE loose AS SELECT {columns} FROM checkpoints",
        "DROP TABLE checkpoints",
        "ALTER TABLE loose RENAME TO checkpoints",
        "UPDATE checkpoints SET generation = NULL",
    )
    for sentence in said_about(run_folder):
        assert "the column generation holds None" in sentence


def test_a_file_cut_short_is_named_by_every_command(run_folder):
    content = (run_folder / "run.db").read_bytes()
    (run_folder / "run.db").write_bytes(content[: len(content) // 2])
    for sentence in said_about(run_folder):
        assert "run.db is damaged (" in sentence


def test_the_unfinished_work_of_another_database_is_noticed_and_not_carried_over(
    run_folder, tmp_path
):
    before = (run_folder / "run.db").read_bytes()
    other = sqlite3.connect(tmp_path / "other.db", isolation_level=None)
    other.execute("PRAGMA journal_mode = WAL")
    other.execute("CREATE TABLE songs (title)")
    shutil.copy(tmp_path / "other.db-wal", run_folder / "run.db-wal")
    other.close()
    for sentence in said_about(run_folder):
        assert "not a Tengen database" in sentence
    assert (run_folder / "run.db").read_bytes() == before


def test_matches_of_nets_that_are_gone_are_named(run_folder):
    edit(run_folder, "DELETE FROM checkpoints")
    summary = summarise(RunDirectory(run_folder))
    assert summary.state == "damaged"
    assert "it lists matches, but no net that played them" in summary.trouble
    said_about(run_folder)
