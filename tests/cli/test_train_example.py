"""The example that trains a game of one's own from Python does so."""

import importlib.util
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_my_game.py"
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


def test_hex_is_trained_from_python(tmp_path, capsys):
    spec = importlib.util.spec_from_file_location("train_my_game", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    score = example.train_hex(tmp_path / "run", minutes=5, settings=TINY)
    assert 0.0 <= score <= 1.0
    assert "generation 0:" in capsys.readouterr().out
    assert (tmp_path / "run" / "checkpoints" / "00001").is_dir()
