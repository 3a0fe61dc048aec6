"""The example scripts do what they say."""

import importlib.util
from pathlib import Path

import tengen

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
    # Six seconds were too few for a first generation on a busy machine.
    score = example("train_my_game").train_hex(tmp_path / "run", minutes=0.3, settings=TINY)
    assert 0.0 <= score <= 1.0
    assert "generation 0:" in capsys.readouterr().out
    assert (tmp_path / "run" / "checkpoints" / "00001").is_dir()


def test_a_player_is_trained_measured_and_asked_in_ten_lines(tmp_path, monkeypatch, capsys):
    settings = dict(setting.split("=") for setting in TINY)
    tiny = {"settings": {name: int(value) for name, value in settings.items()}, "minutes": 0.1}
    train, play_match = tengen.train, tengen.play_match
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tengen, "train", lambda game, **given: train(game, **(given | tiny)))
    monkeypatch.setattr(
        tengen, "play_match", lambda *players, games: play_match(*players, games=2, simulations=2)
    )
    example("train_and_play")
    shown = capsys.readouterr().out
    assert "generation 0: " in shown
    assert "against mcts@500 · connect4" in shown
    assert "connect4, red to move: best move" in shown


def test_a_search_is_watched_and_stopped(capsys):
    example("watch_a_search").main()
    *lines, last = capsys.readouterr().out.splitlines()
    assert last in ("ended: stopped", "ended: proven")
    assert sum("simulations:" in line for line in lines) >= 20 or last == "ended: proven"
