"""`tengen engine`."""

import subprocess

from tests.cli.conftest import COMMAND


def test_the_engine_speaks_the_protocol_and_nothing_else():
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    command = [*COMMAND, "engine", "--threads", "1", "--seed", "3"]
    with subprocess.Popen(command, text=True, **pipes) as engine:
        engine.stdin.write("INFO timeout_turn 0\r\nSTART 7\r\nBEGIN\r\n")
        engine.stdin.flush()
        while (ok := engine.stdout.readline()).startswith("MESSAGE "):
            pass
        move = engine.stdout.readline()
        assert engine.communicate("END\r\n") == ("", "")
    assert (engine.returncode, ok) == (0, "OK\n")
    x, y = map(int, move.split(","))
    assert 0 <= x < 7
    assert 0 <= y < 7


def test_a_net_that_does_not_exist_is_one_line(tengen):
    answer = tengen("engine", "--net", "/nowhere")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith("error: there is no net '/nowhere'")
