"""SGF."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen import load_game
from tengen.errors import RecordError
from tengen.play import MoveNote, SavedGame
from tengen.play.sgf import read_sgf, write_sgf
from tengen.play.sgf_tree import escape, parse_sgf, unescape
from tengen.rules.outcome import Outcome

from .made_records import records


def read_one(text, game=None):
    (record,) = read_sgf(text, game)
    return record


def names(record):
    game = load_game(record.game)
    return [game.action_name(action) for action in record.actions]


@given(st.lists(records(), min_size=1, max_size=3))
def test_games_round_trip(games):
    assert read_sgf(write_sgf(games)) == games


@given(st.text())
def test_escaped_text_round_trips(text):
    assert unescape(escape(text)) == text
    (game,) = parse_sgf(f"(;C[{escape(text)}])")
    assert game.nodes[0].text("C") == text


def test_points_count_from_the_top_left():
    record = read_one("(;FF[4]GM[4]SZ[15];B[aa];W[hh];B[oa];W[ao])")
    assert record.game == "gomoku:15x15/5"
    assert names(record) == ["a15", "h8", "o15", "a1"]


def test_a_file_of_ours_is_plain_sgf():
    position = load_game("gomoku:15x15/5").position_from("h8i9")
    note = MoveNote(value=0.312, simulations=400, seconds=0.8, line=position.history)
    record = SavedGame.of(
        position,
        Outcome(0, "forfeit: out of time"),
        players=("Ann", "Bob [2]"),
        notes=(note, MoveNote(comment="a mistake")),
    )
    lines = write_sgf([record]).splitlines()
    assert lines[0].startswith("(;FF[4]CA[UTF-8]AP[Tengen:")
    assert "GM[4]SZ[15]TG[gomoku:15x15/5]PB[Ann]PW[Bob [2\\]]RE[B+F]" in lines[0]
    assert lines[1] == (
        ";B[hh]TGNOTE[value=0.312 simulations=400 seconds=0.8 line=h8i9]"
        "C[value +0.312 (65.6 % for black), 400 simulations, 0.8 s, line h8 i9]"
    )
    assert lines[2] == ";W[ig]C[a mistake])"


def test_connect_four_stones_are_written_where_they_land():
    record = SavedGame.of(load_game("connect4").position_from("4455"))
    text = write_sgf([record])
    assert "GM[1004]SZ[7:6]TG[connect4]" in text
    assert [line[1:6] for line in text.splitlines()[1:]] == ["B[df]", "W[de]", "B[ef]", "W[ee]"]
    with pytest.raises(RecordError, match=r"line 3: .* column 4 does not land on 'da'"):
        read_sgf(text.replace("[de]", "[da]"))


def test_othello_files_of_others_are_read_with_their_missing_passes():
    record = read_one("(;GM[2];B[dc];W[cc])")
    assert (record.game, names(record)) == ("othello", ["d3", "c3"])
    made = SavedGame.of(_othello_with_a_pass())
    text = write_sgf([made])
    without = "\n".join(line for line in text.splitlines() if "[]" not in line)
    assert without.count(";") < text.count(";")
    assert read_one(without + ("" if without.endswith(")") else ")")).actions == made.actions


def _othello_with_a_pass():
    game = load_game("othello:6x6")
    for seed in range(1000):
        position, rng = game.initial(), seed
        while position.outcome is None:
            actions = position.legal_actions
            if actions == [36] and position.history:
                after = position.play(36)
                return after.play(after.legal_actions[0])
            rng = (rng * 1103515245 + 12345) % 2**31
            position = position.play(actions[rng % len(actions)])
    raise AssertionError("no game with a pass")


def test_either_colour_may_begin():
    assert read_one("(;GM[4]SZ[15];W[hh];B[ii])").first == 1
    assert read_one("(;GM[4]SZ[15]PL[W])").first == 1
    assert read_one("(;GM[4]SZ[15])").first == 0


def test_the_main_line_is_the_first_branch():
    record = read_one("(;GM[4]SZ[15];B[hh](;W[ii](;B[jj])(;B[kk]))(;W[gg];B[aa](;W[bb])(;W[cc])))")
    assert names(record) == ["h8", "i7", "j6"]
    assert record.ignored_variations == 2


def test_old_spellings_are_read():
    record = read_one("(;GaMe[4]SiZe[9]XX[1][2]KM[6.5] ;\n Black[ee]LB[ee:1]\n CR [aa] )", None)
    assert (record.game, names(record)) == ("gomoku:9x9/5", ["e5"])
    assert record.properties == (("XX", ("1", "2")), ("KM", ("6.5",)))


def test_the_rule_is_read():
    assert read_one("(;GM[4]SZ[15]RU[Standard])").game == "gomoku:15x15/5:standard"
    assert read_one("(;GM[4]SZ[3])").game == "tictactoe"
    assert read_one("(;GM[4]SZ[9:7])").game == "gomoku:9x7/5"
    assert read_one("(;GM[2]SZ[6])").game == "othello:6x6"
    asked = load_game("gomoku:15x15/5:standard")
    assert read_one("(;GM[4]SZ[15])", asked).game == asked.name


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ("B+R", Outcome(0, "resigned")),
        ("W+Time", Outcome(1, "time")),
        ("W+", Outcome(1, "as recorded")),
        ("0", Outcome(None, "draw")),
        ("Draw", Outcome(None, "draw")),
        ("?", None),
        ("Void", None),
        ("black won, I think", None),
    ],
)
def test_results_of_other_programs(result, outcome):
    assert read_one(f"(;GM[4]SZ[15]RE[{result}];B[hh])").outcome == outcome


def test_comments_of_other_programs_stay_comments():
    record = read_one("(;GM[4]SZ[15]C[final\\\n ] ;B[hh]C[a \\[good\\] move:\nso it is])")
    assert record.comment == "final"
    assert record.notes == (MoveNote(comment="a [good] move:\nso it is"),)


def test_depth_is_no_danger():
    deep = 20_000
    text = "(;GM[4]SZ[15]" + "(;C[x]" * deep + ")" * deep + ")"
    assert read_one(text).actions == ()
    with pytest.raises(RecordError, match="the file ends with 20001"):
        read_sgf("(;GM[4]" + "(;" * deep)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: there is no game"),
        ("hello", r"line 1: an SGF file holds game trees that begin with '\(;'"),
        ("(;GM[4]SZ[15]\n;B[hh]", r"line 2: the file ends with 1 '\)'"),
        ("(;GM[4]SZ[15]\n;B[hh)", r"line 2: a value has no closing \]"),
        ("(;GM[4]SZ[15]\n\n;B[hh];W[hh])", "line 3: move 2: h8 is not legal here"),
        ("(;GM[4]SZ[15]\n;B[hh];B[ii])", "line 2: black moves twice in a row"),
        ("(;GM[4]SZ[15]\n;B[zz])", "line 2: point 'zz' is not on the 15x15 board"),
        ("(;GM[4]SZ[15]\n;B[])", "line 2: a point must be two letters such as 'dd'; got ''"),
        ("(;GM[4]SZ[15]\n;B[hh]W[ii])", "line 2: a node must hold a single move"),
        ("(;GM[4]SZ[15]\n;B[hh][ii])", "line 2: a node must hold a single move"),
        ("(;GM[4]SZ[huge])", "line 1: SZ must be a number or width:height; got 'huge'"),
        ("(;GM[4]SZ[99])", "line 1: "),
        ("(;GM[1]SZ[19])", r"line 1: GM\[1\] is not supported"),
        ("(;SZ[19])", r"line 1: GM\[1\] is not supported"),
        ("(;GM[4]SZ[15]RU[Renju])", "line 1: the file is a Renju game"),
        ("(;GM[4]SZ[15];B[hh]\n%)", "line 2: '%' is neither"),
        ("(;GM[4](;B[hh]);W[ii])", "line 1: a node cannot follow a branch"),
        ("(GM[4])", "line 1: property GM is outside a node"),
        ("()", r"line 1: a tree without a node"),
        ("((;GM[4]))", "line 1: a tree needs a node"),
        ("(;[4])", r"line 1: a value in \[\] without the name"),
        (
            "(;GM[4]SZ[15]\n;B[hh]TGNOTE[value=2])",
            "line 2: the value of a move must be from -1 to 1",
        ),
        ("(;GM[4]SZ[15]\n;B[hh]TGNOTE[value=nan])", "line 2: TGNOTE needs a number; got 'nan'"),
        ("(;GM[4]SZ[15]\n;B[hh]TGNOTE[speed=2])", "line 2: TGNOTE has no 'speed'"),
        ("(;GM[4]SZ[15]\n;B[hh]TGNOTE[line=z99])", "line 2: TGNOTE: 'z99' is not"),
        ("(;GM[4]SZ[15]TG[chess])", "line 1: 'chess' is not a game that files may name"),
    ],
)
def test_mistakes_name_the_line_and_the_reason(text, reason):
    with pytest.raises(RecordError, match=reason):
        read_sgf(text)


def test_the_asked_game_must_fit_the_board():
    with pytest.raises(RecordError, match="line 1: the file has a board of 15x15; connect4 is"):
        read_sgf("(;GM[4]SZ[15])", load_game("connect4"))


def test_games_without_points_are_refused():
    game = load_game("openspiel:nim")
    with pytest.raises(RecordError, match="SGF holds only games whose moves are points"):
        write_sgf([SavedGame.of(game.initial())], game)
