"""`tengen train`, `runs`, `doctor` and `estimate`, as a shell sees them."""

import os
import re
import shlex
import signal
import subprocess
import time

import pytest

from tengen.replay.store import RunStore
from tests.cli.conftest import COMMAND

TINY = [
    "run.games_per_generation=6",
    "run.threads=1",
    "selfplay.simulations=4",
    "net.blocks=1",
    "net.channels=8",
    "learner.threads=1",
    "ladder.every=2",
    "ladder.games=2",
    "ladder.simulations=4",
    "ladder.first_opponent=4",
    "ladder.last_opponent=4",
]
OVERRIDES = [part for setting in TINY for part in ("-o", setting)]
ENVIRONMENT = {"COLUMNS": "100", "PYTHONIOENCODING": "utf-8", "LANG": "C.UTF-8"}


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A run of three generations, and what was printed."""
    folder = tmp_path_factory.mktemp("trained") / "runs" / "first"
    answer = subprocess.run(
        [*COMMAND, "train", "tictactoe", "--run", str(folder), "--generations", "3", *OVERRIDES],
        capture_output=True,
        text=True,
        check=False,
        env=ENVIRONMENT,
    )
    assert answer.returncode == 0, answer.stderr
    return folder, answer.stdout


def one_line_error(answer):
    """The message; the command failed as it should, without a traceback."""
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert answer.stderr.startswith("error: ")
    assert answer.stderr.count("\n") == 1
    return answer.stderr


def test_a_line_for_each_generation_and_each_match(trained):
    folder, shown = trained
    lines = shown.splitlines()
    assert lines[0].startswith(f"{folder}: tictactoe, a net with")
    assert [line[:26] for line in lines if line.startswith("generation")] == [
        f"generation {number} ({number + 1} of 3 done)" for number in (0, 1, 2)
    ]
    assert sum(line.startswith("match of net 0000") for line in lines) == 2
    assert "stopped with 3 generations done, newest net 00003: all generations finished" in lines


def test_the_end_tells_strength_with_its_interval_and_where_the_nets_are(trained):
    folder, shown = trained
    assert re.search(
        r"Strength of net 00003 with 4 simulations a move: \d won, \d drawn, \d lost of 2 "
        r"games against pure MCTS with 4 playouts: \d+% of the points "
        r"\(95% interval \d+% to \d+%\)",
        shown,
    )
    assert f"Newest net: {folder}/checkpoints/00003" in shown
    assert "To go on" not in shown


def test_the_lines_to_type_work(trained, tengen):
    _, shown = trained
    play, explain = [line for line in shown.splitlines() if line.startswith("  tengen ")]
    answer = tengen(*explain.split()[1:], "--simulations", "10")
    assert answer.returncode == 0, answer.stderr
    answer = tengen(*play.split()[1:], typed="b2\nquit\n", columns=300)  # for the net's whole path
    assert answer.returncode == 0, answer.stderr
    assert "400 simulations per move" in answer.stdout


def test_a_run_goes_on_to_a_later_generation(trained, tengen):
    folder, _ = trained
    answer = tengen("train", "--resume", "--run", str(folder), "--generations", "4")
    assert answer.returncode == 0, answer.stderr
    assert "resumes at generation 3, 4 generations in total" in answer.stdout
    assert "generation 3 (4 of 4 done)" in answer.stdout


def test_runs_lists_it(trained, tengen):
    folder, _ = trained
    shown = tengen("runs", str(folder.parent)).stdout
    assert "first" in shown
    assert "tictactoe" in shown
    assert "finished" in shown


def test_runs_shows_a_run_that_is_named_itself(trained, tengen):
    folder, _ = trained
    shown = tengen("runs", str(folder)).stdout
    assert "first" in shown
    assert "finished" in shown


def test_a_damaged_run_is_named_and_the_others_are_shown(trained, tengen, tmp_path):
    folder, _ = trained
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "config.toml").write_text('[run]\ngame = "tictactoe"\n')
    (tmp_path / "broken" / "run.db").write_bytes(b"no database" * 100)
    (tmp_path / "good").symlink_to(folder)
    answer = tengen("runs", str(tmp_path))
    assert answer.returncode == 0
    assert "good" in answer.stdout
    assert "broken: " in answer.stdout
    assert "is damaged" in answer.stdout


def test_the_doctor_examines_it(trained, tengen):
    folder, _ = trained
    answer = tengen("doctor", str(folder))
    assert answer.returncode == 0
    assert "generations" in answer.stdout
    assert "updates" in answer.stdout


def test_a_stopped_run_can_be_gone_on_with(tmp_path):
    """SIGTERM: the present step is finished, saved, and the way on is told."""
    folder = tmp_path / "run"
    command = [*COMMAND, "train", "tictactoe", "--run", str(folder), *OVERRIDES]
    command += ["--generations", "10000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        lines = process.stdout
        assert lines is not None
        for line in lines:
            if line.startswith("generation 1 "):
                process.send_signal(signal.SIGTERM)
                break
        rest = lines.read()
    assert process.returncode == 0
    assert "interrupted" in rest
    assert f"tengen train --resume --run {folder}" in rest
    with RunStore(folder / "run.db") as store:
        assert store.checkpoints()[-1].generation >= 2


def test_no_time_at_all_is_an_untrained_net(tengen, tmp_path):
    folder = tmp_path / "run"
    answer = tengen("train", "tictactoe", "--run", str(folder), "--minutes", "0", *OVERRIDES)
    assert answer.returncode == 0, answer.stderr
    assert "still untrained" in answer.stdout
    assert f"tengen train --resume --run {folder}" in answer.stdout


def test_an_unknown_preset_brings_a_guess(tengen):
    error = one_line_error(tengen("train", "conect4"))
    assert "there is no preset or game 'conect4'. Did you mean connect4?" in error
    assert "gomoku:WxH/N" in error
    assert "FILE.py:CLASS" in error


def test_no_preset_names_them_all(tengen):
    assert "connect4" in one_line_error(tengen("train"))


def test_a_folder_with_a_run_is_not_overwritten(trained, tengen):
    folder, _ = trained
    error = one_line_error(tengen("train", "tictactoe", "--run", str(folder)))
    assert "already contains a run" in error
    assert "--resume" in error


def test_there_must_be_something_to_go_on_with(tengen, tmp_path):
    assert "there is no run in" in one_line_error(
        tengen("train", "--resume", "--run", str(tmp_path))
    )
    assert "specify what to resume" in one_line_error(tengen("train", "--resume"))


def test_settings_cannot_change_on_the_way(trained, tengen):
    folder, _ = trained
    answer = tengen("train", "--resume", "--run", str(folder), "-o", "net.channels=16")
    assert "fixed at its start" in one_line_error(answer)


def test_the_end_of_a_run_is_moved_with_generations_and_not_with_an_override(trained, tengen):
    folder, _ = trained
    answer = tengen("train", "--resume", "--run", str(folder), "-o", "run.generations=9")
    assert "--generations" in one_line_error(answer)


def test_a_run_is_not_told_to_end_before_where_it_is(trained, tengen):
    folder, _ = trained
    config = (folder / "config.toml").read_text()
    answer = tengen("train", "--resume", "--run", str(folder), "--generations", "2")
    assert "or more, as many as are finished" in one_line_error(answer)
    assert (folder / "config.toml").read_text() == config


def test_the_game_cannot_change_on_the_way(trained, tengen):
    folder, _ = trained
    answer = tengen("train", "connect4", "--resume", "--run", str(folder))
    assert "trains tictactoe, not connect4" in one_line_error(answer)


def test_minutes_and_generations_exclude_each_other(tengen):
    answer = tengen("train", "tictactoe", "--minutes", "1", "--generations", "2")
    assert "not both" in one_line_error(answer)


def test_two_processes_cannot_train_one_run(trained, tengen):
    folder, _ = trained
    with RunStore(folder / "run.db"):
        answer = tengen("train", "--resume", "--run", str(folder))
        assert "is in use by process" in one_line_error(answer)
        assert "training" in tengen("runs", str(folder.parent)).stdout


def test_a_damaged_database_is_named(tengen, tmp_path, trained):
    folder, _ = trained
    (tmp_path / "config.toml").write_text((folder / "config.toml").read_text())
    (tmp_path / "run.db").write_bytes(b"no database" * 100)
    assert "is damaged" in one_line_error(tengen("train", "--resume", "--run", str(tmp_path)))
    assert "is damaged" in one_line_error(tengen("doctor", str(tmp_path)))
    listed = tengen("runs", str(tmp_path))
    assert listed.returncode == 2
    assert listed.stdout.count("\n") == 1


def test_the_newest_run_of_a_preset_is_found(tmp_path):
    for _ in range(2):
        answer = subprocess.run(
            [*COMMAND, "train", "tictactoe", "--generations", "1", *OVERRIDES],
            capture_output=True,
            text=True,
            check=True,
            env=ENVIRONMENT,
            cwd=tmp_path,
        )
        time.sleep(0.01)
    assert answer.stdout.startswith("runs/tictactoe-2: ")
    os.utime(tmp_path / "runs" / "tictactoe-1" / "run.db", (1, 1))
    answer = subprocess.run(
        [*COMMAND, "train", "tictactoe", "--resume", "--generations", "2"],
        capture_output=True,
        text=True,
        check=True,
        env=ENVIRONMENT,
        cwd=tmp_path,
    )
    assert answer.stdout.startswith("runs/tictactoe-2: ")


def test_an_estimate_names_speeds_and_times(tengen):
    answer = tengen("estimate", "tictactoe", "--seconds", "1")
    assert answer.returncode == 0, answer.stderr
    for words in ("evaluations/s", "games/s", "samples/s", "per generation", "whole run"):
        assert words in answer.stdout


@pytest.mark.parametrize("game", ["gomoku:5x4/3", "examples/hex.py:Hex", "openspiel:tic_tac_toe"])
def test_any_game_trains_and_the_lines_to_type_work_for_it(game, tengen, tmp_path):
    folder = tmp_path / "runs" / "my run"
    answer = tengen("train", game, "--run", str(folder), "--generations", "1", *OVERRIDES)
    assert answer.returncode == 0, answer.stderr
    assert f"{game} has no preset: its settings are scaled to the game" in answer.stdout
    play, explain = [line for line in answer.stdout.splitlines() if line.startswith("  tengen ")]
    assert play == f"  tengen play {game} --opponent 'net:{folder}'"
    answer = tengen(*shlex.split(play)[1:], typed="hint\nquit\n", columns=300)
    assert answer.returncode == 0, answer.stderr
    assert f"net {folder}, 400 simulations per move" in answer.stdout
    answer = tengen(*shlex.split(explain)[1:], "--simulations", "10")
    assert answer.returncode == 0, answer.stderr
    assert "my run" in tengen("runs", str(folder.parent), columns=200).stdout


def test_an_estimate_says_when_a_run_is_how_strong(tengen):
    answer = tengen("estimate", "gomoku-6x6", "--seconds", "1", columns=200)
    assert answer.returncode == 0, answer.stderr
    for mark in ("pure MCTS with 1,000 playouts", "the shipped net"):
        assert re.search(rf"as strong as {mark} +after ", answer.stdout)


@pytest.mark.parametrize(
    ("preset", "override"),
    [
        ("connect4", "run.threads=1"),
        ("gomoku-6x6", "net.channels=48"),
        ("gomoku-6x6", "run.window=5000"),
    ],
)
def test_strength_is_estimated_for_the_settings_it_was_measured_with(preset, override, tengen):
    answer = tengen("estimate", preset, "-o", override, "--seconds", "1", columns=400)
    assert answer.returncode == 0, answer.stderr
    assert "as strong as" not in answer.stdout
    (command,) = re.findall(r"settings of the shipped net: (tengen estimate .*)", answer.stdout)
    answer = tengen(*shlex.split(command)[1:], "-o", "run.threads=1", "--seconds", "1", columns=400)
    assert answer.returncode == 0, answer.stderr
    assert "as strong as the shipped net" in answer.stdout


def test_an_estimate_takes_any_game(tengen):
    answer = tengen("estimate", "gomoku:5x4/3", "--seconds", "1", columns=200)
    assert answer.returncode == 0, answer.stderr
    assert "gomoku:5x4/3 has no preset" in answer.stdout
    assert "whole run" in answer.stdout
