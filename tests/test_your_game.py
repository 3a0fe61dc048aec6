"""The guide `docs/your-game.md`: all its blocks are run, in order, in one folder."""

import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.conftest import COMMAND
from tests.test_examples import TINY

GUIDE = Path(__file__).parents[1] / "docs" / "your-game.md"
TYPED = "c3\nhint\nundo\nquit\n"


class Block(NamedTuple):
    language: str
    text: str


def blocks():
    text = GUIDE.read_text(encoding="utf-8")
    return [Block(*found) for found in re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL)]


def run(command, folder, **environment):
    env = {"PYTHONPATH": ".", "COLUMNS": "100", "LANG": "C.UTF-8", **environment}
    return subprocess.run(
        command, cwd=folder, env=env, input=TYPED, capture_output=True, text=True, check=False
    )


def run_python(text, folder):
    return run([sys.executable, "-c", text], folder)


def smaller(words):
    """The same command in a size that a test can afford."""
    if words[0] == "train":
        time = ["--generations", "2" if "--resume" in words else "1"]
        cut = words[: words.index("--minutes")] + words[words.index("--minutes") + 2 :]
        changes = [] if "--resume" in words else [part for one in TINY[1:] for part in ("-o", one)]
        return [*cut, *time, *changes]
    return [
        "4" if before == "--games" else word
        for before, word in zip(["", *words], words, strict=False)
    ]


def run_shell(line, folder):
    words = shlex.split(line)
    settings = dict(word.split("=", 1) for word in words if re.fullmatch(r"[A-Z_]+=\S*", word))
    words = words[len(settings) :]
    assert words[0] == "tengen"
    return run([*COMMAND, *smaller(words[1:])], folder, **settings)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """(block, process) of everything that was run, the class itself left out."""
    folder = tmp_path_factory.mktemp("guide")
    game, *rest = blocks()
    (folder / "squava.py").write_text(game.text, encoding="utf-8")
    done = []
    for block in rest:
        if block.language == "python":
            done.append((block, run_python(block.text, folder)))
        elif block.language == "sh":
            done += [(block, run_shell(line, folder)) for line in block.text.splitlines()]
        else:
            done.append((block, None))
    return done


def expected_texts(outputs):
    """(process, text) for every block that shows what the one before it says."""
    return [
        (process, block.text)
        for (_, process), (block, _) in pairwise(outputs)
        if block.language == "text"
    ]


def test_every_block_is_of_a_kind_that_is_run():
    assert {block.language for block in blocks()} == {"python", "sh", "text"}
    assert len(blocks()) >= 20


def test_every_command_and_script_does_what_the_guide_says(outputs):
    mistakes = {id(process) for process, text in expected_texts(outputs) if "to move" not in text}
    ran = [process for _, process in outputs if process is not None and id(process) not in mistakes]
    assert len(ran) >= 12
    for process in ran:
        assert process.returncode == 0, f"{process.args}\n{process.stderr}"
        assert "Traceback" not in process.stderr


def test_every_mistake_is_told_as_the_guide_says(outputs):
    mistakes = [(done, text) for done, text in expected_texts(outputs) if "to move" not in text]
    assert len(mistakes) == 5
    for done, text in mistakes:
        error = done.stderr.strip().splitlines()[-1]
        assert error.startswith("tengen.errors.GameContractError: ")
        assert text.strip() in error


def test_the_board_is_drawn_as_the_guide_shows_it(outputs):
    ((process, text),) = [pair for pair in expected_texts(outputs) if "to move" in pair[1]]
    assert process.stdout == text


def test_a_net_was_trained_and_played(outputs):
    said = [process.stdout for _, process in outputs if process is not None]
    assert any("00002" in text for text in said)
    assert any("net runs/squava" in text for text in said)
    assert any(re.fullmatch(r"[a-e][1-5] [+-]\d\.\d\d\n", text) for text in said)


def test_the_guide_is_linked_where_people_look():
    root = GUIDE.parents[1]
    for file in ("src/tengen/README.md", "examples/hex.py", "examples/train_my_game.py"):
        assert "docs/your-game.md" in (root / file).read_text(encoding="utf-8"), file


def test_the_guide_links_only_to_what_exists():
    for link in re.findall(r"\]\(([^)#]+)\)", GUIDE.read_text(encoding="utf-8")):
        assert (GUIDE.parent / link).exists(), link
