"""What a pickle may not do to us."""

import io
import os
import pickle
import struct
import tracemalloc

import numpy as np
import pytest
import python2_pickle as py2

from tengen.errors import NetImportError
from tengen.nets.restricted_pickle import load_arrays

ARRAYS = [np.arange(6, dtype=np.float32).reshape(2, 3), np.float32([0.5])]


def assert_same(found, expected):
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == np.float32
        np.testing.assert_array_equal(one, other)


def test_python_2_pickles_are_read():
    assert_same(load_arrays(py2.arrays(ARRAYS)), ARRAYS)


@pytest.mark.parametrize("protocol", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("container", [list, tuple])
def test_python_3_pickles_are_read(protocol, container):
    assert_same(load_arrays(pickle.dumps(container(ARRAYS), protocol)), ARRAYS)


@pytest.mark.parametrize("kind", ["<f8", ">f4", ">f8", "<f2"])
def test_other_floats_and_orders_are_converted(kind):
    data = pickle.dumps([array.astype(kind) for array in ARRAYS], 2)
    assert_same(load_arrays(data), ARRAYS)


def test_fortran_order_is_read():
    array = np.asfortranarray(ARRAYS[0])
    assert_same(load_arrays(pickle.dumps([array], 2)), [array])


class Call:
    """Pickles to a call of `function`."""

    def __init__(self, function, *arguments):
        self.call = function, arguments

    def __reduce__(self):
        return self.call


def witness(path):
    """What a hostile file would do: leave a trace on the disk."""
    return [
        Call(os.system, f"touch {path}"),
        Call(eval, f"open({str(path)!r}, 'w')"),
        Call(exec, f"open({str(path)!r}, 'w')"),
        Call(open, str(path), "w"),
        Call(os.mkdir, str(path)),
        Call(getattr, "text", "upper"),
        Call(__import__, "os"),
        Call(np.memmap, str(path), "float32", "w+", 0, (1,)),
        Call(np.load, str(path)),
        Call(np.fromfile, str(path)),
        Call(bytearray, 10),
        Call(pickle.loads, b"N."),
    ]


def test_nothing_but_arrays_is_admitted_and_nothing_runs(tmp_path):
    path = tmp_path / "witness"
    for hostile in witness(path):
        for protocol in range(6):
            for form in ([*ARRAYS, hostile], hostile, [[hostile]], (ARRAYS[0], (hostile,))):
                with pytest.raises(NetImportError, match="only numpy arrays are read"):
                    load_arrays(pickle.dumps(form, protocol))
    assert not path.exists()


@pytest.mark.parametrize(
    "name",
    [
        b"os\nsystem",
        b"posix\nsystem",
        b"builtins\neval",
        b"__builtin__\neval",
        b"numpy\nload",
        b"numpy.core.multiarray\nscalar",
        b"numpy\nndarray.tofile",
        b"numpy.core.multiarray\n_reconstruct.__globals__",
        b"tengen.nets.restricted_pickle\n_Array",
        b"copyreg\n_reconstructor",
    ],
)
def test_names_are_matched_whole(name):
    call = b"c" + name + b"\n" + py2.text(b"true") + pickle.TUPLE1 + pickle.REDUCE
    with pytest.raises(NetImportError, match="nothing was run"):
        load_arrays(py2.list_of(call))


@pytest.mark.parametrize(
    "item",
    [
        py2.NDARRAY + pickle.MARK + py2.integer(2**31 - 1) + pickle.TUPLE + pickle.REDUCE,
        py2.RECONSTRUCT + py2.text(b"list") + pickle.TUPLE1 + pickle.REDUCE,
        py2.array(ARRAYS[0], code=b"O8", content=b""),
        py2.array(ARRAYS[0], code=b"V9999999", content=b""),
        py2.array(ARRAYS[0], order=b"!"),
        py2.array(ARRAYS[0], shape=(2**31 - 1,) * 3),
        py2.array(ARRAYS[0], shape=(-1, -6)),
        py2.array(ARRAYS[0], shape=(2, 2)),
        py2.array(ARRAYS[0], shape=(1,) * 5000),
        py2.array(ARRAYS[0], content=b"short"),
        py2.integer(5),
        py2.NDARRAY,
        pickle.NONE,
        b"(ios\nsystem\n",
        pickle.PERSID + b"name\n",
        pickle.EXT1 + b"\x01",
        pickle.EMPTY_DICT,
        pickle.BYTEARRAY8 + struct.pack("<Q", 2**62),
        pickle.BINBYTES8 + struct.pack("<Q", 2**62),
        pickle.BINBYTES + struct.pack("<I", 2**32 - 1),
        pickle.NONE + pickle.LONG_BINPUT + struct.pack("<I", 2**31 - 1),
        pickle.NONE + pickle.PUT + b"99999999999\n",
        pickle.NONE + pickle.PUT + b"-1\n",
        pickle.BINGET + b"\x07",
        pickle.INT + b"9" * 50_000 + b"\n",
        pickle.MARK * 100_000,
        pickle.EMPTY_TUPLE + pickle.TUPLE1 * 200_000,
    ],
)
def test_hostile_arrays_are_refused_at_no_cost(item):
    tracemalloc.start()
    try:
        with pytest.raises(NetImportError) as caught:
            load_arrays(py2.list_of(item))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 60 * 2**20
    assert len(str(caught.value)) < 300


def test_the_same_bytes_cannot_be_multiplied():
    content = np.zeros(250_000, np.float32)
    stream = io.BytesIO()
    pickle.Pickler(stream, 2).dump([content] * 5_000)
    with pytest.raises(NetImportError, match="larger than the file"):
        load_arrays(stream.getvalue())


def test_text_beyond_bytes_is_refused():
    state = py2.array(ARRAYS[1], content=b"1234").replace(
        py2.text(b"1234"), pickle.BINUNICODE + struct.pack("<I", 8) + "ĀĀĀĀ".encode()
    )
    with pytest.raises(NetImportError, match="is text, not bytes"):
        load_arrays(py2.list_of(state))


@pytest.mark.parametrize("data", [b"", b"hello", b"\x80\x02]", b"\x80\xff].", b"\x80\x02e."])
def test_files_that_are_no_pickles_are_explained(data):
    with pytest.raises(NetImportError):
        load_arrays(data)


def test_mutated_pickles_are_refused_or_read():
    rng, original = np.random.default_rng(3), py2.arrays(ARRAYS)
    refused = 0
    for _ in range(2_000):
        data = bytearray(original)
        for _ in range(rng.integers(1, 4)):
            data[rng.integers(2, len(data))] = rng.integers(0, 256)
        try:
            load_arrays(bytes(data))
        except NetImportError:
            refused += 1
    assert refused > 1_000
