"""What is shown while a run trains."""

from dataclasses import replace
from functools import partial

import pytest
from rich.console import Console

from tengen.cli.training_view import TrainingView, sparkline
from tengen.learner import LearnerReport
from tengen.runs import Stop
from tengen.runs.events import (
    Began,
    Ended,
    FinalPlaying,
    FinalWon,
    GamesRefused,
    GenerationDone,
    LadderMatchDone,
    LadderMatchPlaying,
    Learning,
    NetChecked,
    NoWorkers,
    Planned,
    Playing,
)
from tengen.runs.ladder import LadderMatch, LadderState
from tengen.runs.progress import TrainingProgress
from tengen.runs.progress_lines import TrainingLines, time_left
from tengen.texts import Language, Texts
from tengen.texts.durations import about, clock

BEGAN = Began(
    folder="runs/connect4-1",
    game="connect4",
    parameters=90_717,
    generation=0,
    generations=50,
    plan_seconds_left=None,
    games=0,
    positions=0,
    threads=2,
    remarks=(),
    metrics={},
    last_match=None,
)
REPORT = LearnerReport(
    batches=90,
    updates=90,
    samples=23_040,
    losses={"policy": 1.8, "value": 0.7, "moves_left": 3.2},
    total_loss=2.6,
    weight_penalty=0.0,
    entropy=1.5,
    kl=0.03,
    explained_variance_before=0.21,
    explained_variance_after=0.24,
    gradient_norm=1.0,
    learning_rate=0.002,
    multiplier=1.0,
    seconds=4.0,
    explained_variance_new=0.15,
)
CHECKS = {
    "checks/opening_value": 0.12,
    "checks/opening_entropy": 1.8,
    "checks/win_in_one_policy": 0.34,
    "checks/win_in_one_value": 0.2,
}
MATCH_DONE = LadderMatchDone(
    1, "00001", LadderMatch(1000, 7, 2, 1), LadderState(1000, 0.8, best_is_new=True), 3.0
)


def done(generation):
    return GenerationDone(
        generation=generation,
        updates=90 * (generation + 1),
        games=200,
        new_games=200,
        games_refused=0,
        positions=4000,
        total_games=200 * (generation + 1),
        total_positions=4000 * (generation + 1),
        window=4000,
        first_seat_score=0.55,
        mean_plies=20.0,
        false_resigns=None,
        play_seconds=8.0,
        evaluations_per_second=15_000.0,
        cache_hits=0.25,
        learn_seconds=4.0,
        report=REPORT,
    )


RESUMED = replace(
    BEGAN,
    generation=3,
    games=640,
    positions=12_800,
    remarks=("checkpoint 00004 is damaged: it goes on from 00003",),
    metrics=dict(sorted((done(2).metrics() | CHECKS).items())),
    last_match=MATCH_DONE,
)
"""Generation 3 had 40 of its 200 games when the last session ended."""


def shown(*events, minutes=None, width=100):
    """The picture after these events, as text."""
    console = Console(width=width, record=True, file=None, force_terminal=False, quiet=True)
    view = TrainingView(console, Stop(minutes))
    for event in events:
        view.observe(event)
    console.quiet = False
    with console.capture() as capture:
        console.print(view.picture())
    return capture.get()


def printed(*events):
    """The plain lines of these events."""
    console = Console(width=100, force_terminal=False)
    lines = TrainingLines(partial(console.print, soft_wrap=True), Stop())
    with console.capture() as capture:
        for event in events:
            lines.observe(event)
    return capture.get()


def test_it_can_be_drawn_before_anything_happened():
    assert "preparing" in shown()


def test_self_play_shows_its_games_and_its_speed():
    picture = shown(BEGAN, Playing(0, 50, 200, 30_000, 2.0, 0.25))
    assert "generation 0 of 50" in picture
    assert "50 of 200 games" in picture
    assert "25.0 games/s" in picture
    assert "15,000 evaluations/s" in picture
    assert "no match yet" in picture


TIMED = replace(BEGAN, plan_seconds_left=1800.0)


