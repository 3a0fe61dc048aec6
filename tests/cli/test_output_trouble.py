"""Results are stored before they are printed: output that fails loses none of them."""

import json
import subprocess
from pathlib import Path

import pytest

from tengen.replay.store import RunStore
from tests.cli.conftest import COMMAND
from tests.cli.test_train import ENVIRONMENT, OVERRIDES

MATCH = ["match", "random", "mcts@5", "--game", "tictactoe", "--games", "40", "--out", "out.json"]
LADDER = ["ladder", "random", "mcts@5", "mcts@9", "--game", "tictactoe", "--games", "4"]
MEASURE = ["measure", "random", "--game", "tictactoe", "--positions", "20", "--json", "out.json"]
TRAIN = ["train", "tictactoe", "--run", "run", "--generations", "3", *OVERRIDES]
FULL = Path("/dev/full")


def closed_pipe(arguments, folder):
    """What a command leaves behind whose output is closed after the first byte, and how it ends."""
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        told = process.stderr.read().decode()
    assert "Traceback" not in told
    assert "BrokenPipe" not in told
    return process.returncode


def test_a_match_whose_pipe_is_closed_is_played_to_its_end_and_stored(tmp_path):
    assert closed_pipe(MATCH, tmp_path) == 0
    assert len(json.loads((tmp_path / "out.json").read_text())["games"]) == 40


def test_a_ladder_whose_pipe_is_closed_is_played_to_its_end_and_stored(tmp_path):
    assert closed_pipe([*LADDER, "--out", "out.json"], tmp_path) == 0
    facts = json.loads((tmp_path / "out.json").read_text())
    assert facts["is_complete"]
    assert len(facts["matches"]) == 3


def test_a_run_whose_pipe_is_closed_is_trained_to_its_end(tmp_path):
    assert closed_pipe(TRAIN, tmp_path) == 0
    with RunStore(tmp_path / "run" / "run.db", read_only=True) as store:
        assert store.checkpoints()[-1].generation == 3
        assert store.counts().matches >= 1


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("arguments", [MATCH, MEASURE, TRAIN], ids=lambda words: words[0])
def test_a_full_disk_below_the_output_is_said_and_costs_no_result(tmp_path, arguments):
    with FULL.open("w") as full:
        answer = subprocess.run(
            [*COMMAND, *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd=tmp_path,
            env=ENVIRONMENT,
        )
    assert answer.returncode == 2
    assert answer.stderr.startswith("error: cannot write the output (No space left on device)")
    assert (tmp_path / "out.json").exists() or (tmp_path / "run/checkpoints/00003").exists()


def test_commands_run_without_any_output_at_all(tmp_path):
    command = " ".join(["exec", '"$@"', ">&-", "2>&-"])
    answer = subprocess.run(
        ["sh", "-c", command, "sh", *COMMAND, *MATCH], check=False, cwd=tmp_path, env=ENVIRONMENT
    )
    assert answer.returncode == 0
    assert (tmp_path / "out.json").exists()


def test_every_pairing_of_a_ladder_is_stored_before_it_is_told(tmp_path):
    """Killed after the first line, the pairing that it tells of is in the file."""
    with subprocess.Popen(
        [*COMMAND, *LADDER, "mcts@2000", "--games", "20", "--out", "out.json"],
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline().decode()
        process.kill()
    assert first.startswith("random against mcts@5: ")
    assert json.loads((tmp_path / "out.json").read_text())["matches"]
