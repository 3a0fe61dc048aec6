"""`tengen convert`."""

import subprocess

import pytest

from tests.cli.conftest import COMMAND

MOVES = "gomoku:15x15/5 h8i9j10\nconnect4 4455\n"


@pytest.fixture
def moves(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text(MOVES)
    return path


def test_games_go_through_sgf_and_back(tengen, tmp_path, moves):
    sgf, back = tmp_path / "games.sgf", tmp_path / "back.moves"
    assert tengen("convert", str(moves), str(sgf)).stdout == f"{sgf}: 2 games\n"
    assert tengen("convert", str(sgf), str(back)).stdout == f"{back}: 2 games\n"
    assert back.read_text() == MOVES


def test_psq_gets_a_file_for_each_game(tengen, tmp_path):
    (tmp_path / "games.txt").write_text("h8i9\na1b2\n")
    answer = tengen(
        "convert", f"{tmp_path}/games.txt", f"{tmp_path}/out.psq", "--game", "gomoku:15x15/5"
    )
    assert answer.stdout == f"{tmp_path}/out-1.psq to out-2.psq: 2 games\n"
    assert (tmp_path / "out-2.psq").read_text().startswith("Piskvorky 15x15, 11:11, 0\n1,15,0\n")


def test_the_input_and_the_output_are_files_too():
    answer = subprocess.run(
        [*COMMAND, "convert", "-", "-", "--to", "moves"],
        input=b"(;GM[4]SZ[15];B[hh](;W[ii])(;W[gg]))",
        capture_output=True,
        check=False,
    )
    assert (answer.returncode, answer.stdout) == (0, b"gomoku:15x15/5 h8i7\n")


def test_left_out_variations_are_told(tengen, tmp_path):
    (tmp_path / "a.sgf").write_text("(;GM[4]SZ[15];B[hh](;W[ii])(;W[gg]))")
    answer = tengen("convert", f"{tmp_path}/a.sgf", f"{tmp_path}/a.txt")
    assert answer.stdout == f"{tmp_path}/a.txt: 1 game; 1 variation was left out\n"


def test_left_out_variations_are_told_when_the_output_is_a_pipe(tengen, tmp_path):
    (tmp_path / "a.sgf").write_text("(;GM[4]SZ[15];B[hh](;W[ii])(;W[gg]))")
    answer = tengen("convert", f"{tmp_path}/a.sgf", "-", "--to", "sgf")
    assert answer.stdout.startswith("(;FF[4]")
    assert answer.stderr == "-: 1 game; 1 variation was left out\n"


def test_what_a_format_does_not_keep_is_told_in_one_sentence(tengen, tmp_path):
    (tmp_path / "a.sgf").write_text(
        "(;GM[4]SZ[15]PB[8,8]PW[Ann]DT[2026-11-16]EV[a cup]RE[0];B[hh];W[ii])"
    )
    answer = tengen("convert", f"{tmp_path}/a.sgf", f"{tmp_path}/a.psq")
    assert answer.stdout.splitlines() == [
        f"{tmp_path}/a.psq: 1 game",
        "Lost from this game in the format psq: player names, the result, the date, the event.",
    ]
    answer = tengen("convert", f"{tmp_path}/a.psq", "-")
    assert answer.stderr == "Lost from this game in the format moves: player names.\n"
    again = tengen("convert", f"{tmp_path}/a.sgf", f"{tmp_path}/b.sgf")
    assert again.stdout == f"{tmp_path}/b.sgf: 1 game\n"


def test_an_existing_file_is_kept_unless_forced(tengen, tmp_path, moves):
    sgf = tmp_path / "games.sgf"
    sgf.write_text("precious")
    answer = tengen("convert", str(moves), str(sgf))
    assert answer.returncode == 2
    assert "already exists" in answer.stderr
    assert sgf.read_text() == "precious"
    assert tengen("convert", str(moves), str(sgf), "--force").returncode == 0


@pytest.mark.parametrize(
    ("name", "text", "arguments", "message"),
    [
        (
            "a.sgf",
            "(;GM[4]SZ[15]\n;B[hh]\n;W[hh])",
            (),
            "a.sgf: line 3: move 2: h8 is not legal here\n",
        ),
        ("a.psq", "Piskvorky 15x15, 11:11, 0\n1,1\n\nx\n", (), "a.psq: line 3: expected a move"),
        ("a.txt", "4455", (), "a.txt: line 1: '4455' is not a game"),
        ("a.txt", "connect4 44", ("--to", "psq"), "PSQ holds only Gomoku"),
        ("a.txt", "connect4 44", ("--to", "pgn"), "sgf, psq, moves; got 'pgn'"),
        ("a.txt", "gomoku:9x9/5 a1b1", ("--game", "connect4"), "of gomoku:9x9/5, not connect4"),
        ("a.txt", "44", ("--game", "conect4"), "did you mean connect4?"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(tengen, tmp_path, name, text, arguments, message):
    (tmp_path / name).write_text(text)
    answer = tengen("convert", str(tmp_path / name), str(tmp_path / "out.sgf"), *arguments)
    assert answer.returncode == 2
    assert message in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert not (tmp_path / "out.sgf").exists()


def test_a_target_without_suffix_needs_a_format(tengen, moves, tmp_path):
    answer = tengen("convert", str(moves), str(tmp_path / "out"))
    assert answer.returncode == 2
    assert "specify its format with --to" in answer.stderr


FOREIGN = "(;GM[4]SZ[15]KM[0]GN[mine]\n;B[hh]LB[hh:1]\n;N[so far])"


def test_properties_of_other_programs_survive_sgf_and_are_named_elsewhere(tengen, tmp_path):
    (tmp_path / "a.sgf").write_text(FOREIGN)
    tengen("convert", f"{tmp_path}/a.sgf", f"{tmp_path}/b.sgf")
    written = (tmp_path / "b.sgf").read_text()
    assert "KM[0]GN[mine]\n;B[hh]LB[hh:1]\n;N[so far])" in written
    answer = tengen("convert", f"{tmp_path}/a.sgf", f"{tmp_path}/a.psq")
    assert answer.stdout.splitlines()[1] == (
        "Lost from this game in the format psq: the SGF properties GN KM LB N."
    )


def test_properties_that_are_dropped_are_named(tengen, tmp_path):
    (tmp_path / "a.sgf").write_text("(;GM[4]SZ[15]RU[Renju];B[hh])")
    answer = tengen("convert", f"{tmp_path}/a.sgf", f"{tmp_path}/b.sgf", "--game", "gomoku:15x15/5")
    assert answer.stdout == f"{tmp_path}/b.sgf: 1 game; left out: RU\n"


def test_stones_set_up_stay_in_sgf_and_are_refused_elsewhere(tengen, tmp_path):
    (tmp_path / "a.sgf").write_text("(;GM[4]SZ[15]AB[hh]AW[ii];B[gg])")
    assert tengen("convert", f"{tmp_path}/a.sgf", f"{tmp_path}/b.sgf").returncode == 0
    assert "AB[hh]AW[ii]PL[B]\n;B[gg])" in (tmp_path / "b.sgf").read_text()
    for suffix in ("psq", "txt"):
        answer = tengen("convert", f"{tmp_path}/a.sgf", f"{tmp_path}/b.{suffix}")
        assert answer.returncode == 2
        assert "cannot hold a game that begins with set-up stones (AB, AW); use SGF" in (
            answer.stderr
        )
        assert not (tmp_path / f"b.{suffix}").exists()
