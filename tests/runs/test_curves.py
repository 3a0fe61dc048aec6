"""Learning curves: the work behind each net, and when a strength is reached."""

import json

import pytest

from tengen.replay.schema import CheckpointRow
from tengen.replay.store import RunStore
from tengen.runs import curves
from tengen.runs.curves import Anchor, Curve, CurvePoint, Work, curve_text, read_curve, work_by_net

CURVE = Curve(
    game="tictactoe",
    simulations=100,
    games=10,
    machine="a laptop",
    date="2026-01-01",
    anchors=(Anchor(1000, 0), Anchor(5000, 150)),
    points=(
        CurvePoint("00001", Work(1.0, 1000, 200), -50, 40),
        CurvePoint("00002", Work(2.0, 2000, 400), 120, 30),
        CurvePoint("00004", Work(4.0, 4000, 800), 110, 30),
    ),
)


@pytest.fixture
def store(tmp_path):
    with RunStore(tmp_path / "run.db") as store:
        for generation in range(3):
            numbers = {
                "run/seconds": 60.0,
                "selfplay/seconds": 40.0,
                "selfplay/evaluations_per_second": 10.0 * (generation + 1),
                "learner/updates": 5.0,
            }
            store.add_metrics(generation, 5 * generation, numbers)
        for net in range(3):  # of a fourth net there are numbers but no file yet
            name = f"{net:05}"
            store.add_checkpoint(CheckpointRow(name, net, 5 * net, f"checkpoints/{name}", "", ""))
        yield store


def test_a_net_has_the_work_of_the_generations_before_the_one_it_plays(store):
    assert work_by_net(store, batch_size=100) == {
        "00001": Work(minutes=1.0, evaluations=400, samples=500),
        "00002": Work(minutes=2.0, evaluations=1200, samples=1000),
    }


def test_the_first_net_that_is_strong_enough_counts():
    assert CURVE.first_reaching(0) == CURVE.points[1]
    assert CURVE.first_reaching(110) == CURVE.points[1]
    assert CURVE.first_reaching(-100) == CURVE.points[0]
    assert CURVE.first_reaching(150) is None


def test_a_curve_is_read_as_it_was_written(tmp_path, monkeypatch):
    monkeypatch.setattr(curves, "FOLDER", tmp_path)
    (tmp_path / "mine.json").write_text(curve_text(CURVE))
    assert read_curve("mine") == CURVE
    assert read_curve("theirs") is None


@pytest.mark.parametrize("path", sorted(curves.FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_the_work_of_a_shipped_curve_grows(path):
    curve = read_curve(path.stem)
    for name in ("minutes", "evaluations", "samples"):
        numbers = [getattr(point.work, name) for point in curve.points]
        assert numbers == sorted(set(numbers))
    assert curve.anchors[0].elo == 0
    assert json.loads(path.read_text())["game"] == curve.game
