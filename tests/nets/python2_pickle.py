"""Pickles as Python 2 wrote them (protocol 2), opcode by opcode; for tests only."""

import pickle
import struct

import numpy as np

RECONSTRUCT = b"cnumpy.core.multiarray\n_reconstruct\n"
NDARRAY = b"cnumpy\nndarray\n"


def text(content):
    if len(content) < 256:
        return pickle.SHORT_BINSTRING + bytes([len(content)]) + content
    return pickle.BINSTRING + struct.pack("<i", len(content)) + content


def integer(number):
    return pickle.BININT + struct.pack("<i", number)


def type_of(code=b"f4", order=b"<"):
    make = b"cnumpy\ndtype\n" + text(code) + integer(0) + integer(1) + pickle.TUPLE3 + pickle.REDUCE
    state = integer(3) + text(order) + pickle.NONE * 3 + integer(-1) + integer(-1) + integer(0)
    return make + pickle.MARK + state + pickle.TUPLE + pickle.BUILD


def array(values, code=b"f4", order=b"<", shape=None, content=None):
    """One array; `shape` and `content` may lie."""
    shape = values.shape if shape is None else shape
    content = values.astype(np.dtype(code.decode())).tobytes() if content is None else content
    make = RECONSTRUCT + NDARRAY + integer(0) + pickle.TUPLE1 + text(b"b") + pickle.TUPLE3
    sizes = pickle.MARK + b"".join(integer(size) for size in shape) + pickle.TUPLE
    state = integer(1) + sizes + type_of(code, order) + pickle.NEWFALSE + text(content)
    return make + pickle.REDUCE + pickle.MARK + state + pickle.TUPLE + pickle.BUILD


def list_of(*items):
    body = pickle.EMPTY_LIST + pickle.MARK + b"".join(items) + pickle.APPENDS
    return b"\x80\x02" + body + pickle.STOP


def arrays(values):
    return list_of(*(array(value) for value in values))
