"""Each game is decoded once, and games of older formats are learned from like all others."""

import collections
import sqlite3
import zlib

import pytest

from tengen.replay import store as store_module
from tengen.replay import validation
from tengen.replay.store import RunStore
from tests.runs.tiny import result_of, tiny_config, train_in
from tests.selfplay.older_formats import as_format_1

SHORT = (
    "run.generations=4",
    "run.games_per_generation=6",
    "run.window=200",
    "learner.batch_size=8",
)


@pytest.fixture
def decoded(monkeypatch):
    """How often each record was decoded."""
    counts, read_record = collections.Counter(), validation.read_record

    def counted(data):
        record = read_record(data)
        counts[record.seed] += 1
        return record

    monkeypatch.setattr(validation, "read_record", counted)
    monkeypatch.setattr(store_module, "read_record", counted)
    return counts


def test_every_game_is_decoded_once_in_a_whole_run(tmp_path, decoded):
    train_in(tmp_path / "run", tiny_config(*SHORT))
    assert len(decoded) == 24
    assert set(decoded.values()) == {1}


def test_a_resumed_run_decodes_the_games_of_its_window_once(tmp_path, decoded):
    train_in(tmp_path / "run", tiny_config("run.generations=2", *SHORT[1:]))
    text = (tmp_path / "run" / "config.toml").read_text()
    (tmp_path / "run" / "config.toml").write_text(
        text.replace("generations = 2", "generations = 4")
    )
    decoded.clear()
    train_in(tmp_path / "run", tiny_config(*SHORT))
    assert len(decoded) == 24
    assert set(decoded.values()) == {1}


def make_older(path):
    """Writes a run's games as version 1 of their format."""
    with sqlite3.connect(path / "run.db") as connection:
        rows = connection.execute("SELECT id, record FROM games").fetchall()
        for identity, record in rows:
            older = as_format_1(zlib.decompress(record))
            query = "UPDATE games SET record = ? WHERE id = ?"
            connection.execute(query, (zlib.compress(older, 9), identity))
    connection.close()


def without_origin(result):
    games = {name: (net, as_format_1(data)) for name, (net, data) in result[0].items()}
    return [games, *result[1:]]


def test_a_run_with_games_of_format_1_goes_on_to_the_same_end(tmp_path):
    train_in(tmp_path / "left-alone", tiny_config(*SHORT))
    train_in(tmp_path / "older", tiny_config("run.generations=2", *SHORT[1:]))
    make_older(tmp_path / "older")
    config = tmp_path / "older" / "config.toml"
    config.write_text(config.read_text().replace("generations = 2", "generations = 4"))
    train_in(tmp_path / "older", tiny_config(*SHORT))
    found, expected = result_of(tmp_path / "older"), result_of(tmp_path / "left-alone")
    assert without_origin(found) == without_origin(expected)
    with RunStore(tmp_path / "older" / "run.db", read_only=True) as store:
        formats = [(row.generation, row.record.origin is None) for row in store.newest_games(10**6)]
    assert {older for generation, older in formats if generation < 2} == {True}
    assert {older for generation, older in formats if generation >= 2} == {False}
