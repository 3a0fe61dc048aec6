"""`tengen play`, `explain` and `levels` take a net in place of a game; a net names no code."""

import shutil

import pytest

from tengen.cli.named_games import game_or_net
from tengen.errors import CheckpointError, PlayerSpecError, UnknownGameError
from tests.cli.play_conversations import piped
from tests.runs.preset_settings import TINY
from tests.runs.tiny import tiny_config, train_in
from tests.selfplay.made import HEX

PLAY = "tengen play {game} --opponent net:{net}"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run that trained tic-tac-toe."""
    folder = tmp_path_factory.mktemp("runs") / "mine"
    train_in(folder, tiny_config("run.generations=1"))
    return folder


@pytest.fixture(scope="module")
def own_run(tmp_path_factory):
    """A run that trained a game of one's own."""
    folder = tmp_path_factory.mktemp("runs") / "my hex"
    train_in(folder, tiny_config(*TINY, "run.generations=1", f"run.game={HEX}"))
    return folder


def refusal(answer):
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.count("\n") == 1
    return answer.stderr


def test_a_run_or_a_checkpoint_tells_its_game_and_levels_play_with_its_net(run, tmp_path):
    checkpoint = run / "checkpoints" / "00001"
    shutil.copytree(checkpoint, tmp_path / "folder")
    for net in (run, checkpoint, tmp_path / "folder", f"net:{run}"):
        answer = piped("b2\nlevel 3\nlevel\nhint\nquit\n", str(net), "--level", "1")
        assert answer.returncode == 0, answer.stderr
        words = " ".join(answer.stdout.split())
        path = str(net).removeprefix("net:")
        assert "tictactoe" in words
        assert f"O is now level 3 · casual · net {path}, 32 simulations per move" in words
        assert "1,600 simulations per move" in words
        assert f"(net {path})" in words


def test_a_named_net_has_its_usual_level_unless_another_is_asked_for(run):
    answer = piped("quit\n", str(run))
    assert "level 6 · skilled" in answer.stdout
    answer = piped("quit\n", "tictactoe", "--opponent", f"net:{run}", "--level", "2")
    assert "level 2 · beginner" in answer.stdout
    error = refusal(piped("", "tictactoe", "--opponent", f"net:{run}@5", "--level", "2"))
    assert "--opponent net:PATH --level 2" in error


def test_a_game_saved_against_a_level_of_a_net_names_that_net(run, tmp_path):
    file = tmp_path / "game.sgf"
    answer = piped(f"b2\nsave {file}\nquit\n", str(run), "--level", "1")
    assert f"PW[net:{run}@24,t=6]" in file.read_text()
    assert f"tengen play {run} --load" in answer.stdout.replace("\n", " ")
    assert piped("quit\n", str(run), "--load", str(file)).returncode == 0


def test_a_python_file_needs_a_class(tmp_path, monkeypatch):
    (tmp_path / "bg.py").write_text("")
    monkeypatch.chdir(tmp_path)
    wanted = "bg.py may contain several games: name the class too, as in bg.py:CLASS"
    with pytest.raises(UnknownGameError, match=wanted):
        game_or_net("bg.py", PLAY)


def test_a_net_of_a_game_of_ones_own_tells_what_to_type(own_run):
    error = refusal(piped("", str(own_run)))
    assert f"name the game too, as in tengen play {HEX} --opponent net:'{own_run}'" in error
    answer = piped("quit\n", HEX, "--opponent", f"net:{own_run}", "--level", "1")
    assert "level 1" in answer.stdout
    checkpoint = own_run / "checkpoints" / "00001"
    assert f"tengen play {HEX} --opponent" in refusal(piped("", str(checkpoint)))


def test_the_name_in_a_run_is_only_told_never_imported(own_run, tmp_path):
    copied = tmp_path / "sent"
    shutil.copytree(own_run, copied)
    (tmp_path / "trap.py").write_text("raise SystemExit('it ran')\n")
    config = copied / "config.toml"
    config.write_text(config.read_text().replace(HEX, f"{tmp_path}/trap.py:Game"))
    with pytest.raises(PlayerSpecError, match=r"as in tengen play .*trap\.py:Game"):
        game_or_net(str(copied), PLAY)
    config.write_text(config.read_text().replace("trap.py", "a\\nb.py"))
    with pytest.raises(PlayerSpecError, match=r"as in tengen play FILE\.py:CLASS"):
        game_or_net(str(copied), PLAY)


def test_a_game_and_a_net_in_either_order_give_the_line_to_type(run):
    for names in ((HEX, str(run)), (str(run), HEX)):
        assert f"tengen play {HEX} --opponent net:{run}" in refusal(piped("", *names))
    error = refusal(piped("", "tictactoe", "--opponent", str(run)))
    assert f"write --opponent net:{run}" in error


def test_a_name_that_is_neither_is_refused_as_what_it_looks_like():
    with pytest.raises(CheckpointError, match="there is no net 'runs/nothing'"):
        game_or_net("runs/nothing", PLAY)
    with pytest.raises(UnknownGameError, match="did you mean connect4"):
        game_or_net("conect4", PLAY)


def test_a_folder_of_runs_names_the_newest_of_them(run):
    with pytest.raises(PlayerSpecError, match=f"is a folder of runs: name one, such as {run}"):
        game_or_net(str(run.parent), PLAY)


def test_a_game_comes_before_a_folder_of_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "othello").mkdir()
    assert game_or_net("othello", PLAY).net is None


def test_levels_of_a_net_are_listed(run, tengen):
    shown = tengen("levels", str(run), columns=300).stdout
    assert f"net:{run}@1600" in shown
    assert shown.count("not measured") == 10


def test_a_shipped_net_shows_the_strengths_measured_with_it(tengen):
    shown = tengen("levels", "gomoku-8x8", columns=300).stdout
    assert "not measured" not in shown
    assert shown == tengen("levels", "gomoku:8x8/5", columns=300).stdout
    assert shown == tengen("levels", "net:gomoku-8x8", columns=300).stdout


def test_explain_takes_a_net_too(run, own_run, tengen):
    answer = tengen("explain", str(run), "--simulations", "20", columns=300)
    assert answer.stdout.startswith("tictactoe · no move yet\n")
    assert f"Evaluated by net {run}." in answer.stdout
    error = refusal(tengen("explain", str(own_run)))
    assert f"tengen explain {HEX} --net '{own_run}'" in error
    answer = tengen("explain", HEX, "--net", str(own_run), "--simulations", "20", columns=300)
    assert f"Evaluated by net {own_run}." in answer.stdout
