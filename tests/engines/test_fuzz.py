"""Whatever is sent: no crash, no hang, no illegal move."""

import queue
import subprocess
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engines.fuzz import Fuzzer, is_answer
from tests.engines.test_server import COMMAND, LONG
from tests.engines.transcripts import MOVE, Talk


def say_and_check(talk, line):
    """Says a line; what comes back follows the protocol, and a move was free before it."""
    moves = 0
    for answer in talk.say(line):
        assert is_answer(answer), (line, answer)
        if MOVE.fullmatch(answer):
            moves += 1
            position = talk.engine._position
            x, y = map(int, answer.split(","))
            row = position.game.height - 1 - y
            # The engine's own position took the move, and positions refuse illegal ones.
            assert position.last_action == row * position.game.width + x, (line, answer)
    return moves


@pytest.mark.parametrize(
    ("seed", "count"),
    [
        (1, 2000),
        pytest.param(2, 50_000, marks=pytest.mark.slow),
    ],
)
def test_fuzzed_lines_get_answers_of_the_protocol_and_legal_moves(seed, count):
    talk, moves = Talk(), 0
    for line in Fuzzer(seed).lines(count):
        moves += say_and_check(talk, line)
    assert moves > count / 20
    assert not talk.engine.is_over
    talk.say_all("DONE", "INFO rule 0")
    assert talk.answer("START 7") == ["OK"]
    talk.move("BEGIN")


WORDS = ("START", "RECTSTART", "RESTART", "BEGIN", "TURN", "PLAY", "SUGGEST", "TAKEBACK", "BOARD")
WORDS += ("YXBOARD", "SWAP2BOARD", "DONE", "INFO", "INFO rule", "INFO evaluate", "ABOUT", "STOP")
NUMBERS = st.integers(-1, 9) | st.sampled_from([20, 10**9, 10**18, -(10**18)])
ARGUMENTS = st.lists(NUMBERS, max_size=3).map(lambda numbers: ",".join(map(str, numbers)))
SENTENCES = st.builds("{} {}".format, st.sampled_from(WORDS), ARGUMENTS | st.text(max_size=20))
# A time to think would be taken.
LINES = (SENTENCES | ARGUMENTS | st.text(max_size=40)).filter(
    lambda line: "TIME" not in line.upper()
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(LINES, max_size=25))
def test_any_lines_get_answers_of_the_protocol_and_settings_get_none(lines):
    talk = Talk("START 5")
    for line in lines:
        say_and_check(talk, line)
        assert talk.say("INFO rule 1") == []
    talk.say_all("DONE", "INFO rule 0")
    assert talk.answer("START 5") == ["OK"]
    talk.move("BEGIN")


def converse(lines):
    """What a real process answers to the lines, and its exit code; the last line is unknown."""
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    answers = queue.SimpleQueue()

    def read():
        for line in process.stdout:
            answers.put(line.decode().rstrip("\n"))
        answers.put(None)

    threading.Thread(target=read, daemon=True).start()
    with process:
        process.stdin.write("\n".join([*lines, "DONE", "FAREWELL", ""]).encode())
        process.stdin.flush()
        heard = [answers.get(timeout=LONG)]
        while heard[-1] is not None and "FAREWELL" not in heard[-1]:
            heard.append(answers.get(timeout=LONG))
        process.stdin.close()
    return heard, process.returncode


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_a_real_process_survives_fuzzed_lines(seed):
    heard, code = converse(Fuzzer(100 + seed).lines(10_000))
    assert code == 0
    assert all(is_answer(line) for line in heard)
    assert heard[-1] == "UNKNOWN command 'FAREWELL'"


def test_a_process_survives_bytes_that_are_no_text():
    process = subprocess.run(
        COMMAND,
        input=bytes(range(256)) * 50 + b"\nSTART 9\nEND\n",
        capture_output=True,
        check=False,
        timeout=LONG,
    )
    assert (process.returncode, process.stderr) == (0, b"")
    assert process.stdout.splitlines()[-1] == b"OK"
