"""`tengen studio` as a shell starts it."""

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from websockets.sync.client import connect

from tests.cli.conftest import COMMAND

WITHOUT_FASTAPI = """
import sys
sys.modules["fastapi"] = None
from tengen.cli import main
main()
"""


@contextmanager
def started(*arguments, folder):
    """The running command and the first lines it prints, up to how to stop it."""
    environment = {"LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
    command = [*COMMAND, "studio", "--no-browser", "--data", str(folder), *arguments]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    )
    try:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line.rstrip())
            if "Ctrl-C" in line:
                break
        yield process, lines
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def port_of(lines):
    (address,) = (line for line in lines if line.startswith("Tengen Studio: "))
    return int(re.search(r":(\d+)/", address)[1])


def test_the_studio_says_where_it_is_and_ctrl_c_ends_it(tmp_path):
    with started("--port", "0", folder=tmp_path) as (process, lines):
        connection = http.client.HTTPConnection("127.0.0.1", port_of(lines), timeout=60)
        connection.request("GET", "/api/games")
        assert connection.getresponse().status == 200
        connection.close()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait(60) == 0
        assert rest.strip() == "Stopped. Open games are kept and return at the next start."


def token_of(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/")
    text = connection.getresponse().read().decode()
    connection.close()
    return re.search(r'name="tengen-token" content="([\w-]{20,})"', text)[1]


@contextmanager
def welcomed(port):
    """A connection of the page that the command serves, and its welcome."""
    origin = f"http://127.0.0.1:{port}"
    with connect(f"ws://127.0.0.1:{port}/ws", origin=origin, max_size=None) as opened:
        opened.send(json.dumps({"type": "hello", "token": token_of(port)}))
        yield opened, json.loads(opened.recv(timeout=60))


def test_a_game_survives_a_studio_that_is_killed(tmp_path):
    seats = [{"kind": "human"}, {"kind": "human"}]
    message = {"type": "new_game", "game": "connect4", "seats": seats, "moves": "445"}
    with (
        started("--port", "0", folder=tmp_path) as (process, lines),
        welcomed(port_of(lines)) as (opened, welcome),
    ):
        assert welcome["games"] == []
        opened.send(json.dumps(message))
        while not list(tmp_path.glob("games/*.json")):
            time.sleep(0.05)
        process.kill()
        process.wait()
    with (
        started("--port", "0", folder=tmp_path) as (_, lines),
        welcomed(port_of(lines)) as (_, welcome),
    ):
        (game,) = welcome["games"]
        assert game["plies"] == 3


def test_a_taken_port_is_said_and_the_next_one_used(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        with started("--port", str(taken), folder=tmp_path) as (_, lines):
            used = port_of(lines)
    assert used > taken
    assert f"Port {taken} is taken; using {used} instead." in lines


def test_a_second_studio_with_the_same_games_is_refused(tmp_path, tengen):
    with started("--port", "0", folder=tmp_path) as (_, lines):
        answer = tengen("studio", "--no-browser", "--data", str(tmp_path))
        assert answer.returncode == 2
        assert f"already running at http://127.0.0.1:{port_of(lines)}/" in answer.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--host", "0.0.0.0"], "lets other computers in: add --open-to-network"),
        (["--host", "0.0.0.0", "--open-to-network", "--secret", "short"], "12 characters"),
        (["--engine", "bogus"], "NAME=COMMAND"),
        (["bogus"], "there is no game 'bogus'"),
        (["--game", "missing.py:Game"], "no such file"),
    ],
)
def test_what_cannot_be_started_is_one_sentence(tmp_path, tengen, arguments, said):
    answer = tengen("studio", "--no-browser", "--data", str(tmp_path), *arguments)
    assert answer.returncode == 2
    assert said in answer.stderr
    assert "Traceback" not in answer.stderr


def test_without_its_packages_the_studio_says_what_to_install(tmp_path):
    answer = subprocess.run(
        [sys.executable, "-c", WITHOUT_FASTAPI, "studio", "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 2
    said = "error: the studio needs fastapi: pip install 'tengen[studio]'"
    assert answer.stderr.strip() == said


def test_an_open_studio_prints_its_secret_in_the_address(tmp_path):
    arguments = ("--port", "0", "--host", "0.0.0.0", "--open-to-network")
    with started(*arguments, folder=tmp_path) as (_, lines):
        assert any(re.search(r"/\?secret=[\w-]{12,}", line) for line in lines)
        assert any("Open to the network" in line for line in lines)
