"""`tengen engine`."""

import subprocess

from tests.cli.conftest import COMMAND


def test_the_engine_speaks_the_protocol_and_nothing_else():
    answer = subprocess.run(
        [*COMMAND, "engine", "--threads", "1", "--seed", "3"],
        input="INFO timeout_turn 0\r\nSTART 7\r\nBEGIN\r\nEND\r\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (answer.returncode, answer.stderr) == (0, "")
    *remarks, ok, move = answer.stdout.splitlines()
    assert all(remark.startswith("MESSAGE ") for remark in remarks)
    assert ok == "OK"
    x, y = map(int, move.split(","))
    assert 0 <= x < 7
    assert 0 <= y < 7


def test_a_net_that_does_not_exist_is_one_line(tengen):
    answer = tengen("engine", "--net", "/nowhere")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith("error: there is no net '/nowhere'")
