"""The final of a finished run: which of its last nets to play."""

import pytest

from tengen.replay.schema import MatchRow
from tengen.replay.store import RunStore
from tengen.runs import Observers, Run, RunDirectory, Stop
from tengen.runs.events import FinalPlaying, FinalWon
from tengen.runs.measured import train_and_measure
from tengen.runs.strength import final_winner
from tengen.runs.summary import summarise
from tests.runs.test_training import Watcher
from tests.runs.tiny import tiny_config


def measured(folder, *overrides, seconds=None, monkeypatch=None):
    """A tiny run with its final; `seconds` is the time it claims to have taken."""
    if seconds is not None:
        monkeypatch.setattr("tengen.runs.final.spent_seconds", lambda *_: seconds)
    run, watcher = Run.begin(folder, tiny_config(*overrides)), Watcher()
    try:
        return train_and_measure(run, Stop(), Observers([watcher])), watcher
    finally:
        run.close()


def final(first, second, wins, draws, losses, generation=10):
    return MatchRow(
        id=f"final-{first}-{second}",
        generation=generation,
        checkpoint=first,
        opponent=f"net:{second}",
        wins=wins,
        draws=draws,
        losses=losses,
        details="{}",
    )


def winner_of(tmp_path, *rows):
    with RunStore(tmp_path / "run.db") as store:
        for row in rows:
            store.add_match(row)
        return final_winner(store)


def test_the_net_with_the_most_points_wins(tmp_path):
    rows = [final("00010", "00009", 4, 2, 14), final("00010", "00008", 12, 0, 8)]
    rows.append(final("00009", "00008", 9, 2, 9))
    assert winner_of(tmp_path, *rows) == "00009"


def test_of_equals_the_newest_wins(tmp_path):
    assert winner_of(tmp_path, final("00010", "00009", 5, 10, 5)) == "00010"


def test_only_the_newest_final_counts(tmp_path):
    older = final("00010", "00009", 0, 0, 20)
    assert winner_of(tmp_path, older, final("00020", "00018", 11, 0, 9, 20)) == "00020"


def test_without_a_final_there_is_no_winner(tmp_path):
    assert winner_of(tmp_path) is None


def test_a_finished_run_plays_a_final_and_names_its_winner(tmp_path, monkeypatch):
    result, watcher = measured(tmp_path, "run.generations=10", seconds=1e6, monkeypatch=monkeypatch)
    (won,) = watcher.of(FinalWon)
    assert won.games == 120  # of three nets, 40 for each pair
    assert watcher.of(FinalPlaying)[-1].games == 120
    assert won.checkpoint in ("00010", "00009", "00008")
    assert result.net.name == won.checkpoint == summarise(RunDirectory(tmp_path)).best_checkpoint


def test_a_final_is_played_once_and_is_the_same_again(tmp_path, monkeypatch):
    stored = []
    for name in ("one", "other"):
        measured(tmp_path / name, "run.generations=10", seconds=1e6, monkeypatch=monkeypatch)
        with RunStore(tmp_path / name / "run.db", read_only=True) as store:
            rows = [row for row in store.matches() if row.id.startswith("final-")]
        stored.append([(row.id, row.wins, row.draws, row.losses) for row in rows])
    assert stored[0] == stored[1]
    run, watcher = Run.resume(tmp_path / "one"), Watcher()
    train_and_measure(run, Stop(), Observers([watcher]))
    run.close()
    assert watcher.of(FinalPlaying) == []


@pytest.mark.parametrize("seconds", [0.0, 0.01])
def test_a_short_run_has_no_time_for_a_final(tmp_path, monkeypatch, seconds):
    _, watcher = measured(tmp_path, seconds=seconds, monkeypatch=monkeypatch)
    assert watcher.of(FinalPlaying) == []
