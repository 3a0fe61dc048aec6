"""The engine as a program."""

import os
import queue
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.cli.conftest import LISTENING

COMMAND = [sys.executable, "-c", LISTENING + "from tengen.engines.server import main; main()"]
# Longer than any test may take: whoever waits for this has hung.
LONG = 60


class Program:
    """A running engine and the lines it wrote."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.lines = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode())

    def send(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def answer(self):
        while (line := self.lines.get(timeout=LONG)).startswith("MESSAGE"):
            pass
        return line.rstrip("\n")

    def end(self):
        """Exit code and what was written to standard error."""
        self.process.wait(LONG)
        return self.process.returncode, self.process.stderr.read().decode()


@pytest.fixture
def program():
    running = Program()
    yield running
    running.process.kill()
    running.process.wait()
    for stream in (running.process.stdin, running.process.stdout, running.process.stderr):
        stream.close()


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_a_game_begins_whatever_ends_the_lines(program, end):
    program.send(f"START 9{end}INFO timeout_turn 50{end}BEGIN{end}")
    assert program.answer() == "OK"
    assert re.fullmatch(r"\d,\d", program.answer())
    program.send(f"END{end}")
    assert program.end() == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the most a process ever had")
def test_it_never_takes_more_memory_than_it_is_allowed_after_start(program):
    most = 100_000_000
    program.send(f"START 15\nINFO timeout_turn 500\nINFO max_memory {most}\nBEGIN\n")
    assert program.answer() == "OK"
    assert re.fullmatch(r"\d+,\d+", program.answer())
    program.send("TURN 0,0\n")
    assert re.fullmatch(r"\d+,\d+", program.answer())
    assert most_resident_bytes(program.process.pid) < most


def most_resident_bytes(pid):
    """The most that was in memory at any moment so far."""
    status = Path(f"/proc/{pid}/status").read_text()
    return 1024 * int(re.search(r"VmHWM:\s+(\d+) kB", status)[1])


@pytest.mark.parametrize("word", ["STOP", "YXSTOP", "stop"])
def test_a_stop_ends_thinking_with_a_move(program, word):
    program.send(f"START 15\nINFO timeout_turn 600000\nBEGIN\n{word}\n")
    assert program.answer() == "OK"
    assert re.fullmatch(r"\d+,\d+", program.answer())
    program.send("ABOUT\n")
    assert program.answer().startswith("name=")


def test_a_stop_while_nothing_is_thought_about_does_nothing(program):
    program.send("STOP\nSTART 9\n")
    assert program.answer() == "OK"


def test_questions_sent_at_once_get_their_whole_time(program):
    program.send("START 15\nINFO timeout_turn 1000\nINFO show_detail 1\nTURN 7,7\n")
    assert program.answer() == "OK"
    assert (tree := program.answer()).startswith("DEBUG ended by time, "), tree
    assert re.fullmatch(r"\d+,\d+", program.answer())


@pytest.mark.parametrize("how", ["end", "close", "interrupt"])
def test_it_ends_quietly_while_thinking(program, how):
    program.send("START 15\nINFO timeout_turn 600000\nBEGIN\n")
    assert program.answer() == "OK"
    if how == "end":
        program.send("END\n")
    elif how == "close":
        program.process.stdin.close()
    else:
        program.process.send_signal(signal.SIGINT)
    assert program.end() == (0, "")


def test_nobody_listening_is_no_traceback():
    reading, writing = os.pipe()
    os.close(reading)
    answer = subprocess.run(
        COMMAND,
        input=b"ABOUT\nABOUT\n",
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        timeout=LONG,
    )
    os.close(writing)
    assert (answer.returncode, answer.stderr) == (0, b"")


def test_torch_typer_and_rich_are_not_imported():
    code = "import sys, tengen.engines.server; print({'torch', 'typer', 'rich'} & {*sys.modules})"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert answer.stdout == b"set()\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--net", "/nowhere"], "there is no net '/nowhere'"),
        (["--threads", "0"], "threads must be 1 to 1024; got 0"),
    ],
)
def test_bad_options_are_refused_before_the_first_line(arguments, reason):
    answer = subprocess.run([*COMMAND, *arguments], capture_output=True, check=False)
    assert answer.returncode == 2
    assert answer.stdout == b""
    assert reason in answer.stderr.decode()
