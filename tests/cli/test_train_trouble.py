"""`tengen train` when the ground is taken from under it, as a shell sees it."""

import subprocess

from tests.cli.conftest import COMMAND
from tests.cli.test_train import ENVIRONMENT, OVERRIDES


def test_a_run_whose_folder_vanishes_fails_and_says_so(tmp_path):
    folder = tmp_path / "run"
    command = [*COMMAND, "train", "tictactoe", "--run", str(folder), *OVERRIDES]
    with subprocess.Popen(
        [*command, "--generations", "10000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    ) as process:
        lines = process.stdout
        assert lines is not None
        for line in lines:
            if line.startswith("generation 1 "):
                folder.rename(tmp_path / "elsewhere")
                break
        rest, error = process.communicate()
    assert process.returncode == 2, error
    assert "Traceback" not in error
    assert "was moved, removed or replaced" in error
    assert "Newest net" not in rest
    assert not folder.exists()
