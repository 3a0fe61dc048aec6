"""The series of a run: what they are made of, and how sure they are."""

import pytest

from tengen.arena.exact_positions import shipped_positions, spread
from tengen.arena.meter import PolicySubject, measure
from tengen.nets.choosing import choose_net
from tengen.replay.schema import GenerationCounts
from tengen.replay.store import RunStore
from tengen.rules.registry import load_game
from tengen.runs.checks import FixedChecks
from tengen.runs.series import mean_age, read_series
from tengen.runs.strength import run_matches

from .tiny import tiny_config, train_in

FOUR = [GenerationCounts(number, 10, 100) for number in range(4)]


@pytest.mark.parametrize(
    ("generation", "window", "age"),
    [(0, 100, 0.0), (3, 100, 0.0), (3, 200, 0.5), (3, 400, 1.5), (3, 150, 1 / 3), (1, 1000, 0.5)],
)
def test_the_data_is_as_old_as_the_generations_that_fill_the_window(generation, window, age):
    assert mean_age(generation, window, FOUR) == pytest.approx(age)


def test_without_positions_the_data_has_no_age():
    assert mean_age(0, 100, []) is None


def curves_of(path):
    with RunStore(path / "run.db", read_only=True) as store:
        counts = store.counts_by_generation()
        found = read_series(store, run_matches(store), counts)
    return counts, {each.name: each for each in found}


def test_a_run_stores_what_its_series_show(tmp_path):
    train_in(tmp_path / "run", tiny_config())
    counts, curves = curves_of(tmp_path / "run")
    assert [(each.generation, each.games) for each in counts] == [(n, 10) for n in range(4)]
    assert list(curves)[:4] == ["ladder", "loss/policy", "loss/value", "loss/moves_left"]
    for name in ("loss/policy", "learner/kl", "selfplay/games_per_second", "replay/age"):
        assert curves[name].generations == [0, 1, 2, 3]
    assert curves["ladder"].generations == [2, 4]
    low, high = curves["ladder"].intervals[0]
    assert 0 <= low <= (curves["ladder"].values[0] or 0) <= high <= 1
    assert curves["replay/age"].values[0] == 0


def test_runs_of_earlier_versions_have_a_speed_too(tmp_path):
    train_in(tmp_path / "run", tiny_config("run.generations=1"))
    with RunStore(tmp_path / "run" / "run.db") as store, store.transaction():
        store.add_metrics(0, 99, {"selfplay/seconds": 4.0})
        name = "selfplay/games_per_second"
        store._connection.execute("DELETE FROM metrics WHERE name = ?", (name,))
    assert curves_of(tmp_path / "run")[1][name].values == [2.5]


def test_the_exact_check_agrees_with_the_exact_meter():
    game = load_game("connect4")
    evaluator = choose_net(game).evaluator
    checks = FixedChecks(game, "4-planes").run(evaluator)
    positions = spread(shipped_positions(game), 500)
    report = measure(PolicySubject(evaluator), positions)
    assert checks["checks/exact_positions"] == 500
    assert checks["checks/exact_kept"] == pytest.approx(report.moves.keeps.share)


def test_games_without_solved_positions_have_no_exact_check():
    game = load_game("tictactoe")
    checks = FixedChecks(game, "4-planes").run(choose_net(game).evaluator)
    assert "checks/exact_kept" not in checks
