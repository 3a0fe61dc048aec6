"""Where results go is looked at before the work, nothing is overwritten, nothing is left behind."""

import errno
import os
import tempfile

import pytest

from tengen.cli.output_files import require_new_file, require_usual_folder
from tengen.errors import ConfigError, RecordError
from tengen.nets import save_checkpoint
from tengen.nets.atomic_files import write_atomically
from tengen.play.record_files import write_records
from tests.nets.example_nets import example_checkpoint

PLAYERS = ("random", "mcts@5", "--game", "tictactoe", "--games", "2")
GAME = "tictactoe b2\n"


def one_line(answer):
    assert answer.returncode == 2, answer.stdout + answer.stderr
    assert "Traceback" not in answer.stderr
    assert ".tmp" not in answer.stderr
    return " ".join(answer.stderr.split())


@pytest.fixture
def net(tmp_path):
    save_checkpoint(example_checkpoint("modern"), tmp_path / "net")
    return tmp_path / "net"


def test_an_export_is_overwritten_only_by_force(tengen, net, tmp_path):
    out = tmp_path / "agent.onnx"
    out.write_text("precious")
    said = one_line(tengen("export", str(net), "--out", str(out)))
    assert f"{out} already exists: choose another name, or add --force" in said
    assert out.read_text() == "precious"
    assert tengen("export", str(net), "--out", str(out), "--force").returncode == 0
    assert out.read_bytes() != b"precious"


@pytest.mark.parametrize("name", ["old.safetensors", "folder"])
def test_an_imported_net_overwrites_only_by_force(tengen, tmp_path, name):
    out = tmp_path / name
    save_checkpoint(example_checkpoint("modern"), out)
    arguments = ("import-net", "none.model", "--game", "gomoku:6x6/4", "--out", str(out))
    assert "already exists" in one_line(tengen(*arguments))
    assert "there is no file 'none.model'" in one_line(tengen(*arguments, "--force"))


def test_no_force_writes_a_net_among_other_files(tengen, tmp_path):
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("")
    arguments = ("import-net", "none.model", "--game", "gomoku:6x6/4", "--force", "--out")
    assert "a folder with other files" in one_line(tengen(*arguments, str(tmp_path / "letters")))


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", *PLAYERS, "--out", "no/such/out.json"),
        ("match", *PLAYERS, "--no-store", "--sgf", "no/such/games.sgf"),
        ("ladder", *PLAYERS, "--out", "no/such/out.json"),
        ("measure", "random", "--game", "tictactoe", "--json", "no/such/out.json"),
        ("convert", "game.txt", "no/such/game.sgf"),
        ("export", "net", "--out", "no/such/net.onnx"),
        ("import-net", "x", "--game", "gomoku:6x6/4", "--out", "no/such/net"),
    ],
    ids=lambda words: words[0],
)
def test_a_folder_that_does_not_exist_is_named_and_not_made(
    tengen, net, tmp_path, arguments, monkeypatch
):
    (tmp_path / "game.txt").write_text(GAME)
    monkeypatch.chdir(tmp_path)
    assert "folder 'no/such'" in one_line(tengen(*arguments))
    assert not (tmp_path / "no").exists()
    assert not (tmp_path / "matches").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", *PLAYERS, "--out", "."),
        ("match", *PLAYERS, "--sgf", "."),
        ("ladder", *PLAYERS, "--out", "."),
        ("measure", "random", "--game", "tictactoe", "--json", "."),
        ("convert", "game.txt", ".", "--to", "sgf", "--force"),
        ("export", "net", "--out", ".", "--force"),
    ],
    ids=lambda words: words[0],
)
def test_a_folder_is_not_a_file(tengen, net, tmp_path, arguments, monkeypatch):
    (tmp_path / "game.txt").write_text(GAME)
    monkeypatch.chdir(tmp_path)
    assert ". is a folder: name a file in it" in one_line(tengen(*arguments))


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", *PLAYERS, "--out", "pipe"),
        ("convert", "game.txt", "pipe", "--to", "sgf", "--force"),
        ("export", "net", "--out", "pipe", "--force"),
        ("import-net", "x", "--game", "gomoku:6x6/4", "--out", "pipe.safetensors", "--force"),
    ],
    ids=lambda words: words[0],
)
def test_devices_and_pipes_are_never_replaced(tengen, net, tmp_path, arguments, monkeypatch):
    (tmp_path / "game.txt").write_text(GAME)
    for name in ("pipe", "pipe.safetensors"):
        os.mkfifo(tmp_path / name)
    monkeypatch.chdir(tmp_path)
    assert " is not a regular file: choose another name" in one_line(tengen(*arguments))
    assert (tmp_path / "pipe").is_fifo()
    assert (tmp_path / "pipe.safetensors").is_fifo()


