"""The safetensors format, read and written with numpy alone.

A file is a header length (8 bytes, little-endian), a JSON header and the tensors' bytes. The
reader trusts nothing: every length, offset, shape and type is checked against the bytes present
before anything is allocated, and every fault is a `CheckpointError`.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, BinaryIO, NoReturn

import numpy as np
import numpy.typing as npt

from tengen.errors import CheckpointError

Tensors = dict[str, npt.NDArray[np.float32]]

MAX_HEADER_BYTES = 4 * 2**20
MAX_TENSORS = 10_000
_MAX_DIMENSIONS = 8
_LENGTH_BYTES = 8
_ALIGNMENT = 8
_METADATA = "__metadata__"
_ENTRY_KEYS = {"dtype", "shape", "data_offsets"}
_STORED_AS = {"F32": "<f4", "F16": "<f2", "BF16": "<u2"}


@dataclass(frozen=True, slots=True)
class SafetensorsFile:
    """The contents of a file; tensors are converted to float32."""

    tensors: Tensors
    metadata: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    dtype: str
    shape: tuple[int, ...]
    begin: int
    end: int


def serialize(
    tensors: Mapping[str, npt.NDArray[np.float32]], metadata: Mapping[str, str] | None = None
) -> Iterator[bytes]:
    """The bytes of a file, in pieces: the same tensors always give the same bytes."""
    header: dict[str, Any] = {_METADATA: dict(metadata)} if metadata else {}
    offset = 0
    for name in sorted(tensors):
        end = offset + 4 * tensors[name].size
        shape = list(tensors[name].shape)
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % _ALIGNMENT)
    yield len(text).to_bytes(_LENGTH_BYTES, "little") + text
    for name in sorted(tensors):
        yield tensors[name].astype("<f4", order="C").tobytes()


def parse(data: bytes) -> SafetensorsFile:
    """Reads a whole file; raises `CheckpointError`."""
    header, buffer = _split(data)
    metadata = _read_metadata(header.pop(_METADATA, {}))
    if len(header) > MAX_TENSORS:
        _refuse(f"it lists {len(header)} tensors; the limit is {MAX_TENSORS}")
    entries = [_read_entry(name, entry) for name, entry in header.items()]
    _check_coverage(entries, len(buffer))
    return SafetensorsFile({entry.name: _read_tensor(entry, buffer) for entry in entries}, metadata)


def read_metadata(file: BinaryIO) -> dict[str, str]:
    """The metadata of an open file, without its tensors; raises `CheckpointError`."""
    start = file.read(_LENGTH_BYTES)
    length = min(int.from_bytes(start, "little"), MAX_HEADER_BYTES)
    header, _ = _split(start + file.read(length))
    return _read_metadata(header.get(_METADATA, {}))


def _refuse(reason: str) -> NoReturn:
    raise CheckpointError(f"the weights file is damaged or not a safetensors file: {reason}")


def _split(data: bytes) -> tuple[dict[str, Any], memoryview]:
    """The header, and the tensors' bytes."""
    if len(data) < _LENGTH_BYTES:
        _refuse(f"it has only {len(data)} bytes")
    length = int.from_bytes(data[:_LENGTH_BYTES], "little")
    most = min(MAX_HEADER_BYTES, len(data) - _LENGTH_BYTES)
    if length > most:
        _refuse(f"its header claims {length} bytes; at most {most} are possible")
    end = _LENGTH_BYTES + length
    try:
        header = json.loads(data[_LENGTH_BYTES:end])
    except (ValueError, RecursionError):
        _refuse("its header is not JSON")
    if not isinstance(header, dict):
        _refuse(f"its header is not a JSON object but {type(header).__name__}")
    return header, memoryview(data)[end:]


def _read_metadata(metadata: object) -> dict[str, str]:
    if not isinstance(metadata, dict) or any(type(v) is not str for v in metadata.values()):
        _refuse("its metadata is not a map of strings")
    return metadata


def _read_entry(name: str, entry: object) -> _Entry:
    where = f"tensor {name[:80]!r}"
    if not isinstance(entry, dict) or set(entry) != _ENTRY_KEYS:
        _refuse(f"{where} must have dtype, shape and data_offsets")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(dtype, str) or dtype not in _STORED_AS:
        _refuse(f"{where} has type {str(dtype)[:20]!r}; supported: {', '.join(_STORED_AS)}")
    if not _are_sizes(shape) or len(shape) > _MAX_DIMENSIONS:
        _refuse(f"the shape of {where} is not a short list of sizes")
    if not _are_sizes(offsets) or len(offsets) != 2:
        _refuse(f"the data_offsets of {where} are not two positions")
    begin, end = offsets
    size = prod(shape) * np.dtype(_STORED_AS[dtype]).itemsize
    if end - begin != size:
        _refuse(f"{where} of shape {tuple(shape)} has {end - begin} bytes instead of {size}")
    return _Entry(name, dtype, tuple(shape), begin, end)


def _are_sizes(value: object) -> bool:
    """Whether this is a list of integers that fit 63 bits (true and false are no integers)."""
    return isinstance(value, list) and all(type(v) is int and 0 <= v < 2**63 for v in value)


def _check_coverage(entries: list[_Entry], size: int) -> None:
    """The tensors follow each other without gap or overlap and fill the file exactly."""
    position = 0
    for entry in sorted(entries, key=lambda entry: (entry.begin, entry.end)):
        if entry.begin != position:
            _refuse(f"tensor {entry.name[:80]!r} begins at {entry.begin} instead of {position}")
        position = entry.end
    if position != size:
        _refuse(f"its tensors need {position} bytes; the file has {size}")


def _read_tensor(entry: _Entry, buffer: memoryview) -> npt.NDArray[np.float32]:
    stored = np.frombuffer(buffer[entry.begin : entry.end], _STORED_AS[entry.dtype])
    if entry.dtype == "BF16":
        # A bfloat16 is the upper half of the float32 with the same value.
        stored = (stored.astype(np.uint32) << 16).view(np.float32)
    return stored.astype(np.float32).reshape(entry.shape)
