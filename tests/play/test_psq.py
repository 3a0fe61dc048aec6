"""PSQ, the files of Piskvork."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen import load_game
from tengen.errors import RecordError
from tengen.play import MoveNote, SavedGame
from tengen.play.lost_facts import lost_facts
from tengen.play.psq import read_psq, write_psq
from tengen.rules import reference
from tengen.rules.outcome import Outcome

from .made_records import PSQ_GAMES, TEXTS, positions

NAMES = TEXTS | st.sampled_from(["8,8", "8,8,0", "8 , 8", "-1", "5", "homo-1", "homo-2", "1,Renju"])
MISREAD = (
    lambda name: name == "homo-1" or re.fullmatch(r"\d{1,4} ?, ?\d{1,4}( ?, ?-?\d{1,12})?", name),
    lambda name: name == "homo-2",
)
"""Of which first and second names PSQ makes something else."""

OF_GOMOCUP = """Piskvorky 20x20, 11:11, 0
10,10,0
11,9,1250
1,20,37
pbrain-one.exe
pbrain-two.exe
-1
"""


@st.composite
def psq_records(draw):
    position = draw(positions(PSQ_GAMES))
    reasons = st.sampled_from(["as recorded", "resigned", "forfeit: late"])
    ended = st.builds(Outcome, st.none() | st.integers(0, 1), reasons)
    claimed = draw(st.none() | ended) if position.outcome is None else None
    times = st.lists(
        st.integers(0, 10**7), min_size=len(position.history), max_size=len(position.history)
    )
    return SavedGame.of(
        position,
        claimed,
        players=(draw(NAMES), draw(NAMES)),
        date=draw(st.sampled_from(["", "2026-11-16"])),
        comment=draw(TEXTS),
        notes=tuple(MoveNote(seconds=time / 1000 if time else None) for time in draw(times)),
    )


def expected_losses(record):
    """What PSQ has no place for."""
    if any(misread(name) for misread, name in zip(MISREAD, record.players, strict=True)):
        yield "names"
    if record.outcome is not None and record.position().outcome is None:
        if record.outcome.winner is None:
            yield "result"
        elif record.outcome.reason != "as recorded":
            yield "reason"
    if record.date:
        yield "date"


@given(psq_records())
def test_games_round_trip_but_for_what_is_told(record):
    back, lost = read_psq(write_psq(record)), lost_facts([record], "psq").facts
    assert lost == tuple(expected_losses(record))
    same = {"names": "players", "result": "outcome", "reason": "outcome", "date": "date"}
    kept = {same[fact]: getattr(record, same[fact]) for fact in lost}
    assert replace(back, **kept) == record
    assert "result" in lost or (back.outcome is None) == (record.outcome is None)


def test_a_second_name_that_looks_like_a_move_is_kept():
    position = load_game("gomoku:15x15/5").position_from("h8")
    record = SavedGame.of(position, players=("-1", "8,8"))
    assert read_psq(write_psq(record)).players == ("-1", "8,8")


def test_a_rule_that_is_not_played_is_refused_unless_the_game_is_named():
    text = OF_GOMOCUP + "1,Renju\n"
    with pytest.raises(
        RecordError, match=r"line 8: Tengen does not play the rule Renju.*gomoku:20x20/5"
    ):
        read_psq(text)
    assert read_psq(text, load_game("gomoku:20x20/5")).outcome.winner == 0
    assert read_psq(OF_GOMOCUP + "2,standard\n").game == "gomoku:20x20/5:standard"
    with pytest.raises(RecordError, match=r"line 8: the winner must be 0 .* got '3,Freestyle'"):
        read_psq(OF_GOMOCUP + "3,Freestyle\n")
    assert read_psq(OF_GOMOCUP + "5,hello\n").comment.startswith("5,hello")


def test_a_file_of_gomocup_is_read():
    record = read_psq(OF_GOMOCUP)
    game = load_game("gomoku:20x20/5")
    assert record.game == game.name
    assert [game.action_name(action) for action in record.actions] == ["j11", "k12", "a1"]
    assert record.players == ("pbrain-one.exe", "pbrain-two.exe")
    assert [note.seconds for note in record.notes] == [None, 1.25, 0.037]
    assert record.outcome is None


def test_files_without_names_or_with_more_lines_are_read():
    record = read_psq("Piskvorky 15x15, 0:0, 1\n8,8,0\n-1\nsome words\nmore\n")
    assert (record.first, record.comment) == (1, "some words\nmore")
    assert len(read_psq("Piskvorky 15x15, 0:0, 0\n8,8,0").actions) == 1


def test_the_rule_is_kept():
    for rule in ("", ":standard"):
        record = SavedGame.of(load_game(f"gomoku:15x15/5{rule}").position_from("h8"))
        assert read_psq(write_psq(record)).game == record.game
    asked = load_game("gomoku:20x20/5:standard")
    assert read_psq(OF_GOMOCUP, asked).game == asked.name


@pytest.mark.parametrize("game", ["connect4", "othello", "tictactoe", "gomoku:6x6/4"])
def test_other_games_are_refused(game):
    with pytest.raises(RecordError, match=f"PSQ holds only Gomoku .* this game is {game}"):
        write_psq(SavedGame.of(load_game(game).initial()))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: a PSQ file begins with a line such as"),
        ("Piskvorky 15x15, 11:11, 7\n", "line 1: a PSQ file begins"),
        ("Piskvorky 99x99, 11:11, 0\n", "line 1: "),
        ("Piskvorky 15x15, 11:11, 0\n16,1,0\n", "line 2: '16,1,0' is not on the board"),
        ("Piskvorky 15x15, 11:11, 0\n0,1,0\n", "line 2: '0,1,0' is not on the board"),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n", "line 3: move 2: h8 .* not legal"),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n8;9;0\n", "line 3: expected a move such as"),
    ],
)
def test_mistakes_name_the_line_and_the_reason(text, reason):
    with pytest.raises(RecordError, match=reason):
        read_psq(text)


def test_a_result_against_the_rules_names_its_line():
    game = load_game("gomoku:15x15/5")
    text = write_psq(SavedGame.of(game.position_from("a1a2b1b2c1c2d1d2e1")))
    assert "\n1,Freestyle\n" in text
    with pytest.raises(RecordError, match="line 14: the file gives the result as white won"):
        read_psq(text.replace("1,Freestyle", "2,Freestyle"))


@pytest.mark.parametrize(("exact", "rule"), [(False, "Freestyle"), (True, "Standard")])
def test_five_in_a_row_written_in_python_is_held_too(exact, rule):
    game = reference.Gomoku(9, 8, 5, exact=exact)
    record = SavedGame.of(game.position_from("a1b2c3"))
    text = write_psq(record, game)
    assert f"\n0,{rule}\n" in text
    assert read_psq(text, game) == record
