"""Two Ray nodes on one machine, one of which is lost."""

import json
import subprocess
import sys

import pytest

from tests.runs.ray_nodes import LONG
from tests.runs.tiny import result_of, train_in


@pytest.mark.slow
def test_a_lost_node_changes_nothing_and_is_not_missed(tmp_path):
    command = [sys.executable, "-m", "tests.runs.ray_nodes", str(tmp_path / "lost")]
    program = subprocess.run(command, capture_output=True, text=True)
    assert program.returncode == 0, program.stderr
    told = json.loads(program.stdout)  # nothing of Ray's
    assert told["lost"] == 1
    (left,) = told["left"]
    assert told["games"][left] >= 2 * 120  # it was lost in the first generation
    train_in(tmp_path / "peace", LONG)
    assert result_of(tmp_path / "lost") == result_of(tmp_path / "peace")
