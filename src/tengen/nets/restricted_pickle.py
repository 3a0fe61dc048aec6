"""Pickled numpy arrays, read without running anything that the file asks for.

A pickle is a program: it names functions and calls them. Here it may name only what rebuilds a
numpy array, and even those names stand for inert objects of this module, which record their
arguments. The operations are checked before the first one is executed, and every size is compared
with the bytes present before an array is created.
"""

import io
import pickle
import pickletools
from collections.abc import Callable
from math import prod
from typing import Any, Literal, NoReturn

import numpy as np
import numpy.typing as npt

from tengen.errors import NetImportError

MAX_FILE_BYTES = 64 * 2**20
_MAX_MEMO = 100_000
_FLOAT_TYPES = ("f4", "f8", "f2")

# fmt: off
_OPERATIONS = {
    "PROTO", "FRAME", "STOP", "MARK", "NONE", "NEWTRUE", "NEWFALSE",
    "INT", "LONG", "LONG1", "BININT", "BININT1", "BININT2",
    "STRING", "BINSTRING", "SHORT_BINSTRING", "UNICODE", "BINUNICODE", "SHORT_BINUNICODE",
    "BINBYTES", "SHORT_BINBYTES", "EMPTY_LIST", "LIST", "APPEND", "APPENDS",
    "EMPTY_TUPLE", "TUPLE", "TUPLE1", "TUPLE2", "TUPLE3",
    "PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE", "GET", "BINGET", "LONG_BINGET",
    "GLOBAL", "STACK_GLOBAL", "REDUCE", "BUILD",
}
# fmt: on
_MEMO_OPERATIONS = ("PUT", "LONG_BINPUT")


def load_arrays(data: bytes) -> list[npt.NDArray[np.float32]]:
    """The arrays of a pickled list of float arrays; raises `NetImportError` otherwise."""
    if len(data) > MAX_FILE_BYTES:
        raise NetImportError(f"the file has {len(data)} bytes; the limit is {MAX_FILE_BYTES}")
    _check_operations(data)
    try:
        found = _RestrictedUnpickler(io.BytesIO(data), encoding="latin1").load()
    except NetImportError:
        raise
    except Exception as error:  # a damaged pickle can fail in any way
        raise NetImportError(f"the pickle is damaged: {error}") from None
    if type(found) not in (list, tuple):
        raise NetImportError(f"expected a list of arrays; the file contains {_kind(found)}")
    arrays = [_check_array(index, item) for index, item in enumerate(found)]
    # A pickle can refer to the same bytes repeatedly.
    if sum(len(array.content) for array in arrays) > len(data):
        raise NetImportError("its arrays are larger than the file")
    return [_to_numpy(array) for array in arrays]


def _refuse(what: str) -> NoReturn:
    raise NetImportError(
        f"this pickle asks for {what}; only numpy arrays are read, and nothing was run"
    )


def _kind(value: object) -> str:
    return type(value).__name__.strip("_")


def _check_operations(data: bytes) -> None:
    """Refuses operations that no list of arrays needs, and excessive memory slots."""
    try:
        for operation, argument, _ in pickletools.genops(data):
            if operation.name not in _OPERATIONS:
                _refuse(f"the operation {operation.name}")
            if operation.name in _MEMO_OPERATIONS and not 0 <= int(argument or 0) <= _MAX_MEMO:
                _refuse(f"memory slot {argument}")
    except NetImportError:
        raise
    except Exception as error:  # a damaged pickle can fail in any way
        raise NetImportError(f"not a pickle, or a damaged one: {error}") from None


class _Bytes:
    """Bytes written as the text of the same numbers; converted only once all sizes are known."""

    def __init__(self, text: str) -> None:
        self.text = text


class _Array:
    """An array that is being described; nothing is allocated for it yet."""

    shape: object = None
    kind: object = None
    by_columns: object = False
    content: Any = None

    def __setstate__(self, state: object) -> None:
        if type(state) is not tuple or len(state) != 5:
            _refuse("an array in an unknown format")
        _, self.shape, self.kind, self.by_columns, content = state
        self.content = content.text if type(content) is _Bytes else content


class _Type:
    """A numpy dtype that is being described."""

    def __init__(self, code: str) -> None:
        self.dtype = np.dtype(code)

    def __setstate__(self, state: object) -> None:
        if type(state) is not tuple or len(state) < 2 or state[1] not in ("<", ">", "="):
            _refuse("a dtype in an unknown format")
        self.dtype = self.dtype.newbyteorder(state[1])


class _ArrayClass:
    """Stands where a pickle names `numpy.ndarray`; cannot be called."""


def _rebuild_array(kind: object, *_: object) -> _Array:
    if kind is not _ARRAY_CLASS:
        _refuse("an array subclass")
    return _Array()


def _rebuild_type(code: object, *_: object) -> _Type:
    text = code.decode("latin1") if type(code) is bytes else code
    if text not in _FLOAT_TYPES:
        _refuse(f"arrays of type {str(text)[:20]!r}, where floats are expected")
    return _Type(str(text))


def _encode(text: object, encoding: object = "latin1") -> _Bytes:
    """`_codecs.encode` as Python 3 uses it for the bytes of an array in an old protocol."""
    if type(text) is not str or encoding not in ("latin1", "latin-1"):
        _refuse("an encoding other than latin1")
    return _Bytes(text)


_ARRAY_CLASS = _ArrayClass()
_STAND_INS: dict[tuple[str, str], Callable[..., Any] | _ArrayClass] = {
    ("numpy.core.multiarray", "_reconstruct"): _rebuild_array,
    ("numpy._core.multiarray", "_reconstruct"): _rebuild_array,
    ("numpy", "ndarray"): _ARRAY_CLASS,
    ("numpy", "dtype"): _rebuild_type,
    ("_codecs", "encode"): _encode,
}


class _RestrictedUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401
        if (module, name) not in _STAND_INS:
            _refuse(f"{module[:60]}.{name[:60]}")
        return _STAND_INS[module, name]

    def persistent_load(self, identity: object) -> NoReturn:
        _refuse("an external object")


def _check_array(index: int, item: object) -> _Array:
    """The entry, if it is a float array with as many bytes as its shape needs."""
    if type(item) is not _Array or type(item.kind) is not _Type:
        raise NetImportError(f"entry {index} must be an array; got {_kind(item)}")
    shape = item.shape
    if type(shape) is not tuple or len(shape) > 8 or any(type(n) is not int for n in shape):
        raise NetImportError(f"entry {index} has an invalid shape")
    if type(item.content) not in (bytes, str) or min(shape, default=0) < 0:
        raise NetImportError(f"entry {index} has invalid content")
    if len(item.content) != prod(shape) * item.kind.dtype.itemsize:
        raise NetImportError(f"entry {index} has the wrong number of bytes for its shape")
    return item


def _to_numpy(array: _Array) -> npt.NDArray[np.float32]:
    assert type(array.kind) is _Type
    assert type(array.shape) is tuple
    try:
        content = array.content
        data = content.encode("latin1") if type(content) is str else content
    except UnicodeEncodeError:
        raise NetImportError("the content of an array is text, not bytes") from None
    order: Literal["C", "F"] = "F" if array.by_columns else "C"
    return np.frombuffer(data, array.kind.dtype).reshape(array.shape, order=order).astype("f4")
