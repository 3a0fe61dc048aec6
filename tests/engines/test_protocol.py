"""Lines and coordinates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen import load_game
from tengen.engines.protocol import (
    MOST_LINE_BYTES,
    Command,
    LineSplitter,
    action_at,
    cell_text,
    debug,
    error,
    message,
    parse_cell,
    parse_command,
    unknown,
)


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r", b"\r\n\r\n", b"  \n"])
def test_every_line_end_ends_a_line(end):
    data = end.join([b"START 15", b"INFO rule 0", b"BEGIN", b""])
    assert list(LineSplitter().feed(data)) == ["START 15", "INFO rule 0", "BEGIN"]


@given(st.binary(), st.lists(st.integers(0, 50)))
def test_lines_do_not_depend_on_how_the_bytes_arrive(data, cuts):
    whole = LineSplitter()
    expected = [*whole.feed(data), *whole.finish()]
    splitter, lines, at = LineSplitter(), [], 0
    for cut in cuts:
        lines += splitter.feed(data[at : at + cut])
        at += cut
    lines += splitter.feed(data[at:])
    lines += splitter.finish()
    assert lines == expected


def test_a_line_without_end_is_cut_and_takes_no_memory():
    splitter = LineSplitter()
    for _ in range(100):
        assert list(splitter.feed(b"x" * 5000)) == []
        assert len(splitter._rest) <= MOST_LINE_BYTES
    assert list(splitter.feed(b"\nBEGIN\n")) == ["x" * MOST_LINE_BYTES, "BEGIN"]


@pytest.mark.parametrize("line", ["TURN 3,3", "turn\t3,3", " TURN \t 3,3 ", "Turn\u00a03,3"])
def test_any_white_space_ends_the_first_word(line):
    assert parse_command(line) == Command("TURN", "3,3")


@pytest.mark.parametrize("line", ["", "  ", "\t"])
def test_a_line_without_a_word_is_no_command(line):
    assert parse_command(line) == Command("", "")


@pytest.mark.parametrize("name", ["gomoku:15x15/5", "gomoku:9x6/5"])
def test_cells_and_actions_are_each_others_inverse(name):
    game = load_game(name)
    texts = {cell_text(game, action) for action in range(game.num_actions)}
    assert len(texts) == game.num_actions
    for action in range(game.num_actions):
        assert parse_cell(game, cell_text(game, action)) == action
    assert action_at(game, 0, 0) == game.action_at(game.height - 1, 0)
    assert action_at(game, 2, game.height - 1) == 2


@pytest.mark.parametrize("answer", [error, unknown, message, debug])
def test_an_answer_is_one_line(answer):
    word = answer.__name__.upper()
    assert answer("two\r\nlines\t here") == f"{word} two lines here"
