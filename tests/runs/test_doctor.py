"""The doctor names what is wrong, with its numbers, and is silent about what is not."""

import json

import pytest

from tengen import load_game
from tengen.errors import RunError
from tengen.replay.schema import MatchRow, Space
from tengen.replay.store import RunStore
from tengen.runs import RunDirectory, load_preset
from tengen.runs.doctor import CHECKS, diagnose
from tengen.runs.history import History, repeats
from tengen.runs.ladder import LadderMatch
from tengen.runs.resigns import PlayedOn
from tengen.runs.symptoms import Finding, value_explains_nothing, vital_signs

from .tiny import tiny_config, train_in

WELL = {
    "learner/entropy": 1.2,
    "loss/policy": 1.4,
    "loss/total": 2.0,
    "learner/explained_variance_before": 0.4,
    "learner/explained_variance_after": 0.45,
    "learner/explained_variance_new": 0.3,
    "learner/learning_rate": 0.002,
    "learner/multiplier": 1.0,
    "learner/kl": 0.02,
    "learner/seconds": 5.0,
    "replay/window": 10_000.0,
    "selfplay/first_seat_score": 0.6,
    "selfplay/seconds": 5.0,
    "checks/win_in_one_policy": 0.8,
}


def history(overrides=(), generations=20, **changes):
    """A healthy run of Connect Four, with something changed."""
    metrics = {name: [value] * generations for name, value in WELL.items()}
    metrics |= changes.pop("metrics", {})
    played_on = [row.record for row in changes.pop("played_on", [])]
    facts = {
        "config": load_preset("connect4", list(overrides)),
        "metrics": {name: dict(enumerate(values)) for name, values in metrics.items()},
        "generations": generations,
        "games": 4000,
        "positions": 80_000,
        "updates": 1500,
        "newest_games": [],
        "played_on": PlayedOn.of(played_on),
        "matches": [],
        "actions": 7,
        "symmetries": 2,
        "idle_seconds": None,
        "space": Space(positions=80_000, record_bytes=1_600_000, file_bytes=2_400_000),
    }
    return History(**(facts | changes))


def findings(examined):
    return [found for check in CHECKS if (found := check(examined)) is not None]


def only(examined) -> Finding:
    """The one finding there is."""
    (found,) = findings(examined)
    return found


class Move:
    def __init__(self, action):
        self.action = action


class Row:
    """A game as far as the doctor looks at it."""

    def __init__(self, actions=(), winner=None, would_have_resigned=None, positions=20):
        self.record = self
        self.opening = []
        self.moves = [Move(action) for action in actions]
        self.winner = winner
        self.would_have_resigned = would_have_resigned
        self.positions = positions


def test_a_healthy_run_has_no_findings():
    assert findings(history()) == []


def test_a_loss_that_is_no_number():
    found = only(history(metrics={"loss/total": [2.0, None, None]}))
    assert "first in generation 1; generations done: 20" in found.numbers


def test_entropy_collapse_by_its_size():
    found = only(history(metrics={"learner/entropy": [0.02] * 20, "loss/policy": [0.1] * 20}))
    assert found.name == "entropy collapse"
    assert "0.020 nats" in found.numbers


def test_entropy_collapse_by_a_policy_that_is_too_sure():
    found = only(history(metrics={"learner/entropy": [0.4] * 20, "loss/policy": [1.6] * 20}))
    assert found.name == "entropy collapse"


def test_a_value_learned_by_heart():
    found = only(history(metrics={"learner/explained_variance_after": [0.9] * 20}))
    assert found.name == "the value head overfits"
    assert "0.90" in found.numbers
    assert "0.30 in new games" in found.numbers


def test_what_was_explained_of_the_window_before_says_nothing_of_new_games():
    metrics = {
        "learner/explained_variance_before": [0.63] * 20,
        "learner/explained_variance_after": [0.87] * 20,
        "learner/explained_variance_new": [-0.29] * 20,
    }
    examined = history(metrics=metrics)
    assert only(examined).name == "the value head overfits"
    assert vital_signs(examined)["value"] == (
        "explains 0.87 of its targets' variance in the games it learned from, -0.29 in new games"
    )


