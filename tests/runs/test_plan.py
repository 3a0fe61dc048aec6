"""Time as a plan (SPEC T9a): generations that fit, and what depends on them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.replay.store import RunStore
from tengen.runs import Observers, Run, Stop, begin_run, resume_run, train
from tengen.runs.events import Began, GenerationDone, Planned
from tengen.runs.plan import (
    GENERATION_SECONDS,
    Pace,
    is_milestone,
    planned_generations,
    progress_at,
    spent_seconds,
)
from tests.runs.test_training import Watcher
from tests.runs.tiny import result_of, tiny_config, train_in

GROWING = (
    "selfplay.first_simulations=4",
    "selfplay.simulation_growth=0.5",
    "learner.first_samples_per_position=1",
    "learner.schedule=cosine",
    "learner.decay_start=0.5",
)


def test_progress_goes_from_0_before_the_first_generation_to_1_before_the_last():
    assert [progress_at(number, 5) for number in range(5)] == [0, 0.25, 0.5, 0.75, 1]
    assert progress_at(7, 5) == 1
    assert progress_at(0, 1) == 0


def test_a_timed_run_plans_at_powers_of_two():
    assert [number for number in range(70) if is_milestone(number)] == [1, 2, 4, 8, 16, 32, 64]


@given(
    play=st.floats(0.05, 10),
    learn=st.floats(0.01, 10),
    other=st.floats(0, 10),
    done=st.integers(0, 50),
    seconds=st.floats(0, 200),
)
def test_the_planned_generations_fit_and_one_more_would_not(play, learn, other, done, seconds):
    config, pace = tiny_config(*GROWING), Pace(play, learn, other)
    total = pace.fitting(config, done, seconds)
    assert total >= max(1, done)
    if total > max(1, done):
        assert pace.seconds_left(config, done, total) <= seconds
    assert pace.seconds_left(config, done, total + 1) > seconds


def with_times(path, config, times):
    """A store in which generations took these times to play, to learn from, and in all."""
    store = RunStore(path)
    for generation, (playing, learning, whole) in enumerate(times):
        numbers = {"selfplay/seconds": playing, "learner/seconds": learning}
        store.add_metrics(generation, 0, numbers | {GENERATION_SECONDS: whole})
    return store


def test_a_plan_counts_the_time_spent_and_keeps_some_for_the_final(tmp_path):
    config = tiny_config("run.minutes=1")
    with with_times(tmp_path / "run.db", config, [(0.5, 0.25, 1.0)] * 8) as store:
        assert spent_seconds(store, 8) == 8.0
        assert planned_generations(config, store, 8) == 57  # 0.96 x 60 seconds, one each


def test_a_plan_follows_the_later_half_of_the_generations(tmp_path):
    config = tiny_config("run.minutes=1")
    times = [(5.0, 0.0, 5.0)] * 4 + [(1.0, 0.0, 1.0)] * 4
    with with_times(tmp_path / "run.db", config, times) as store:
        assert planned_generations(config, store, 8) == 8 + int(57.6 - 24)


def test_searches_that_grow_are_expected_to_take_longer():
    config, pace = tiny_config(*GROWING, "selfplay.full_share=1"), Pace(1.0, 0.0, 0.0)
    assert pace.seconds_of(config, 0, 9) == 4
    assert pace.seconds_of(config, 8, 9) == 12


def test_a_run_that_was_given_no_time_for_more_is_finished_and_not_shortened(tmp_path):
    config = tiny_config("run.minutes=0.1")
    with with_times(tmp_path / "run.db", config, [(9.0, 1.0, 10.0)] * 4) as store:
        assert planned_generations(config, store, 4) == 4


def timed(folder, minutes, *overrides):
    """A tiny run with a plan for a time."""
    run = Run.begin(folder, tiny_config(f"run.minutes={minutes}", *overrides))
    watcher = Watcher()
    try:
        train(run, Stop(), Observers([watcher]))
    finally:
        run.close()
    return watcher


def test_a_timed_run_ends_by_its_own_count_and_says_what_it_planned(tmp_path):
    watcher = timed(tmp_path / "run", 0.03)
    planned = watcher.of(Planned)
    assert planned[0].generation == 1
    assert planned[-1].generations == watcher.of(GenerationDone)[-1].generation + 1
    assert watcher.of(Began)[0].plan_seconds_left == pytest.approx(1.8)
    text = (tmp_path / "run" / "config.toml").read_text()
    assert f"generations = {planned[-1].generations}" in text
    assert "as many as fit into run.minutes at the measured speed" in text


class StoppedAfter(Stop):
    """A signal after some generations."""

    def __init__(self, generations):
        super().__init__()
        self.left = generations

    def observe(self, event):
        if isinstance(event, GenerationDone):
            self.left -= 1
            if self.left == 0:
                self._signalled = True


def test_a_planned_run_resumes_as_if_it_had_not_been_stopped(tmp_path, monkeypatch):
    """The measured speed is the only thing that a clock decides: here it is always the same."""
    monkeypatch.setattr("tengen.runs.planning.planned_generations", lambda *_: 7)
    config = tiny_config("run.minutes=5", *GROWING)
    train_in(tmp_path / "once", config)
    stop = StoppedAfter(3)
    train_in(tmp_path / "twice", config, stop, observers=[stop])
    train_in(tmp_path / "twice", None)
    assert result_of(tmp_path / "once") == result_of(tmp_path / "twice")


def test_what_grows_and_decays_does_so_over_the_plan(tmp_path):
    train_in(tmp_path / "run", tiny_config("run.generations=9", *GROWING))
    with RunStore(tmp_path / "run" / "run.db", read_only=True) as store:
        rates = [row.value for row in store.metrics("learner/learning_rate")]
        updates = [row.value for row in store.metrics("learner/updates")]
    assert rates[3] == pytest.approx(1e-3)
    assert rates[-1] == pytest.approx(0.05e-3)
    assert rates[4:] == sorted(rates[4:], reverse=True)
    assert updates[-1] > 2 * updates[0]


def test_more_minutes_than_are_left_extend_the_plan_and_it_says_how(tmp_path):
    timed(tmp_path / "run", 0.02)
    run = resume_run(folder=tmp_path / "run", minutes=1)
    run.close()
    assert run.time_limit == pytest.approx(1.1)
    assert run.config.run.minutes == pytest.approx(1.02, abs=0.02)
    assert run.config.run.generations > 10
    (remark,) = run.remarks
    assert remark.startswith("The plan now covers 1.0")
    assert f"about {run.config.run.generations} generations instead of" in remark
    assert run.directory.load_config().run == run.config.run


def test_more_minutes_extend_a_plan_whose_first_generation_is_not_done(tmp_path):
    begin_run("tictactoe", tmp_path / "run", minutes=2).close()
    run = resume_run(folder=tmp_path / "run", minutes=60)
    run.close()
    assert run.config.run.minutes == 60
    assert run.time_limit == pytest.approx(66)
    assert run.remarks == [
        "The plan now covers 60 minutes. The number of generations will be known after the first."
    ]
    assert run.directory.load_config().run.minutes == 60
    assert "measured speed" not in (tmp_path / "run" / "config.toml").read_text()


def test_a_plan_extended_in_its_first_generation_is_made_after_it(tmp_path):
    Run.begin(tmp_path / "run", tiny_config("run.minutes=5")).close()
    run = resume_run(folder=tmp_path / "run", minutes=60)
    stop, watcher = StoppedAfter(1), Watcher()
    train(run, stop, Observers([stop, watcher]))
    run.close()
    (planned,) = watcher.of(Planned)
    assert (planned.generation, planned.minutes) == (1, 60)


def test_the_same_minutes_again_in_the_first_generation_are_the_whole_plan(tmp_path):
    begin_run("tictactoe", tmp_path / "run", minutes=2).close()
    run = resume_run(folder=tmp_path / "run", minutes=2)
    run.close()
    assert run.time_limit == pytest.approx(2.2)
    assert (run.config.run.minutes, run.remarks) == (2, [])


def test_minutes_for_so_many_generations_of_which_none_is_done_only_limit_the_session(tmp_path):
    begin_run("tictactoe", tmp_path / "run").close()
    run = resume_run(folder=tmp_path / "run", minutes=60)
    run.close()
    assert (run.time_limit, run.config.run.minutes) == (60, None)
    generations = f"{run.config.run.generations} generations"
    assert run.remarks == [
        "The minutes limit this session, not the run: it is planned for "
        f"{generations}, and its speed is not known yet."
    ]


def test_fewer_minutes_than_are_left_end_the_session_and_not_the_plan(tmp_path):
    stop = StoppedAfter(2)
    train_in(tmp_path / "run", tiny_config("run.minutes=60"), stop, observers=[stop])
    before = (tmp_path / "run" / "config.toml").read_text()
    run = resume_run(folder=tmp_path / "run", minutes=10)
    run.close()
    assert (run.time_limit, run.remarks) == (10, [])
    assert (tmp_path / "run" / "config.toml").read_text() == before


def test_a_finished_run_of_so_many_generations_can_be_given_time(tmp_path):
    train_in(tmp_path / "run", tiny_config())
    run = resume_run(folder=tmp_path / "run", minutes=1)
    run.close()
    assert run.config.run.generations > 4
    assert "instead of 4" in run.remarks[0]


def test_generations_asked_for_later_replace_a_plan_for_a_time(tmp_path):
    timed(tmp_path / "run", 0.02)
    run = resume_run(folder=tmp_path / "run", generations=500)
    run.close()
    assert (run.config.run.generations, run.config.run.minutes) == (500, None)


def test_a_new_run_is_planned_for_its_minutes(tmp_path):
    run = begin_run("tictactoe", tmp_path / "run", minutes=2)
    run.close()
    assert run.config.run.minutes == 2
    assert run.time_limit == pytest.approx(2.2)
