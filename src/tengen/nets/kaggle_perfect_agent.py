"""An agent for Kaggle's ConnectX that plays the usual board, 7x6, perfectly.

Kaggle calls `agent(observation, configuration)` for every move. This file contains a solver,
compiled for Linux x86-64, and its opening book. Where the solver cannot run, and on other boards,
the agent searches with random playouts.
"""

from __future__ import annotations

import base64
import ctypes
import functools
import os
import sys
import tempfile
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tengen.nets.kaggle_search import (
    SECONDS,
    Size,
    board_of,
    central_column,
    evaluate_by_playouts,
    read,
    search,
    seconds_of,
    size_of,
)

LIBRARY = ""
BOOK = ""

SOLVED = (7, 6, 4)
OVERAGE_SHARE = 0.5  # of the extra time left, which Kaggle grants for a whole game


class Solver:
    """The compiled solver; raises if it cannot run here."""

    def __init__(self) -> None:
        library, book = load_library(unpacked(LIBRARY)), unpacked(BOOK)
        library.tengen_connect4_open.argtypes = (ctypes.c_char_p, ctypes.c_size_t)
        self._columns = library.tengen_connect4_columns
        self._columns.argtypes = (ctypes.c_char_p, ctypes.c_uint8, ctypes.c_int, ctypes.c_double)
        if not library.tengen_connect4_open(book, len(book)):
            raise OSError("its opening book cannot be opened")

    def best_columns(
        self, cells: Sequence[int], mark: int, seconds: float, patience: float
    ) -> list[int]:
        """The columns that win soonest or lose latest.

        If `seconds` are not enough, those that keep the value; none if `patience`, which is longer,
        is not enough for these, and for what is no unfinished game.
        """
        end = time.monotonic() + seconds
        keeping = self._ask(cells, mark, False, patience)
        return keeping and (self._ask(cells, mark, True, end - time.monotonic()) or keeping)

    def _ask(self, cells: Sequence[int], mark: int, exact: bool, seconds: float) -> list[int]:
        # The clock is not looked at before a few thousand nodes: without time, easy questions are
        # still answered.
        bits = self._columns(bytes(cells), mark, exact, max(0.0, seconds))
        return [column for column in range(SOLVED[0]) if bits >> column & 1]


def unpacked(text: str) -> bytes:
    """The bytes that the export has packed."""
    return zlib.decompress(base64.b85decode(text))


def load_library(content: bytes) -> ctypes.CDLL:
    """Loads it from memory, since folders may forbid writing or programs; else from a file."""
    if sys.platform != "linux":
        raise OSError("it is compiled for Linux")
    try:
        # It stays open: as long as it does, no other library gets the same name.
        memory = os.memfd_create("connect4")
        os.write(memory, content)
        return ctypes.CDLL(f"/proc/self/fd/{memory}")
    except OSError:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "connect4.so"
            path.write_bytes(content)
            return ctypes.CDLL(str(path))


@functools.cache
def solver() -> Solver | None:
    """The solver, loaded when it is first needed; None where it cannot run."""
    try:
        return Solver()
    except Exception as error:
        sys.stderr.write(f"the solver cannot run here, so play is not perfect: {error}\n")
        return None


def choose(cells: Sequence[int], mark: int, size: Size, seconds: float, patience: float) -> int:
    """The column to play; the solver may think for `patience` if it must, the search may not."""
    end = time.monotonic() + seconds  # loading the solver counts
    if size == SOLVED and len(cells) == SOLVED[0] * SOLVED[1] and (exact := solver()) is not None:
        best = exact.best_columns(cells, mark, end - time.monotonic(), patience)
        if best:
            return min(best, key=lambda column: abs(column - SOLVED[0] // 2))
    return search(board_of(cells, mark, size), evaluate_by_playouts, end - time.monotonic())


def agent(observation: Any, configuration: Any) -> int:  # noqa: ANN401
    """The column to play, always a legal one. Kaggle takes the last function of the file."""
    try:
        cells, mark = list(read(observation, "board")), int(read(observation, "mark"))
        seconds = seconds_of(configuration)
        overage = float(read(observation, "remainingOverageTime", 0.0))
        patience = min(seconds + OVERAGE_SHARE * overage, SECONDS)
        return int(choose(cells, mark, size_of(configuration), seconds, patience))
    except Exception:
        return central_column(observation, configuration)
