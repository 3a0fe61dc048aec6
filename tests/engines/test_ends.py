"""How the engine ends: at once when its input does, whatever it is doing, in bounded memory."""

import os
import select
import subprocess
import time

import pytest

from tests.engines.test_server import COMMAND, LONG

FLOOD = b"INFO time_left 1000\n" * 4096
# Far more than a pipe and the lines that may wait can hold.
MUCH = 16 * 2**20
THINKING = b"START 15\nINFO timeout_turn 600000\nBEGIN\n"


@pytest.fixture
def engine():
    running = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    yield running
    running.kill()
    running.wait()
    for stream in (running.stdin, running.stdout, running.stderr):
        stream.close()


def say(engine, data):
    engine.stdin.write(data)
    engine.stdin.flush()


def flood(engine, lines):
    """Writes lines until the engine has taken none for a while, or much; tells how many bytes."""
    taken, number = 0, engine.stdin.fileno()
    os.set_blocking(number, False)
    while taken < MUCH and select.select([], [number], [], 2.0)[1]:
        taken += os.write(number, lines[taken % 20 :][:32768])
    return taken


def end(engine):
    """Closes the input; exit code, what was not read yet, and what went to standard error."""
    engine.stdin.close()
    engine.wait(LONG)
    return engine.returncode, engine.stdout.read(), engine.stderr.read()


def read_ok(engine):
    while (line := engine.stdout.readline()) != b"OK\n":
        assert line.startswith(b"MESSAGE ")


def test_the_end_of_the_input_ends_thinking_without_a_move(engine):
    say(engine, THINKING)
    read_ok(engine)
    time.sleep(0.5)  # so that it usually thinks; it must not matter
    assert end(engine) == (0, b"", b"")


def test_end_ends_thinking_without_a_move(engine):
    say(engine, THINKING)
    read_ok(engine)
    say(engine, b"END\n")
    engine.wait(LONG)
    assert (engine.returncode, engine.stdout.read(), engine.stderr.read()) == (0, b"", b"")


def test_the_end_of_the_input_ends_a_choice_of_several_searches(engine):
    say(engine, b"START 15\nINFO timeout_turn 600000\nSWAP2BOARD\nDONE\n")
    read_ok(engine)
    assert end(engine) == (0, b"", b"")


def test_lines_before_the_end_of_the_input_are_answered_unless_they_need_thinking():
    answer = subprocess.run(
        COMMAND,
        input=b"ABOUT\nSTART 9\nnonsense\nBEGIN\nABOUT\n",
        capture_output=True,
        check=True,
        timeout=LONG,
    )
    about, *_, okay, unknown = answer.stdout.splitlines()
    assert about.startswith(b"name=")
    assert (okay, unknown) == (b"OK", b"UNKNOWN command 'NONSENSE'")


def test_a_flood_of_lines_has_to_wait_while_the_engine_thinks(engine):
    say(engine, THINKING)
    read_ok(engine)
    assert flood(engine, FLOOD) < MUCH
    assert end(engine) == (0, b"", b"")


def test_a_manager_that_does_not_read_has_to_wait_and_can_still_end_it(engine):
    assert flood(engine, b"ABOUT nothing at all\n" * 4096) < MUCH
    code, _, errors = end(engine)
    assert (code, errors) == (0, b"")


def test_it_can_be_killed_while_nobody_reads(engine):
    flood(engine, b"ABOUT nothing at all\n" * 4096)
    engine.terminate()
    assert engine.wait(LONG) != 0


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_missing_stream_is_the_end_of_the_input(closed):
    script = f'exec "$@" {closed}'
    answer = subprocess.run(
        ["sh", "-c", script, "sh", *COMMAND],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=LONG,
    )
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, b"", b"")
