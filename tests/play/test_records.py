"""`SavedGame` and the reading and writing of files."""

import pytest
from hypothesis import given

from tengen import load_game
from tengen.errors import RecordError
from tengen.play import (
    MoveNote,
    SavedGame,
    format_records,
    parse_records,
    read_records,
    write_records,
)
from tengen.rules.outcome import Outcome

from .made_records import positions, random_position, records


def record_of(game, moves, **facts):
    return SavedGame.of(load_game(game).position_from(moves), **facts)


@given(positions())
def test_a_record_leads_back_to_its_position(position):
    assert SavedGame.of(position).position() == position


@given(records())
def test_a_record_can_be_replayed(record):
    assert record.position().history == record.actions


def test_the_rules_say_how_a_finished_game_ended():
    assert record_of("tictactoe", "a1a2b1b2c1").outcome.winner == 0
    assert record_of("tictactoe", "a1a2b1b2").outcome is None


def test_a_result_against_the_rules_is_refused():
    position = load_game("tictactoe").position_from("a1a2b1b2c1")
    with pytest.raises(
        RecordError, match="the result as white won; by the rules of tictactoe it is"
    ):
        SavedGame.of(position, Outcome(1, "forfeit"))


def test_a_move_against_the_rules_is_named_by_its_number():
    record = SavedGame(game="connect4", actions=(3,) * 7)
    with pytest.raises(RecordError, match=r"move 7: 4 is not legal here"):
        record.position()


def test_a_file_cannot_make_us_import_code(tmp_path):
    (tmp_path / "evil.py").write_text("raise SystemExit('imported')")
    for name in (f"{tmp_path}/evil.py:Evil", "openspiel:tic_tac_toe", "gomoku:evil.py:Evil"):
        with pytest.raises(RecordError):
            SavedGame(game=name, actions=()).position()
        with pytest.raises(RecordError):
            parse_records(f"(;FF[4]GM[4]TG[{name}])")


def test_games_of_other_rooms_are_replayed_with_their_game():
    hex_game = load_game("examples/hex.py:Hex")
    record = SavedGame.of(hex_game.position_from("a1b2"))
    text = format_records([record], "sgf", hex_game)
    assert parse_records(text, game=hex_game) == [record]
    assert record.position(hex_game).history == record.actions


@pytest.mark.parametrize(
    "facts", [{"value": 1.5}, {"simulations": -1}, {"seconds": float("inf")}, {"proof": "maybe"}]
)
def test_a_note_holds_only_what_makes_sense(facts):
    with pytest.raises(RecordError):
        MoveNote(**facts)


def test_notes_are_one_per_move():
    with pytest.raises(RecordError, match="one note for each of its 2 moves, or none; got 1"):
        record_of("connect4", "44", notes=(MoveNote(value=0.5),))


@pytest.mark.parametrize("suffix", [".sgf", ".psq", ".txt", ".moves"])
def test_the_suffix_is_the_format(tmp_path, suffix):
    record = record_of("gomoku:15x15/5", "h8i9")
    assert write_records([record], tmp_path / f"a{suffix}") == [tmp_path / f"a{suffix}"]
    assert read_records(tmp_path / f"a{suffix}") == [record]


@pytest.mark.parametrize("file_format", ["sgf", "psq", "moves"])
def test_the_format_is_seen_in_the_content(file_format):
    record = record_of("gomoku:15x15/5", "h8i9")
    assert parse_records(format_records([record], file_format)) == [record]
    windows = format_records([record], file_format).replace("\n", "\r\n")
    assert parse_records("\ufeff" + windows) == [record]


def test_several_games_in_psq_get_a_file_each(tmp_path):
    games = [record_of("gomoku:15x15/5", moves) for moves in ("h8", "a1b2")]
    files = write_records(games, tmp_path / "games.psq")
    assert [file.name for file in files] == ["games-1.psq", "games-2.psq"]
    assert [read_records(file)[0] for file in files] == games


def test_nothing_is_overwritten_or_half_written(tmp_path):
    path = tmp_path / "games.psq"
    fine, other = record_of("gomoku:15x15/5", "h8"), record_of("connect4", "4")
    with pytest.raises(RecordError, match="PSQ holds only Gomoku"):
        write_records([fine, other], path)
    assert list(tmp_path.iterdir()) == []
    write_records([fine], path)
    with pytest.raises(RecordError, match="already exists"):
        write_records([fine], path)
    assert write_records([fine], path, overwrite=True) == [path]


def test_other_charsets_are_read():
    text = "(;GM[4]SZ[15]CA[GB18030]PB[天元];B[hh])"
    assert parse_records(text.encode("gb18030"))[0].players[0] == "天元"
    assert parse_records("(;GM[4]SZ[15]PB[José];B[hh])".encode("latin-1"))[0].players[0] == "José"


def test_files_that_cannot_be_read_say_why(tmp_path):
    with pytest.raises(RecordError, match=r"none\.sgf: cannot be read: No such file"):
        read_records(tmp_path / "none.sgf")
    with pytest.raises(RecordError, match="not a regular file"):
        read_records(tmp_path)
    (tmp_path / "a.sgf").write_text("(;GM[4]SZ[15]\n;B[hh]\n;W[hh])")
    with pytest.raises(RecordError, match=r"a\.sgf: line 3: move 2: h8 is not legal here"):
        read_records(tmp_path / "a.sgf")
    with pytest.raises(RecordError, match="at most 20 MB"):
        parse_records(b" " * (20 * 2**20 + 1))
    with pytest.raises(RecordError, match="line 1: the file contains no game"):
        parse_records("# only a remark\n")
    with pytest.raises(RecordError, match="sgf, psq, moves; got 'pgn'"):
        parse_records("", file_format="pgn")


def test_a_long_game_fits_every_format():
    record = SavedGame.of(random_position("gomoku:20x20/20", 400, seed=3))
    assert len(record.actions) == 400
    assert parse_records(format_records([record], "sgf")) == [record]
    assert parse_records(format_records([record], "moves")) == [record]
