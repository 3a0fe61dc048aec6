import json
import tracemalloc

import numpy as np
import pytest
import safetensors.numpy
import safetensors.torch
import torch

from tengen.errors import CheckpointError
from tengen.nets.safetensors import parse, serialize

TENSORS = {
    "b": np.arange(6, dtype=np.float32).reshape(2, 3),
    "a": np.float32([[[-1.5]]]),
    "empty": np.zeros((0, 3), np.float32),
    "turned": np.arange(6, dtype=np.float32).reshape(2, 3).T,
}


def file_with(header, data=b""):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def entry(shape=(1,), offsets=(0, 4), dtype="F32"):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


def assert_same(found, expected):
    assert set(found) == set(expected)
    for name, array in expected.items():
        assert found[name].dtype == np.float32
        np.testing.assert_array_equal(found[name], array)


def test_round_trip():
    file = parse(b"".join(serialize(TENSORS, {"key": "wert ü"})))
    assert_same(file.tensors, TENSORS)
    assert file.metadata == {"key": "wert ü"}


def test_same_tensors_same_bytes_in_any_order():
    backwards = dict(reversed(TENSORS.items()))
    assert b"".join(serialize(TENSORS)) == b"".join(serialize(backwards))


def test_the_safetensors_package_reads_our_files():
    assert_same(safetensors.numpy.load(b"".join(serialize(TENSORS, {"a": "b"}))), TENSORS)


def test_we_read_files_of_the_safetensors_package():
    plain = {name: np.ascontiguousarray(array) for name, array in TENSORS.items()}
    assert_same(parse(safetensors.numpy.save(plain, {"key": "value"})).tensors, TENSORS)


@pytest.mark.parametrize("kind", [torch.float16, torch.bfloat16])
def test_half_precision_is_widened_exactly(kind):
    values = torch.tensor([0.0, -1.5, 3.140625, 1e-3, 60000.0]).to(kind)
    file = parse(safetensors.torch.save({"x": values}))
    np.testing.assert_array_equal(file.tensors["x"], values.float().numpy())


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "only 0 bytes"),
        (b"\x00" * 7, "only 7 bytes"),
        (b"\xff" * 8, "18446744073709551615 bytes; at most 0"),
        ((2**40).to_bytes(8, "little") + b"{}", "at most 2 are possible"),
        (file_with(b"{"), "not JSON"),
        (file_with(b"\xff\xfe"), "not JSON"),
        (file_with(b"[" * 100_000), "not JSON"),
        (file_with([]), "not a JSON object but list"),
        (file_with({"__metadata__": {"a": 1}}), "not a map of strings"),
        (file_with({"__metadata__": []}), "not a map of strings"),
        (file_with({"x": 1}), "'x' must have"),
        (file_with({"x": {"dtype": "F32"}}), "'x' must have"),
        (file_with({"x": entry(dtype="I64")}), "type 'I64'; supported: F32, F16, BF16"),
        (file_with({"x": entry(dtype=["F32"])}), "has type"),
        (file_with({"x": entry(shape=(-1,))}), "not a short list of sizes"),
        (file_with({"x": entry(shape=(True,))}), "not a short list of sizes"),
        (file_with({"x": entry(shape=(1.0,))}), "not a short list of sizes"),
        (file_with({"x": entry(shape=(1,) * 9)}), "not a short list of sizes"),
        (file_with({"x": entry(offsets=(0,))}), "not two positions"),
        (file_with({"x": entry(offsets=(0, 2**70))}), "not two positions"),
        (file_with({"x": entry(offsets=(4, 0))}), "has -4 bytes instead of 4"),
        (file_with({"x": entry((2**40, 2**20), (0, 4))}), "instead of 4611686018427387904"),
        (file_with({"x": entry((2**62,), (0, 2**63 - 1))}), "instead of"),
        (file_with({"x": entry()}), "need 4 bytes; the file has 0"),
        (file_with({"x": entry()}, b"12345"), "need 4 bytes; the file has 5"),
        (file_with({"x": entry(), "y": entry()}, b"1234"), "begins at 0 instead of 4"),
        (file_with({"x": entry(offsets=(4, 8))}, b"12345678"), "begins at 4 instead of 0"),
        (file_with({str(i): entry() for i in range(10_001)}), "lists 10001 tensors"),
    ],
)
def test_damaged_files_are_explained_without_large_allocations(data, reason):
    tracemalloc.start()
    try:
        with pytest.raises(CheckpointError) as caught:
            parse(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert reason in str(caught.value)
    assert peak < 30 * 2**20
