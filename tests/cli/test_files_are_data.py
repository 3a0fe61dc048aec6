"""Nothing read from a file may name code to import; only what the user typed may."""

import re
from dataclasses import replace

import pytest

from tengen import load_game
from tengen.arena.match_settings import MatchSettings
from tengen.arena.players import game_told_by, learned_game
from tengen.errors import CheckpointError, ConfigError, PlayerSpecError, RunError, UnsupportedError
from tengen.nets import Architecture, load_checkpoint, require_game, save_checkpoint
from tengen.nets.choosing import choose_net
from tengen.nets.kaggle_export import kaggle_source
from tengen.runs import RunDirectory
from tengen.runs.doctor import diagnose
from tests.nets.example_nets import random_checkpoint
from tests.runs.tiny import tiny_config, train_in
from tests.selfplay.made import HEX

CODE = "from pathlib import Path\nPath(__file__).with_name('it ran').touch()\n"


@pytest.fixture
def trap(tmp_path):
    """The name of a game whose file, once imported, leaves a trace; looked for afterwards."""
    file = tmp_path / "trap.py"
    file.write_text(CODE)
    yield f"{file}:Game"
    assert not (tmp_path / "it ran").exists()


@pytest.fixture
def net(trap, tmp_path):
    """A net that says it learned that game."""
    architecture = Architecture.resnet(load_game("gomoku:9x9/5"), blocks=1, channels=8)
    checkpoint = random_checkpoint("gomoku:9x9/5", architecture)
    path = tmp_path / "net.safetensors"
    save_checkpoint(replace(checkpoint, game=trap), path)
    return path


def test_a_net_names_no_code_to_the_arena(net):
    with pytest.raises(PlayerSpecError, match=r"a game of your own: .* --game FILE.py:CLASS"):
        game_told_by([f"net:{net}@5", "random"])
    with pytest.raises(PlayerSpecError, match="a game of your own"):
        learned_game(load_checkpoint(net))


def test_a_net_names_no_code_to_the_engine_nor_to_an_export(net):
    with pytest.raises(CheckpointError, match="this net plays"):
        choose_net(load_game("gomoku:9x9/5"), str(net))
    with pytest.raises(UnsupportedError, match="ConnectX is Connect Four"):
        kaggle_source(load_checkpoint(net))
    with pytest.raises(CheckpointError, match="this net plays"):
        require_game(load_checkpoint(net), load_game("gomoku:7x7/5"))


@pytest.mark.parametrize(
    "command", [("match", "NET", "random"), ("ladder", "NET", "random"), ("measure", "NET")]
)
def test_the_commands_import_nothing_a_net_names(tengen, net, command):
    spec = str(net) if command[0] != "match" else f"net:{net}"
    answer = tengen(*(spec if word == "NET" else word for word in command))
    assert answer.returncode == 2
    assert "a game of your own" in " ".join(answer.stderr.split())


def test_a_match_file_names_no_code(trap, tmp_path):
    file = tmp_path / "match.toml"
    file.write_text(f"[match]\ngame = '{trap}'\nplayers = ['random', 'mcts@5']\n")
    with pytest.raises(ConfigError, match=r"match\.game: .* is not a game that a file may name"):
        MatchSettings.from_file(file)


def test_the_doctor_imports_no_code_a_run_names(trap, tmp_path):
    folder = tmp_path / "run"
    train_in(folder, tiny_config("run.generations=1"))
    config = folder / "config.toml"
    text = re.sub(r"(?m)^game = .*$", f"game = {trap!r}", config.read_text(), count=1)
    config.write_text(text)
    with pytest.raises(RunError, match=r"name it with --game, such as --game FILE\.py:CLASS"):
        diagnose(RunDirectory(folder))
    assert diagnose(RunDirectory(folder), load_game("tictactoe")).generations == 1


def test_the_doctor_examines_a_game_that_was_typed(tengen, tmp_path):
    folder = tmp_path / "run"
    train_in(folder, tiny_config(f"run.game={HEX}", "run.generations=1", "net.encoding=4-planes"))
    answer = tengen("doctor", str(folder), "--game", HEX)
    assert answer.returncode == 0, answer.stderr
    assert "after 1 generation" in answer.stdout