def test_a_value_does_not_count_on_the_first_new_games_nor_by_old_ones():
    after = {"learner/explained_variance_after": [0.9] * 20}
    first = after | {"learner/explained_variance_new": [-0.2] * 2}
    assert findings(history(metrics=first, generations=2)) == []
    assert findings(history(metrics=first, generations=20)) == []
    assert "new games" not in vital_signs(history(metrics=first))["value"]


# As many updates in both: from 8 games a generation again and again, or once from 200 of them.
LEARNING = ("run.game=connect4", "run.generations=4", "run.window=20000", "net.channels=16")
LEARNING += ("selfplay.simulations=8", "learner.batch_size=64", "learner.learning_rate=0.005")
FEW = ("run.games_per_generation=8", "learner.samples_per_position=25", "learner.symmetries=false")
MANY = ("run.games_per_generation=200", "learner.samples_per_position=1")


@pytest.mark.parametrize(("games", "over_fitted"), [(FEW, True), (MANY, False)])
def test_a_real_run_over_fits_on_few_games_and_not_on_many(tmp_path, games, over_fitted):
    train_in(tmp_path / "run", tiny_config(*LEARNING, *games))
    diagnosis = diagnose(RunDirectory(tmp_path / "run"))
    names = [finding.name for finding in diagnosis.findings]
    assert ("the value head overfits" in names) == over_fitted == bool(names)
    assert "in new games" in diagnosis.vital_signs["value"]


def test_a_value_that_explains_nothing():
    whens = ("before", "after", "new")
    metrics = {f"learner/explained_variance_{when}": [0.0] * 20 for when in whens}
    assert only(history(metrics=metrics)).name == "the value head has learned nothing"
    assert findings(history(metrics=metrics, generations=5)) == []


def test_where_all_games_are_draws_there_is_nothing_to_explain():
    metrics = {f"learner/explained_variance_{when}": [0.0] * 20 for when in ("before", "after")}
    drawn = [Row() for _ in range(5)]
    assert value_explains_nothing(history(metrics=metrics, newest_games=drawn)) is None
    won = [*drawn, Row(winner=0)]
    assert value_explains_nothing(history(metrics=metrics, newest_games=won)) is not None


def test_repeated_games():
    same = [Row([0, 1, 2, 3, 4, 5, 6, 0, 1]) for _ in range(20)]
    found = only(history(newest_games=same, metrics={"replay/window": [80_000.0] * 20}))
    assert found.name == "repeated games"
    assert "95% repeat a whole game" in found.numbers


def test_games_that_differ_are_no_finding():
    games = [Row([first, second, *range(7)]) for first in range(7) for second in range(7)]
    assert findings(history(newest_games=games, metrics={"replay/window": [80_000.0] * 20})) == []


def test_too_much_learning_for_the_games():
    found = only(history(updates=20_000))
    assert found.name == "too much training on too few games"
    assert "32 times" in found.numbers


def test_a_window_of_one_generation():
    games = [
        Row([first, second, *range(7)], positions=100) for first in range(7) for second in range(7)
    ]
    found = only(history(newest_games=games, metrics={"replay/window": [5000.0] * 20}))
    assert found.name == "the window is small"
    assert "1.0 generations of 4,900" in found.numbers


def test_a_window_that_still_holds_everything_is_large_enough():
    games = [
        Row([first, second, *range(7)], positions=100) for first in range(7) for second in range(7)
    ]
    grown = {"replay/window": [4900.0 * number for number in (1, 2, 3, 4)]}
    young = history(newest_games=games, metrics=grown, generations=4, positions=4 * 4900)
    assert findings(young) == []
    assert vital_signs(young)["window"] == "19,600 positions"


def test_the_learning_rate_at_its_floor_counts_with_the_kl_rule_only():
    metrics = {"learner/multiplier": [0.1] * 20, "learner/kl": [0.09] * 20}
    assert findings(history(metrics=metrics)) == []
    found = only(history(["learner.schedule=kl"], metrics=metrics))
    assert found.name == "the learning rate is at its floor"
    assert "0.090 (target 0.02)" in found.numbers


def test_wrong_resigns():
    right = [Row(winner=1, would_have_resigned=0) for _ in range(18)]
    wrong = [Row(winner=0, would_have_resigned=0), Row(winner=None, would_have_resigned=1)]
    found = only(history(played_on=right + wrong))
    assert found.name == "resignations are often wrong"
    assert "of 20 games played on, 2 (10%)" in found.numbers
    assert findings(history(played_on=right * 2)) == []