@pytest.mark.parametrize(
    "arguments",
    [("convert", "game.txt", "link", "--to", "sgf"), ("export", "net", "--out", "link")],
    ids=lambda words: words[0],
)
def test_a_link_stays_and_its_target_is_written(tengen, net, tmp_path, arguments, monkeypatch):
    (tmp_path / "game.txt").write_text(GAME)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "target").write_text("old")
    (tmp_path / "link").symlink_to("elsewhere/target")
    monkeypatch.chdir(tmp_path)
    assert "already exists" in one_line(tengen(*arguments))
    assert tengen(*arguments, "--force").returncode == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "elsewhere" / "target").read_bytes() != b"old"
    assert [path.name for path in (tmp_path / "elsewhere").iterdir()] == ["target"]


def test_a_file_is_not_a_folder(tengen, tmp_path, monkeypatch):
    (tmp_path / "afile").write_text("")
    monkeypatch.chdir(tmp_path)
    said = one_line(tengen("match", *PLAYERS, "--out", "afile/x.json"))
    assert "afile is not a folder: choose another place for x.json" in said


@pytest.mark.parametrize("command", ["match", "ladder"])
def test_a_file_where_results_usually_go_is_noticed_before_the_games(
    tengen, tmp_path, command, monkeypatch
):
    (tmp_path / "matches").write_text("")
    monkeypatch.chdir(tmp_path)
    answer = tengen(command, *PLAYERS)
    assert "matches is not a folder" in one_line(answer)
    assert answer.stdout == ""


def test_an_old_measurement_is_not_overwritten(tengen, tmp_path):
    file = tmp_path / "old.json"
    file.write_text("{}")
    said = one_line(tengen("measure", "random", "--game", "tictactoe", "--json", str(file)))
    assert f"{file} already exists: choose another name" in said


@pytest.mark.parametrize("require", [require_new_file, require_usual_folder])
def test_a_place_that_takes_no_files_is_noticed(tmp_path, monkeypatch, require):
    def refuse(**_):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    with pytest.raises(ConfigError, match=r"cannot write to .*Read-only file system"):
        require(tmp_path / "new")


def test_the_result_and_the_games_cannot_be_one_file(tengen, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = tengen("match", *PLAYERS, "--out", "a.sgf", "--sgf", str(tmp_path / "a.sgf"))
    assert "cannot hold both the result and the games: choose two names" in one_line(answer)
    assert answer.stdout == ""
    assert not list(tmp_path.iterdir())


def test_a_failed_write_names_the_file_that_was_asked_for_and_leaves_nothing(tmp_path):
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="taken") as caught:
        write_atomically(tmp_path / "taken", [b"text"])
    assert caught.value.filename == str(tmp_path / "taken")
    assert ".tmp" not in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_an_interrupted_write_leaves_nothing(tmp_path):
    def pieces():
        yield b"half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "file", pieces())
    assert not list(tmp_path.iterdir())


def test_links_in_a_circle_are_no_trouble(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    write_atomically(tmp_path / "a", [b"text"])
    assert (tmp_path / "a").read_bytes() == b"text"


def test_a_name_as_long_as_the_system_allows_can_be_written(tmp_path):
    write_atomically(tmp_path / ("n" * 250), [b"text"])
    assert (tmp_path / ("n" * 250)).read_bytes() == b"text"


def test_records_are_written_into_no_new_folder(tmp_path):
    with pytest.raises(RecordError, match=r"there is no folder .*new': create it first"):
        write_records([], tmp_path / "new" / "games.sgf")
