"""Records that are not games of the rules: refused before they are stored, and played again."""

import pytest

from tengen.errors import RunError
from tengen.replay.store import RunStore
from tengen.runs import RunDirectory, executor, playing
from tengen.runs.doctor import diagnose
from tengen.runs.events import GamesRefused, GenerationDone
from tests.runs.tiny import result_of, tiny_config, train_in

SHORT = ("run.generations=2", "run.games_per_generation=6", "learner.batch_size=8")


class Watcher:
    def __init__(self):
        self.refused, self.done = [], []

    def observe(self, event):
        if isinstance(event, GamesRefused):
            self.refused.append(event)
        if isinstance(event, GenerationDone):
            self.done.append(event)


def damaged(data):
    """The same record, but for its last byte."""
    return data[:-1]


@pytest.fixture
def bad_records(monkeypatch):
    """Damages records on their way from `play`, as a worker somewhere might.

    The list is filled by the test: how many of the first records of each call are damaged.
    """
    damages, play = [], executor.play

    def spoiled(checkpoint, settings, games, **rules):
        left = damages.pop(0) if damages else 0
        for report in play(checkpoint, settings, games, **rules):
            records = [damaged(data) for data in report.records[:left]]
            left -= len(records)
            rest = report.records[len(records) :]
            yield type(report)((*records, *rest), report.games, report.evaluations, None)

    monkeypatch.setattr(executor, "play", spoiled)
    return damages


def test_a_refused_game_is_played_again_and_the_run_becomes_what_it_would_have(
    tmp_path, bad_records
):
    train_in(tmp_path / "left-alone", tiny_config(*SHORT))
    bad_records += [2]
    watcher = Watcher()
    train_in(tmp_path / "run", tiny_config(*SHORT), observers=[watcher])
    assert result_of(tmp_path / "run") == result_of(tmp_path / "left-alone")
    assert watcher.refused[-1].generation == 0
    assert watcher.refused[-1].games == 2
    assert "a record of generation 0 is not a game of tictactoe" in watcher.refused[-1].reason


def test_refused_games_are_counted_in_the_metrics_and_by_the_doctor(tmp_path, bad_records):
    bad_records += [0, 3]
    watcher = Watcher()
    train_in(tmp_path / "run", tiny_config(*SHORT), observers=[watcher])
    assert [event.games_refused for event in watcher.done] == [0, 3]
    with RunStore(tmp_path / "run" / "run.db", read_only=True) as store:
        (row,) = store.metrics("selfplay/games_refused")
    assert (row.generation, row.value) == (1, 3.0)
    found = {finding.name: finding for finding in diagnose(RunDirectory(tmp_path / "run")).findings}
    assert found["records were refused"].numbers.startswith("3 were not valid games of tictactoe")
    assert "last in generation 1" in found["records were refused"].numbers


def test_a_game_refused_twice_ends_the_run_and_names_the_rules(tmp_path, bad_records):
    bad_records += [1, 1]
    with pytest.raises(RunError) as caught:
        train_in(tmp_path / "run", tiny_config(*SHORT))
    text = str(caught.value)
    assert "of generation 0 was played several times and refused each time" in text
    assert "The rules of tictactoe (tictactoe)" in text
    assert "is truncated" in text


def test_after_such_an_end_the_run_goes_on_with_what_is_stored(tmp_path, bad_records):
    train_in(tmp_path / "left-alone", tiny_config(*SHORT))
    bad_records += [1, 1]
    with pytest.raises(RunError):
        train_in(tmp_path / "run", tiny_config(*SHORT))
    train_in(tmp_path / "run", tiny_config(*SHORT))
    assert result_of(tmp_path / "run") == result_of(tmp_path / "left-alone")


FORGETFUL = """
from tengen.rules.reference import Gomoku

class Forgetful(Gomoku):
    version, forgets = 1, False

    def __init__(self): super().__init__(3, 3, 3); self.name = "forgetful"

    def legal_actions(self, state):
        actions = super().legal_actions(state)
        return actions[:1] if Forgetful.forgets else actions
"""


def test_rules_that_say_something_else_when_asked_again_end_the_run(tmp_path, monkeypatch):
    """They forget all but one of the legal moves whenever a record is validated."""
    file, store = tmp_path / "forgetful.py", playing.store
    file.write_text(FORGETFUL)

    def store_while_they_forget(into, game, games, records):
        type(game).forgets = True
        stored = store(into, game, games, records)
        type(game).forgets = False
        return stored

    monkeypatch.setattr(playing, "store", store_while_they_forget)
    with pytest.raises(RunError, match=r"of forgetful .* must always give the same answers"):
        train_in(tmp_path / "run", tiny_config(*SHORT, f"run.game={file}:Forgetful"))
    with RunStore(tmp_path / "run" / "run.db", read_only=True) as stored:
        assert stored.counts().games == 0
