"""What travels between the driver and its workers."""

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.errors import RecordError
from tengen.runs.errands import Done, pack, unpack

DONE = Done(7, (b"first", b"", b"third"), 120, 0.25, 1, 2, 3, 4.5)


def test_an_answer_is_read_as_it_was_written():
    assert unpack(pack(DONE)) == DONE
    assert unpack(pack(Done(1, trouble="no memory"))).trouble == "no memory"


@given(st.binary(max_size=200))
def test_other_bytes_are_refused(data):
    with pytest.raises(RecordError, match="cannot be read"):
        unpack(data)


@given(st.integers(0, len(pack(DONE)) - 1), st.integers(1, 255))
def test_a_single_changed_byte_is_noticed(place, change):
    data = bytearray(pack(DONE))
    data[place] ^= change
    with pytest.raises(RecordError, match="checksum"):
        unpack(bytes(data))


@pytest.mark.parametrize("answer", [None, 7, "text", ["list"]])
def test_what_is_not_bytes_is_refused(answer):
    with pytest.raises(RecordError, match="not bytes"):
        unpack(answer)


@pytest.mark.parametrize(
    "header", ["5", "[]", '{"records": [1e400]}', '{"records": [], "evaluations": {}}', "{}"]
)
def test_a_wrong_header_is_refused(header):
    body = len(header).to_bytes(4, "little") + header.encode()
    with pytest.raises(RecordError, match="cannot be read"):
        unpack(hashlib.sha256(body).digest() + body)


@pytest.mark.parametrize(
    "wrong",
    [
        {"wins": "x"},
        {"evaluations": -1},
        {"instructions": 5},
        {"seconds": "1"},
        {"wins": 1.5},
        {"trouble": None},
        {"cache_hits": [1]},
        {"records": "12"},
    ],
)
def test_fields_of_another_kind_are_refused(wrong):
    fields = {"number": 1, "records": []} | wrong
    header = json.dumps(fields)
    body = len(header).to_bytes(4, "little") + header.encode()
    with pytest.raises(RecordError, match="cannot be read"):
        unpack(hashlib.sha256(body).digest() + body)
