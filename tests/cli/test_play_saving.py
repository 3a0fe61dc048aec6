"""`tengen play`: games to and from files."""

import errno
import os

import pytest

from tengen import load_game
from tengen.partners import saving
from tengen.play import MoveNote, SavedGame, read_records, write_records
from tengen.rules.outcome import Outcome
from tengen.texts import Language
from tests.cli.play_conversations import conversation, piped, without_models


@pytest.fixture(autouse=True)
def models(tmp_path, monkeypatch):
    return without_models(tmp_path, monkeypatch)


def test_a_resignation_cannot_be_swapped_into_a_win(tmp_path):
    said, _ = conversation("resign", "swap", f"save {tmp_path}/game.sgf", opponent="mcts@30")
    assert "The game is over" in said
    (record,) = read_records(tmp_path / "game.sgf")
    assert record.players == ("human", "mcts@30")
    assert record.outcome.winner == 1


def test_saving_never_overwrites_without_being_told(tmp_path):
    file = tmp_path / "kept.txt"
    file.write_text("precious")
    said, _ = conversation(f"save {file}", moves="a1b2")
    assert "already exists" in said
    assert file.read_text() == "precious"
    conversation(f"save! {file}", moves="a1b2")
    assert read_records(file)[0].actions == (0, 4)


def test_a_file_without_a_suffix_becomes_sgf_and_keeps_players_and_resignation(tmp_path):
    conversation("resign", f"save {tmp_path / 'game'}", moves="a1b2", opponent="mcts@30")
    (record,) = read_records(tmp_path / "game.sgf")
    assert record.players == ("human", "mcts@30")
    assert (record.outcome.winner, record.outcome.reason) == (1, "resigned")


