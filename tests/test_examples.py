"""The example scripts do what they say."""

import importlib.util
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
TINY = [
    "run.generations=1",
    "run.games_per_generation=2",
    "net.blocks=1",
    "net.channels=8",
    "selfplay.simulations=2",
    "learner.samples_per_position=2",
    "ladder.games=2",
    "ladder.simulations=2",
    "ladder.first_opponent=2",
]


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_hex_is_trained_from_python(tmp_path, capsys):
    score = example("train_my_game").train_hex(tmp_path / "run", minutes=5, settings=TINY)
    assert 0.0 <= score <= 1.0
    assert "generation 0:" in capsys.readouterr().out
    assert (tmp_path / "run" / "checkpoints" / "00001").is_dir()


def test_a_search_is_watched_and_stopped(capsys):
    example("watch_a_search").main()
    *lines, last = capsys.readouterr().out.splitlines()
    assert last in ("ended: stopped", "ended: proven")
    assert sum("simulations:" in line for line in lines) >= 20 or last == "ended: proven"
