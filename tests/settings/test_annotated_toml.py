"""TOML whose comments are kept."""

import tomllib

import pytest

from tengen.settings import read_notes, write_section
from tengen.settings.annotated_toml import write_value

TEXT = """\
# What this is.
#
# And more of it.

[first]
a = 1   # beside it
        # and below
# above it
b = "#1"  # not the text
c = [
    "x",
]

# lost: an empty line is below

d = true
[second]
a = 2
"""


def test_comments_are_found_beside_below_and_above_a_setting():
    notes = read_notes(TEXT)
    assert notes.header == "What this is.\n\nAnd more of it."
    assert notes.reasons == {"first.a": "beside it and below", "first.b": "above it not the text"}


def test_a_text_without_sections_is_all_header():
    assert read_notes("# only this").header == "only this"
    assert read_notes("").header_lines() == []


def test_what_is_written_is_read_back():
    values = {"a": 1, "long_name": "text " * 9, "many": tuple(f"opening {i}" for i in range(30))}
    reasons = {"a": "word " * 40 + "end", "long_name": "above", "many": "more than a line " * 9}
    lines = write_section("part", values, reasons)
    assert max(map(len, lines)) <= 100
    text = "\n".join(lines)
    read = tomllib.loads(text)["part"]
    assert {key: tuple(v) if isinstance(v, list) else v for key, v in read.items()} == values
    assert read_notes(text).reasons == {
        f"part.{key}": " ".join(reason.split()) for key, reason in reasons.items()
    }


def test_reasons_stand_in_one_column():
    lines = write_section("part", {"a": 1, "longer": 22}, {"a": "this", "longer": "that"})
    assert lines == ["[part]", "a = 1        # this", "longer = 22  # that"]


@pytest.mark.parametrize(
    "value", ['"quoted" \\ back', "two\nlines", "\x00\x7f", "棋", True, False, 1e-05, -3, 0.1]
)
def test_a_value_survives(value):
    assert tomllib.loads(f"value = {write_value(value)}")["value"] == value
