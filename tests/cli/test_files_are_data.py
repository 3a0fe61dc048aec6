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
from tengen.runs import Run, RunDirectory, begin_run, load_preset
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
    with pytest.raises(PlayerSpecError, match=r"does not ship .* --game FILE.py:CLASS"):
        game_told_by([f"net:{net}@5", "random"])
    with pytest.raises(PlayerSpecError, match="does not ship with Tengen"):
        learned_game(load_checkpoint(net))


def test_a_net_names_no_code_to_the_engine_nor_to_an_export(net):
    with pytest.raises(CheckpointError, match="this net plays"):
        choose_net(load_game("gomoku:9x9/5"), str(net))
    with pytest.raises(UnsupportedError, match="ConnectX is Connect Four"):
        kaggle_source(load_checkpoint(net))
    with pytest.raises(CheckpointError, match="this net plays"):
        require_game(load_checkpoint(net), load_game("gomoku:7x7/5"))


def told(answer):
    """The one line of an error, as one text."""
    assert answer.returncode == 2, answer.stdout
    assert "Traceback" not in answer.stderr
    return " ".join(answer.stderr.split())


@pytest.mark.parametrize(
    "command", [("match", "net:NET", "random"), ("ladder", "NET", "random"), ("measure", "NET")]
)
def test_the_commands_import_nothing_a_net_names(tengen, net, command):
    answer = tengen(*(word.replace("NET", str(net)) for word in command))
    assert "does not ship with Tengen" in told(answer)


@pytest.mark.parametrize(
    "command",
    [
        ("explain", "gomoku:9x9/5", "--net", "NET", "--simulations", "2"),
        ("play", "gomoku:9x9/5", "--opponent", "net:NET@2"),
        ("export", "NET", "--format", "kaggle"),
        ("export", "NET", "--out", "NET.onnx"),
        ("import-net", "NET", "--game", "gomoku:9x9/5", "--out", "NET.folder"),
        ("engine", "--net", "NET"),
    ],
)
def test_commands_that_are_given_a_net_import_nothing_it_names(tengen, net, command):
    answer = tengen(*(word.replace("NET", str(net)) for word in command), typed="START 9\nEND\n")
    assert "Traceback" not in answer.stderr


RECORDS = {
    "sgf": "(;FF[4]GM[4]SZ[9]TG[GAME]PB[human]PW[net:NET@5];B[ee])",
    "txt": "GAME e5\n",
    "psq": "Piskvorky 9x9, 11:11, 0\n5,5,0\nGAME\nGAME\n-1\n",
}


@pytest.mark.parametrize("command", ["play", "convert"])
@pytest.mark.parametrize("kind", RECORDS)
def test_a_record_names_no_code(tengen, net, trap, tmp_path, command, kind):
    file = tmp_path / f"game.{kind}"
    file.write_text(RECORDS[kind].replace("GAME", trap).replace("NET", str(net)))
    words = ["--load", str(file)] if command == "play" else [str(file), "-"]
    answer = tengen(command, *words, typed="quit\n")
    assert "Traceback" not in answer.stderr


@pytest.fixture
def run(trap, tmp_path):
    """The folder of a run that says it trains that game, and whose net says so too."""
    folder = tmp_path / "run"
    train_in(folder, tiny_config("run.generations=2"))
    config = folder / "config.toml"
    config.write_text(re.sub(r"(?m)^game = .*$", f"game = {trap!r}", config.read_text(), count=1))
    for identity in ("00000", "00001", "00002"):
        net = folder / "checkpoints" / identity
        save_checkpoint(replace(load_checkpoint(net), game=trap), net)
    return folder


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (
            ("train", "--resume", "--run", "RUN"),
            "only when you name it: tengen train TRAP --resume",
        ),
        (("train", "tictactoe", "--resume", "--run", "RUN"), "trains TRAP, not tictactoe"),
        (("train", "RUN/config.toml", "--run", "RUN-2"), "add -o run.game=TRAP"),
        (("estimate", "RUN/config.toml"), "add -o run.game=TRAP"),
        (("doctor", "RUN"), "only when you name it: tengen doctor RUN --game TRAP"),
        (("ladder", "RUN"), "does not ship with Tengen"),
        (("measure", "RUN"), "does not ship with Tengen"),
        (("match", "net:RUN@2", "random"), "does not ship with Tengen"),
        (("explain", "tictactoe", "--net", "RUN"), "TRAP"),
    ],
)
def test_the_commands_import_nothing_a_run_names(tengen, run, trap, command, sentence):
    answer = tengen(*(word.replace("RUN", str(run)) for word in command))
    assert sentence.replace("RUN", str(run)).replace("TRAP", trap) in told(answer)


