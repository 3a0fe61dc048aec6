"""Ctrl-C in the first second, at places that are chosen and not left to chance."""

import subprocess
import sys
import textwrap

import pytest

SIGNALLING = """
    import builtins, importlib.abc, os, signal, sys

    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    place, number = sys.argv.pop(1), getattr(signal, sys.argv.pop(1))

    class Finder(importlib.abc.MetaPathFinder):
        def find_spec(self, name, path=None, target=None):
            if name == place:
                os.kill(os.getpid(), number)

    sys.meta_path.insert(0, Finder())
    if place == "a net":
        import tengen.nets.safetensors as safetensors
        parse = safetensors.parse
        def interrupted(data):
            os.kill(os.getpid(), number)
            return parse(data)
        safetensors.parse = interrupted
    if place == "a save":
        import tengen.nets.atomic_files as atomic_files
        fsync = os.fsync
        def interrupted(file):
            os.kill(os.getpid(), number)
            fsync(file)
        os.fsync = interrupted

    from tengen_start import main
    main()
"""


def interrupted(place, *arguments, folder, name="SIGINT"):
    """How a command ends that gets a signal there: with a line at most, and nothing left behind."""
    answer = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(SIGNALLING), place, name, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        input="",
    )
    assert answer.stderr.count("\n") <= 1
    assert "Traceback" not in answer.stderr
    assert "Error" not in answer.stderr
    assert "Interrupt" not in answer.stderr
    assert list(folder.iterdir()) == []
    return answer.returncode


COMMANDS = [
    ("play",),
    ("games",),
    ("explain", "connect4"),
    ("train", "tictactoe"),
    ("runs",),
    ("doctor", "x"),
    ("estimate", "tictactoe"),
    ("match", "random", "random", "--game", "tictactoe"),
    ("ladder", "random", "mcts@5", "--game", "tictactoe"),
    ("levels",),
    ("measure", "tictactoe"),
    ("engine",),
    ("bench", "signature"),
    ("nets",),
    ("import-net", "x", "--game", "gomoku:6x6/4", "--out", "y"),
    ("export", "tictactoe"),
    ("convert", "-", "-"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_every_command_can_be_interrupted_while_modules_are_imported(tmp_path, command):
    assert interrupted("tengen.cli.train", *command, folder=tmp_path) == 130


@pytest.mark.parametrize("place", ["tengen", "numpy", "numpy.linalg", "typer", "tengen.cli"])
def test_no_module_is_imported_too_early_to_be_interrupted(tmp_path, place):
    assert interrupted(place, "games", folder=tmp_path) == 130


@pytest.mark.parametrize("place", ["torch", "torch.nn", "torch.optim", "tengen.learner.learner"])
@pytest.mark.parametrize("command", ["train", "estimate"])
def test_training_can_be_interrupted_while_torch_is_imported(tmp_path, place, command):
    assert interrupted(place, command, "tictactoe", folder=tmp_path) == 130


@pytest.mark.parametrize(
    "command",
    [
        ("play", "tictactoe"),
        ("explain", "tictactoe", "--net", "tictactoe"),
        ("match", "net:tictactoe@5", "random"),
        ("ladder", "tictactoe", "random"),
        ("measure", "tictactoe"),
        ("export", "tictactoe"),
    ],
    ids=lambda words: words[0],
)
def test_commands_can_be_interrupted_while_a_net_is_loaded(tmp_path, command):
    assert interrupted("a net", *command, folder=tmp_path) == 130


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
@pytest.mark.parametrize(
    "command",
    [("export", "tictactoe"), ("train", "tictactoe", "--run", "run")],
    ids=lambda words: words[0],
)
def test_a_file_that_is_being_written_is_taken_away(tmp_path, command, name, code):
    assert interrupted("a save", *command, folder=tmp_path, name=name) == code
