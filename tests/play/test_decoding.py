"""Record files that do not say in which charset they are."""

import pytest

from tengen import load_game
from tengen.arena.openings import read_openings
from tengen.play.decoding import decode_text
from tengen.play.record_files import parse_records, read_records, write_records

CHINESE = "曹冬，五子棋。第一手：天元！"
SGF = "(;GM[4]SZ[15]PB[曹冬]PW[芮雅]C[开局：花月]CHARSET;B[hh]C[天元];W[ii])"
PSQ = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n曹冬\n芮雅\n-1\n0,Freestyle\n好棋\n"


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "gbk", "gb2312", "gb18030"])
def test_names_and_comments_of_files_without_a_charset_are_read(charset):
    (game,) = parse_records(SGF.replace("CHARSET", "").encode(charset))
    assert game.players == ("曹冬", "芮雅")
    assert game.comment == "开局：花月"
    assert game.note(0).comment == "天元"
    (game,) = parse_records(PSQ.encode(charset), file_format="psq")
    assert game.players == ("曹冬", "芮雅")
    assert game.comment.strip() == "好棋"


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "gbk"])
def test_openings_and_plain_moves_may_have_remarks_in_any_charset(tmp_path, charset):
    file = tmp_path / "openings.txt"
    file.write_bytes("# 花月，浦月\nh8 h9 i9\nh8、i9，i7 # 天元\n".encode(charset))
    openings = read_openings(file, load_game("gomoku:15x15/5"))
    assert [len(position.history) for position in openings] == [3, 3]


@pytest.mark.parametrize("charset", ["gbk", "gb18030", "big5", "shift_jis"])
def test_what_an_sgf_file_says_of_itself_counts(charset):
    text = "(;GM[4]SZ[15]PB[天元];B[hh])".replace("GM", f"CA[{charset}]GM")
    assert parse_records(text.encode(charset))[0].players[0] == "天元"


def test_a_wrong_charset_is_not_believed():
    text = "(;CA[UTF-8]GM[4]SZ[15]PB[曹冬];B[hh])"
    assert parse_records(text.encode("gbk"))[0].players[0] == "曹冬"


@pytest.mark.parametrize(
    "name",
    ["José", "Müller", "Größe", "Jürgen Größer", "Noël", "Bjørn Åse", "naïve café", "È vero"],
)
def test_european_names_are_not_taken_for_chinese(name):
    assert decode_text(f"PB[{name}]".encode("latin-1")) == f"PB[{name}]"


@pytest.mark.parametrize(
    "name", ["陳祖德", "吳清源", "翟鑫", "张", "朱鎔基", "棋", "天元 vs André"]
)
def test_chinese_names_are_recognised_also_by_rare_characters(name):
    assert decode_text(f"PB[{name}]".encode("gb18030")) == f"PB[{name}]"


def test_quotes_of_windows_are_read():
    assert decode_text("“good”, 5 €".encode("cp1252")) == "“good”, 5 €"


def test_one_wrong_byte_does_not_spoil_a_file():
    damaged = CHINESE.encode() + b"\xff" + CHINESE.encode()
    assert decode_text(damaged) == f"{CHINESE}\N{REPLACEMENT CHARACTER}{CHINESE}"


@pytest.mark.parametrize("data", [b"", b"\xff", b"\x80\x81\x8d", bytes(range(256))])
def test_any_bytes_are_some_text(data):
    assert isinstance(decode_text(data), str)


def test_a_game_in_gbk_survives_being_saved(tmp_path):
    (tmp_path / "old.sgf").write_bytes(SGF.replace("CHARSET", "").encode("gbk"))
    games = read_records(tmp_path / "old.sgf")
    write_records(games, tmp_path / "new.sgf")
    assert "PB[曹冬]" in (tmp_path / "new.sgf").read_text(encoding="utf-8")
    assert read_records(tmp_path / "new.sgf")[0].players == games[0].players