def test_the_list_of_runs_imports_nothing_a_run_names(tengen, run):
    answer = tengen("runs", str(run.parent))
    assert answer.returncode == 0, answer.stderr
    assert "trap.py:Game" in answer.stdout


def test_a_name_that_would_be_dangerous_to_paste_is_not_repeated_as_a_command(tmp_path):
    folder = tmp_path / "run"
    train_in(folder, tiny_config("run.generations=1"))
    config = folder / "config.toml"
    config.write_text(
        re.sub(r"(?m)^game = .*$", r'game = "x.py:A\\u001b[2J\\nrm"', config.read_text(), count=1)
    )
    with pytest.raises(RunError, match=r"tengen train FILE\.py:CLASS --resume") as caught:
        Run.resume(folder)
    assert str(caught.value).isprintable()


def test_a_match_file_names_no_code(trap, tmp_path):
    file = tmp_path / "match.toml"
    file.write_text(f"[match]\ngame = '{trap}'\nplayers = ['random', 'mcts@5']\n")
    with pytest.raises(ConfigError, match=r"match\.game: .* is not a game that files may name"):
        MatchSettings.from_file(file)


@pytest.mark.parametrize("player", ["engine:./x@1s", "kaggle:./x@1s"])
def test_a_match_file_starts_no_program(tmp_path, player):
    file = tmp_path / "match.toml"
    file.write_text(f"[match]\ngame = 'connect4'\nplayers = ['random', '{player}']\n")
    with pytest.raises(ConfigError, match=rf"match\.players: '{player}' starts a program"):
        MatchSettings.from_file(file)


def test_the_doctor_takes_another_game_at_its_word(run):
    assert diagnose(RunDirectory(run), load_game("tictactoe")).generations == 2


def test_a_run_of_a_game_of_ones_own_goes_on_where_the_game_is_typed_again(tengen, tmp_path):
    folder = tmp_path / "run"
    settings = ["run.games_per_generation=2", "selfplay.simulations=2", "learner.batch_size=4"]
    settings += ["ladder.games=2", "ladder.simulations=2", "ladder.first_opponent=2"]
    tiny = [word for setting in settings for word in ("-o", setting)]
    begun = tengen("train", HEX, "--run", str(folder), "--minutes", "0", *tiny)
    assert begun.returncode == 0, begun.stderr
    assert f"tengen train {HEX} --resume --run {folder}" in begun.stdout
    resumed = tengen("train", HEX, "--resume", "--run", str(folder), "--generations", "1")
    assert resumed.returncode == 0, resumed.stderr


def test_a_settings_file_trains_a_game_of_ones_own_that_is_typed_beside_it(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("[run]\ngame = 'elsewhere.py:Game'\n")
    assert load_preset(str(file), [f"run.game={HEX}"]).run.game == HEX


def test_the_doctor_examines_a_game_that_was_typed(tengen, tmp_path):
    folder = tmp_path / "run"
    train_in(folder, tiny_config(f"run.game={HEX}", "run.generations=1", "net.encoding=4-planes"))
    answer = tengen("doctor", str(folder), "--game", HEX)
    assert answer.returncode == 0, answer.stderr
    assert "after 1 generation" in answer.stdout


def test_a_run_from_a_net_does_not_import_the_game_it_names(net, tmp_path):
    run = begin_run("gomoku:9x9/5", tmp_path / "run", from_net=str(net))
    run.close()
    assert any("none that fits gomoku:9x9/5: policy head" in remark for remark in run.remarks)