@pytest.mark.parametrize(
    ("file", "english", "chinese"),
    [
        ("", "Type save and a file", "请输入“保存”和文件名"),
        (".", ". is a folder", ". 是文件夹"),
        ("folder", "folder is a folder", "folder 是文件夹"),
        ("folder.sgf/", "folder.sgf is a folder", "folder.sgf 是文件夹"),
        (
            "missing/a.sgf",
            "The folder missing does not exist: create it first",
            "没有文件夹 missing",
        ),
        ("game.psq", "PSQ holds only Gomoku", "PSQ 只能保存五子连珠的五子棋"),
        ("game.png", "game.png: the name must end in .sgf", "对局只能保存为 .sgf"),
        ("missing/\0/game.sgf", "is not a valid file name", "不能作为文件名"),
        ("~nobody-at-all/game.sgf", "is not a valid file name", "不能作为文件名"),
        ("n" * 300, "could not be written: the file name is too long.", "名字太长"),
    ],
)
def test_files_that_cannot_be_written_get_a_sentence(file, english, chinese, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    for language, sentence in ((Language.ENGLISH, english), (Language.CHINESE, chinese)):
        said, loop = conversation(f"save {file}", "a1", language=language)
        assert sentence in said.replace("\n", "")
        assert "Errno" not in said
        assert len(loop.session.position.history) == 2
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["folder", "models"]


@pytest.mark.parametrize("game", ["openspiel:hex(board_size=5)", "openspiel:breakthrough"])
def test_a_game_that_sgf_cannot_hold_is_refused_before_writing(game, tmp_path):
    said, _ = conversation(f"save {tmp_path}/a.sgf", game=game, opponent="random")
    assert "choose a name that ends in .txt" in said.replace("\n", " ")
    assert "Saved as" not in said
    said, _ = conversation(f"save {tmp_path}/a", game=game, opponent="random")
    assert "Saved as" in said
    assert [path.name for path in tmp_path.glob("a*")] == ["a.txt"]


def test_saving_never_replaces_a_pipe_or_a_device(tmp_path):
    os.mkfifo(tmp_path / "pipe.sgf")
    said, _ = conversation(f"save! {tmp_path}/pipe.sgf", moves="a1b2")
    assert "is not a regular file: choose another name" in said.replace("\n", " ")
    assert (tmp_path / "pipe.sgf").is_fifo()


def test_variations_that_are_not_loaded_are_told(tmp_path):
    file = tmp_path / "two.sgf"
    file.write_text("(;GM[4]SZ[3];B[aa](;W[bb])(;W[cc])(;W[ca]))")
    said = piped("quit\n", "--load", str(file), "--opponent", "human").stdout
    assert "2 variations were left out: only the main line is played and saved." in said


def test_a_file_that_the_system_refuses_gets_a_sentence(tmp_path, monkeypatch):
    def refuse(*arguments, **options):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(saving, "write_records", refuse)
    said, _ = conversation(f"save {tmp_path}/game.sgf", "quit")
    assert "game.sgf could not be written: permission denied." in said
    said, _ = conversation(KeyboardInterrupt, f"save {tmp_path}/game.sgf", "quit")
    assert "could not be written" in said
    assert "Goodbye." in said


def test_what_the_format_of_a_saved_game_does_not_keep_is_said(tmp_path):
    said, _ = conversation("a1", f"save {tmp_path}/a.psq", game="gomoku:6x5/5", opponent="mcts@9")
    assert f"Not stored in {tmp_path}/a.psq:" in said.replace("\n", " ")
    assert "the date" in said
    assert "notes on moves" in said
    said, _ = conversation(f"save {tmp_path}/b.txt", language=Language.CHINESE, moves="a1b2")
    assert "无法保存这些内容" in said
    assert "棋手姓名、日期" in said
    said, _ = conversation(f"save {tmp_path}/a.sgf", opponent="mcts@9", moves="a1b2")
    assert "read back" not in said


def test_saved_games_tell_what_the_opponent_and_the_adviser_found(tmp_path):
    file = tmp_path / "game.sgf"
    conversation("hint", "c1", f"save {file}", moves="a1a2b1b2")
    assert read_records(file)[0].note(4).proof == "win"
    assert "C[value +1.000 (100.0 % for black), proven win" in file.read_text()
    conversation("b2", "level 1", "a3", f"save! {file}", opponent="mcts@30")
    (record,) = read_records(file)
    told = [record.note(number).simulations for number in range(len(record.actions))]
    assert told == [None, 30, None, 20]
    conversation("a1", "new", "a1", f"save! {file}", opponent="human")
    assert read_records(file)[0].notes == ()


def test_an_evaluation_of_the_last_position_is_saved_too(tmp_path):
    conversation("eval", f"save {tmp_path}/game.sgf", moves="a1a2b1b2")
    (record,) = read_records(tmp_path / "game.sgf")
    assert (record.note(3).value, record.note(3).proof) == (-1.0, "loss")


def test_notes_of_a_loaded_game_are_saved_again(tmp_path):
    game = load_game("tictactoe")
    notes = (MoveNote(value=0.25, comment="bold"), MoveNote())
    record = SavedGame.of(game.position_from("a1b2"), notes=notes, players=("human", "human"))
    write_records([record], tmp_path / "old.sgf")
    answer = piped(f"c3\nsave {tmp_path}/new.sgf\n", "--load", f"{tmp_path}/old.sgf")
    assert answer.returncode == 0, answer.stderr
    assert read_records(tmp_path / "new.sgf")[0].notes == (*notes, MoveNote())


def test_a_loaded_game_knows_who_sat_where_and_who_the_opponent_was(tmp_path):
    record = SavedGame.of(load_game("tictactoe").position_from("a1"), players=("mcts@30", "human"))
    write_records([record], tmp_path / "game.sgf")
    answer = piped("b2\nq\n", "--load", str(tmp_path / "game.sgf"))
    assert answer.returncode == 0, answer.stderr
    assert "game.sgf; moves so far: 1." in answer.stdout
    assert "pure MCTS, 30 playouts per move" in answer.stdout
    assert "O, your move> b2" in answer.stdout


def test_an_opponent_that_cannot_be_used_is_replaced_and_that_is_said(tmp_path):
    record = SavedGame.of(load_game("tictactoe").initial(), players=("human", "level:99"))
    write_records([record], tmp_path / "game.sgf")
    answer = piped("q\n", "--load", str(tmp_path / "game.sgf"))
    assert (answer.returncode, answer.stderr) == (0, "")
    assert (
        "The opponent in the file, level:99, is not available; you play against level 6"
        in answer.stdout
    )
    chosen = piped("q\n", "--load", str(tmp_path / "game.sgf"), "--level", "2")
    assert "level:99" not in chosen.stdout


def test_a_resigned_game_is_over_when_it_is_loaded_again(tmp_path):
    position = load_game("tictactoe").position_from("a1b2")
    record = SavedGame.of(position, Outcome(1, "resigned"), players=("human", "random"))
    write_records([record], tmp_path / "game.sgf")
    answer = piped("q\n", "--load", str(tmp_path / "game.sgf"))
    assert "You lose: you resigned." in answer.stdout


def test_a_loaded_game_is_saved_with_what_other_programs_said(tmp_path):
    old, new = tmp_path / "old.sgf", tmp_path / "new.sgf"
    old.write_text("(;GM[4]SZ[3]GN[mine]EV[a cup]DT[2020-02-02]\n;B[bb]LB[bb:1];N[here];W[aa])")
    answer = piped(f"a1\nsave {new}\n", "--load", str(old), "--opponent", "human")
    assert answer.returncode == 0, answer.stderr
    text = new.read_text()
    assert "EV[a cup]" in text
    assert "GN[mine]\n;B[bb]LB[bb:1]\n;N[here]\n;W[aa]\n;B[ac])" in text
    assert "DT[2020-02-02]" not in text


def test_a_game_with_stones_set_up_is_played_on_and_saved(tmp_path):
    old, new = tmp_path / "old.sgf", tmp_path / "new.sgf"
    old.write_text("(;GM[4]SZ[3]AB[bb]AW[aa][cc]PL[B])")
    answer = piped(
        f"save {tmp_path}/no.psq\na1\nundo\nnew\nc3\nb1\nsave {new}\n",
        "--load",
        str(old),
        "--opponent",
        "human",
    )
    assert answer.returncode == 0, answer.stderr
    assert "which only SGF can hold" in answer.stdout
    (record,) = read_records(new)
    assert record.setup.to_move == 0
    names = [load_game("tictactoe").action_name(action) for action in record.actions]
    assert names == ["c3", "b1"]
    again = piped("moves\n", "--load", str(new), "--opponent", "human")
    assert "c3b1" in again.stdout