def test_the_share_of_false_resigns_is_a_vital_sign():
    games = [Row(winner=1, would_have_resigned=0)] * 3 + [Row(winner=0, would_have_resigned=0)]
    shown = vital_signs(history(played_on=[*games, Row(winner=0)]))
    assert shown["resigns"].startswith("of 4 games played on, 1 (25%) were not lost")
    assert "resigns" not in vital_signs(history(played_on=[Row(winner=0)]))


def test_a_run_stores_the_share_of_false_resigns(tmp_path):
    resigning = ("selfplay.resign_below=-0.01", "selfplay.play_on_share=1")
    train_in(tmp_path / "resigning", tiny_config("run.generations=1", *resigning))
    train_in(tmp_path / "patient", tiny_config("run.generations=1"))
    with RunStore(tmp_path / "resigning" / "run.db", read_only=True) as store:
        counted = PlayedOn.of(row.record for row in store.games_of(0))
        assert counted.games > 0
        shares = [row.value for row in store.metrics("selfplay/false_resigns")]
        assert shares == [pytest.approx(counted.share_wrong)]
    with RunStore(tmp_path / "patient" / "run.db", read_only=True) as store:
        assert store.metrics("selfplay/false_resigns") == []


@pytest.mark.parametrize("score", [0.99, 0.01])
def test_one_seat_wins(score):
    found = only(history(metrics={"selfplay/first_seat_score": [score] * 20}))
    assert found.name == "one seat always wins"


def test_wins_in_one_overlooked():
    found = only(history(metrics={"checks/win_in_one_policy": [0.2] * 20}))
    assert "20% of them after 20 generations" in found.numbers


def test_flat_strength():
    flat = [LadderMatch(1000, wins, 0, 10 - wins) for wins in (5, 6, 5, 5, 6, 5)]
    found = only(history(matches=flat))
    assert found.name == "strength is flat"
    assert "6 matches against pure MCTS 1,000" in found.numbers
    rising = [LadderMatch(1000, wins, 0, 10 - wins) for wins in (1, 2, 3, 5, 7, 8)]
    assert findings(history(matches=rising)) == []
    assert findings(history(matches=flat[:4])) == []


def test_a_process_that_stores_nothing():
    assert only(history(idle_seconds=900.0)).name == "nothing new is stored"
    assert findings(history(idle_seconds=20.0)) == []


def test_repeats_counts_those_that_came_before():
    assert repeats([(1,), (1,), (2,), (1,)]) == 0.5
    assert repeats([]) == 0.0


def test_a_real_run_is_examined_without_being_changed(tmp_path):
    train_in(tmp_path / "run", tiny_config())
    files = {path: path.read_bytes() for path in tmp_path.rglob("*.toml")}
    diagnosis = diagnose(RunDirectory(tmp_path / "run"))
    assert diagnosis.generations == 4
    assert "updates" in diagnosis.vital_signs["learning"]
    assert "whole games" in diagnosis.vital_signs["variety"]
    assert {path: path.read_bytes() for path in files} == files


def test_matches_of_other_kinds_are_left_out(tmp_path):
    train_in(tmp_path / "run", tiny_config())
    config = RunDirectory(tmp_path / "run").load_config()
    with RunStore(tmp_path / "run" / "run.db") as store:
        row = MatchRow("other", 1, "00001", "a friend", 1, 0, 0, json.dumps({}))
        store.add_match(row)
        examined = History.read(config, load_game(config.run.game), store, None)
    assert len(examined.matches) == 2


def test_the_raw_net_is_judged_by_what_the_newest_one_knows():
    """Net 20 plays generation 20, of which no other number is known yet."""
    seen = [0.9] * 16 + [0.2] * 5
    found = only(history(metrics={"checks/win_in_one_policy": seen}))
    assert found.numbers == "it sees 20% of them after 20 generations"
    assert (
        history(metrics={"checks/win_in_one_policy": seen}).newest("checks/win_in_one_policy")
        == [0.2] * 5
    )


def test_no_run_is_a_clear_error(tmp_path):
    with pytest.raises(RunError, match="there is no run in"):
        diagnose(RunDirectory(tmp_path))


def test_the_doctor_tells_what_a_position_takes_on_the_disk():
    assert "20 bytes each (30 with the whole database)" in vital_signs(history())["games"]
