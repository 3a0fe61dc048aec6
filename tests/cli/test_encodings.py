# ruff: noqa: RUF001 - characters that look alike are the subject
"""What the commands write where the terminal or pipe is not UTF-8."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.cli.substitutes import substituting
from tests.cli.conftest import COMMAND
from tests.cli.every_command import MARK
from tests.cli.pseudo_terminal import PseudoTerminal
from tests.runs.tiny import tiny_config, train_in

ROOT = Path(__file__).parents[2]
ENCODINGS = ["gbk", "latin-1", "cp437", "ascii", "cp1252"]
WITH_HELP = (
    "play games explain train runs doctor estimate match ladder levels measure engine bench nets "
    "import-net export convert"
)
COMMANDS = (
    "--help",
    "--version",
    "games",
    "nets",
    "levels",
    "levels gomoku:15x15/5",
    "runs",
    "doctor runs/tiny-1",
    "doctor runs/天元",
    "½",
    "play ½",
    "play --level 77",
    "explain connect4 --simulations 60 --trace 1",
    "explain gomoku:9x9/5 --simulations 20 --slope 0.03",
    "match mcts@4 random --game tictactoe --games 4 --no-store",
    "ladder mcts@4 random --game tictactoe --games 4 --no-store",
    "measure mcts@4 --game tictactoe --positions 4",
    "convert 天元.sgf ½.psq --force",
)
GAMES = {
    "connect4": "hint\neval\nexplain\nhelp\nlevel\nmoves\n4\nundo\nx½\nsave ½\nresign\nquit\n",
    "gomoku:9x9/5": "e5\nundo\nresign\n",
    "othello": "d3\nquit\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run, and a game with names in two alphabets."""
    folder = tmp_path_factory.mktemp("encodings")
    train_in(folder / "runs" / "tiny-1", tiny_config("run.generations=2"))
    sgf = "(;FF[4]CA[UTF-8]GM[4]SZ[15]PB[天元]PW[Žluť];B[hh];W[ii])"
    (folder / "天元.sgf").write_text(sgf, encoding="utf-8")
    return folder


def outputs(folder, encoding):
    """The exit code and the output of every command, in this encoding."""
    commands = [[[name, "--help"], ""] for name in WITH_HELP.split()]
    commands += [[line.split(), ""] for line in COMMANDS]
    commands += [
        [["play", game, "--seed", "1", "--level", "1"], typed] for game, typed in GAMES.items()
    ]
    done = subprocess.run(
        [sys.executable, "-m", "tests.cli.every_command", json.dumps(commands)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        cwd=folder,
        env=_environment(encoding) | {"PYTHONPATH": str(ROOT)},
    )
    found = {}
    for part in re.findall(rf"(.*?)\n{MARK}(.*?)\n", done.stdout.decode(encoding), re.DOTALL):
        code, *arguments = json.loads(part[1])
        found[" ".join(arguments)] = (code, part[0])
    assert len(found) == len(commands), done.stdout.decode(encoding)[-2000:]
    return found


def _environment(encoding, **more):
    return {"PYTHONIOENCODING": encoding, "LANG": "C.UTF-8", "COLUMNS": "80"} | more


@pytest.fixture(scope="module")
def in_utf8(folder):
    return outputs(folder, "utf-8")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_command_can_be_read_in_every_encoding(folder, in_utf8, encoding):
    for command, (code, text) in outputs(folder, encoding).items():
        code_in_utf8, text_in_utf8 = in_utf8[command]
        assert code == code_in_utf8, (command, text)
        assert "Traceback" not in text
        assert text.count("?") == text_in_utf8.count("?"), (command, text)
        assert "\\u" not in text or "天元" in command or "天元" in text_in_utf8, (command, text)


@pytest.mark.parametrize(
    ("encoding", "text", "shown"),
    [
        ("ascii", "½, 1½ and ±3", "1/2, 1 1/2 and +/-3"),
        ("gbk", "1½ · ±3 → —", "1 1/2 · ±3 → —"),
        ("cp437", "1½ · ±3 → —", "1½ · ±3 -> -"),
        ("latin-1", "2 × 3 … 4–5", "2 × 3 ... 4-5"),
        ("ascii", "╭─┬╮│┼█▉▌", "+-++|+##|"),
        ("cp437", "┌─┐█▉▊▎", "┌─┐███▌"),
        ("ascii", "Gödel, ｈ８，天", r"Godel, h8,\u5929"),
        ("utf-8", "a\udcff", r"a\xff"),
    ],
)
def test_substitutes_can_be_read(encoding, text, shown):
    assert text.encode(encoding, substituting(encoding)).decode(encoding) == shown


def test_a_spinner_in_a_terminal_needs_no_unicode():
    with PseudoTerminal(
        "explain", "connect4", "--simulations", "5000", PYTHONIOENCODING="ascii"
    ) as screen:
        assert screen.exit_code() == 0
        assert screen.raw.isascii()


def test_a_file_name_that_is_not_text_can_be_told(folder):
    done = subprocess.run(
        [*COMMAND, "doctor", b"runs/\xff"],
        capture_output=True,
        check=False,
        env=_environment("utf-8"),
    )
    assert done.returncode == 2
    assert rb"runs/\xff" in done.stderr


def told(*arguments, typed="", encoding="ascii", **environment):
    """What a command writes in this encoding."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=typed.encode(),
        capture_output=True,
        check=False,
        env=_environment(encoding, **environment),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_chinese_users_are_told_in_english_where_chinese_cannot_be_shown():
    play = ("play", "tictactoe", "--opponent", "human")
    latin = told(*play, encoding="latin-1", LC_ALL="zh_CN.ISO8859-1").decode("latin-1")
    assert "Type a move" in latin
    gbk = told(*play, encoding="gbk", LC_ALL="zh_CN.GBK").decode("gbk")
    assert "直接输入着法" in gbk
    asked = told(*play, "--language", "zh", encoding="latin-1").decode("latin-1")
    assert "A move is typed" not in asked


def test_records_that_are_piped_stay_utf8_as_they_say_of_themselves(folder):
    sgf = told("convert", str(folder / "天元.sgf"), "-", "--to", "sgf")
    assert "PB[天元]PW[Žluť]" in sgf.decode()