def test_a_timed_run_shows_its_generations_once_it_has_measured_its_speed():
    playing = Playing(0, 50, 200, 30_000, 2.0, 0.25)
    assert "generation 0; the speed is being measured" in shown(TIMED, playing)
    assert "new run, planned for 30 minutes" in printed(TIMED)
    assert "generation 0: 200 games" in printed(TIMED, done(0))
    planned = Planned(1, 143, 30.0)
    assert "generation 1 of about 143" in shown(TIMED, done(0), planned)
    assert "planned: about 143 generations in 30 minutes" in printed(TIMED, planned)
    assert "generation 1 (2 of 143 done)" in printed(TIMED, planned, done(1))


def test_a_timed_run_that_resumes_knows_its_plan():
    resumed = replace(TIMED, generation=5)
    assert "generation 5 of about 50" in shown(resumed)
    assert "resumes at generation 5, 30 minutes left of its plan" in printed(resumed)
    assert "generation 5 (6 of 50 done)" in printed(resumed, done(5))


def test_the_final_is_shown():
    assert "final of the last nets" in shown(BEGAN, FinalPlaying(50, 20, 120, 3.0))
    assert "120 games: net 00045 won" in printed(BEGAN, FinalWon(50, "00045", 120))


def test_learning_and_matches_show_how_far_they_are():
    assert "20 of 90 batches" in shown(BEGAN, Learning(0, 20, 90, 1.0))
    assert "match, MCTS 1,000" in shown(BEGAN, LadderMatchPlaying(5, 1000, 3, 10, 1.0))


def test_everything_a_generation_tells_is_there():
    picture = shown(BEGAN, NetChecked(1, "00001", CHECKS), done(0), MATCH_DONE)
    for words in (
        "policy 1.800",
        "value 0.700",
        "moves-left 3.200",
        "25.0 games/s",
        "5,760 samples/s",
        "entropy 1.50",
        "value explains 0.21 → 0.24, 0.15 of new games",
        "sees 34% of wins in one",
        "7 won, 2 drawn, 1 lost (80%)",
        "best so far",
        "generation 1 of 50",
        "· net 00001 ·",
    ):
        assert words in picture


def test_a_resumed_run_shows_what_the_last_session_knew():
    picture = shown(RESUMED, Playing(3, 40, 200, 0, 0.1, None))
    for words in (
        "policy 1.800   value 0.700   moves-left 3.200",
        "entropy 1.50",
        "value explains 0.21 → 0.24",
        "sees 34% of wins in one",
        "7 won, 2 drawn, 1 lost (80%)",
        "640 · 12,800 positions · window 4,000 · 20 plies each",
        "15,000 evaluations/s · 25% from the cache",
        "generation 3 of 50",
        "about 9 minutes left",
    ):
        assert words in picture


def test_games_stored_before_the_session_do_not_count_for_its_speed():
    halfway = Playing(3, 60, 200, 30_000, 10.0, None)
    assert "2.0 games/s" in shown(RESUMED, halfway)
    rest = replace(done(3), new_games=160)
    assert "20.0 games/s" in shown(RESUMED, halfway, rest)
    assert "; 20.0 games/s; 15,000 evaluations/s; 25% from the cache; " in printed(RESUMED, rest)
    assert rest.metrics()["selfplay/games_per_second"] == 20.0
    assert "25.0 games/s;" in printed(RESUMED, rest, done(4))


def test_a_generation_that_was_stored_already_has_no_speed():
    began = replace(RESUMED, games=800)
    assert "games/s" not in shown(began, Playing(3, 200, 200, 0, 1.0, None))
    none = replace(done(3), new_games=0)
    assert "200 games; played earlier; 25% from the cache" in printed(began, none)
    assert "selfplay/games_per_second" not in none.metrics()


def test_remarks_are_told():
    assert "note     checkpoint 00004 is damaged: it goes on from 00003" in shown(RESUMED)
    assert printed(RESUMED).splitlines()[1:] == [*RESUMED.remarks]
    assert "note" not in shown(BEGAN)


def test_false_resigns_are_shown_where_there_are_any():
    assert "4% false resigns" in shown(BEGAN, replace(done(0), false_resigns=0.04), width=120)
    assert "false resigns" not in shown(BEGAN, done(0))


def test_refused_records_are_told_with_the_reason_and_counted():
    refused = GamesRefused(0, 2, "it has an illegal move")
    line = "2 records refused in generation 0, the last one: it has an illegal move"
    assert printed(BEGAN, refused).splitlines()[1:] == [line]
    assert f"note     {line}" in shown(BEGAN, refused)
    assert "2 refused" in shown(BEGAN, replace(done(0), games_refused=2))
    assert "refused" not in shown(BEGAN, done(0))


