"""Properties of SGF files that Tengen has no use for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.errors import RecordError
from tengen.play import MoveNote, SavedGame, parse_records
from tengen.play.lost_facts import lost_facts
from tengen.play.notebook import Notebook
from tengen.play.properties import ExtraNode
from tengen.play.sgf import read_sgf, write_sgf

from .made_records import positions, property_lists

FILE = r"""(;GM[4]SZ[15]RU[Gomoku, free]GN[a \[fine\] game]KM[0]RE[B+12]
;B[hh]LB[hh:1][ii:a\:b]BL[30];C[a remark
of two lines];W[ii]CR[aa]MN[2]
;N[the end])"""


def read_one(text, game=None):
    (record,) = read_sgf(text, game)
    return record


def test_all_properties_stay_in_their_nodes():
    lines = write_sgf([read_one(FILE)]).splitlines()
    assert lines[0].endswith(
        r"TGREASON[as recorded]RU[Gomoku, free]GN[a \[fine\] game]KM[0]RE[B+12]"
    )
    assert lines[1:] == [
        r";B[hh]LB[hh:1][ii:a\:b]BL[30]",
        ";C[a remark",
        "of two lines]",
        ";W[ii]CR[aa]MN[2]",
        ";N[the end])",
    ]


def test_a_second_round_changes_nothing():
    record = read_one(FILE)
    text = write_sgf([record])
    assert read_one(text) == record
    assert write_sgf([read_one(text)]) == text


def test_a_result_that_is_not_understood_stays():
    record = read_one("(;GM[4]SZ[15]RE[Void];B[hh])")
    assert record.outcome is None
    assert "RE[Void]" in write_sgf([record])


def test_what_a_file_says_against_the_rules_is_dropped_and_named():
    moves = "".join(f";B[{x}a];W[{x}o]" for x in "abcd")
    over = read_one(f"(;GM[4]SZ[15]RE[Void]{moves};B[ea])")
    assert over.ignored_properties == ("RE",)
    assert "RE[B+]" in write_sgf([over])
    renju = read_one("(;GM[4]SZ[15]RU[Renju]PB[a][b];B[hh])", over.position().game)
    assert renju.ignored_properties == ("PB", "RU")
    assert "RU" not in write_sgf([renju])


def test_names_in_small_letters_alone_stay_as_they_are():
    record = read_one("(;GM[4]SZ[15]b[hh]xyz;B[hh])")
    assert record.properties == (("b", ("hh",)), ("xyz", ("",)))
    assert read_one(write_sgf([record])) == record


@pytest.mark.parametrize("file_format", ["psq", "moves"])
def test_other_formats_name_what_they_do_not_keep(file_format):
    lost = lost_facts([read_one(FILE)], file_format)
    assert lost.properties == ("BL", "C", "CR", "GN", "KM", "LB", "MN", "N", "RE", "RU")
    assert not lost_facts([read_one(FILE)], "sgf")


def test_a_game_that_goes_on_keeps_what_still_holds():
    record = read_one(FILE)
    position = record.position()
    notebook = Notebook(record)
    assert notebook.facts(position)["properties"] == record.properties
    assert notebook.facts(position)["nodes"] == record.nodes
    assert notebook.facts(position.undo())["nodes"] == record.nodes[:1]
    assert notebook.notes(position) == record.notes
    notebook.clear()
    assert notebook.facts(position) == {}


@pytest.mark.parametrize(
    "made",
    [
        lambda: MoveNote(properties=(("B", ("aa",)),)),
        lambda: MoveNote(properties=(("X Y", ("aa",)),)),
        lambda: MoveNote(properties=(("LB", ("a]b",)),)),
        lambda: MoveNote(properties=(("LB", ("ab\\",)),)),
        lambda: MoveNote(properties=(("LB", ()),)),
        lambda: ExtraNode(0, (("AB", ("aa",)),)),
        lambda: ExtraNode(0, ()),
        lambda: SavedGame(game="tictactoe", actions=(), properties=(("SZ", ("9",)),)),
        lambda: SavedGame(game="tictactoe", actions=(), nodes=(ExtraNode(1, (("N", ("end",)),)),)),
    ],
)
def test_what_would_break_a_file_is_refused(made):
    with pytest.raises(RecordError):
        made()


@st.composite
def records_with_properties(draw):
    position = draw(positions())
    count = len(position.history)
    notes = st.builds(MoveNote, properties=property_lists())
    nodes = st.builds(ExtraNode, st.integers(0, count), property_lists(min_size=1))
    return SavedGame.of(
        position,
        notes=tuple(draw(st.lists(notes, min_size=count, max_size=count))),
        properties=draw(property_lists()),
        nodes=tuple(draw(st.lists(nodes, max_size=4))),
    )


@given(records_with_properties())
def test_unknown_properties_round_trip(record):
    (back,) = parse_records(write_sgf([record]).encode())
    assert back == record