def test_a_run_that_waits_for_workers_says_so_until_there_are_some():
    line = "no worker is left: waiting for new ones; Ctrl-C stops, --resume continues"
    assert printed(BEGAN, NoWorkers(0)).splitlines()[1:] == [line]
    assert "no worker is left" in shown(BEGAN, NoWorkers(0))
    assert "no worker is left" not in shown(
        BEGAN, NoWorkers(0), Playing(0, 50, 200, 30_000, 2.0, 0.25)
    )


def test_the_present_generation_is_named_by_its_number_and_the_last_one_by_how_many_were_done():
    assert "generation 49 of 50" in shown(BEGAN, done(48))
    assert "50 of 50 generations done" in shown(BEGAN, done(49))
    lines = printed(
        BEGAN, done(0), MATCH_DONE, Ended("time limit reached", 1, "00001")
    ).splitlines()
    assert lines[1].startswith("generation 0 (1 of 50 done): 200 games")
    assert lines[2].startswith("match of net 00001; 7 won")
    assert lines[3] == "stopped with 1 generation done, newest net 00001: time limit reached"


def test_the_last_line_of_a_finished_run_tells_that_all_generations_are_done():
    lines = printed(replace(BEGAN, generations=3), done(2)).splitlines()
    assert lines[-1].startswith("generation 2 (3 of 3 done): ")


def test_one_generation_is_not_told_as_several():
    began = printed(replace(BEGAN, generations=1, threads=1))
    assert began.endswith("1 thread; new run, 1 generation in total\n")


def test_a_net_is_told_with_what_it_sees():
    """The net that generation 0 made, by its number."""
    first, second = NetChecked(0, "00000", {}), NetChecked(1, "00001", CHECKS)
    assert "wins in one" not in printed(BEGAN, first, done(0))
    assert "; net 00001 sees 34% of wins in one;" in printed(BEGAN, first, second, done(0))


def test_a_higher_rung_is_named():
    match_done = LadderMatchDone(
        2, "00002", LadderMatch(1000, 10, 0, 0), LadderState(2000, 0, True), 1.0
    )
    assert "next 2,000" in shown(BEGAN, match_done)


def test_the_end_says_why():
    assert "time limit reached" in shown(BEGAN, done(0), Ended("time limit reached", 1, "00001"))


@pytest.mark.parametrize("width", [60, 80, 120])
def test_it_keeps_to_the_width_of_the_terminal(width):
    picture = shown(BEGAN, done(0), MATCH_DONE, width=width)
    assert max(map(len, picture.splitlines())) <= width


def test_time_left_is_that_of_the_budget_when_there_is_one():
    progress = TrainingProgress(Stop(minutes=5))
    progress.observe(BEGAN)
    assert "left of the time limit" in time_left(progress)


def test_time_left_is_not_guessed_before_the_first_generation():
    progress = TrainingProgress(Stop())
    progress.observe(BEGAN)
    assert time_left(progress) == ""
    progress.observe(done(0))
    assert progress.generations_left == 49
    assert time_left(progress).startswith("about ")


def test_sparklines_go_from_the_lowest_to_the_highest():
    assert sparkline([1.0, 0.5, 0.0]) == "█▅▁"
    assert sparkline([2.0, 2.0]) == "▁▁"


def test_durations():
    assert [clock(s) for s in (7.9, 754, 3723)] == ["0:07", "12:34", "1:02:03"]
    assert [about(s) for s in (0.2, 40, 600, 19_800, 400_000)] == [
        "1 second",
        "40 seconds",
        "10 minutes",
        "5.5 hours",
        "5 days",
    ]


def test_in_chinese_every_part_of_a_line_keeps_its_place():
    chinese = Texts(Language.CHINESE)
    lines = []
    told = TrainingLines(lines.append, Stop(), lambda parts: "；".join(map(chinese.message, parts)))
    for event in (BEGAN, done(0), MATCH_DONE):
        told.observe(event)
    assert lines[0].endswith("；新的训练，共 50 代")
    assert lines[1].startswith("第 0 代（已完成 1/50）：200 局；每秒 ")
    assert "；缓存命中 25%；累计 " in lines[1]
    assert lines[2].startswith("神经网络 00001 的比赛；")
