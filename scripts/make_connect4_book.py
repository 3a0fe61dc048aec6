"""Generates the Connect Four opening book: the exact score of every position after nine plies.

python scripts/make_connect4_book.py src/tengen/search/books/connect4.book

Needs the `oracle` extra, whose solver computes the scores; scores are facts, so none of its code
ships. The book contains no positions: the reader, `core/solver/column_book.cpp`, generates them
from the rules, as here, in the order of their keys.
"""

import argparse
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import bitbully

PLY = 9
WIDTH, HEIGHT = 7, 6
STRIDE = HEIGHT + 1
MAGIC = b"tengen c4 book 1"
ZERO = 32
"""The byte that stands for a draw."""
FNV_START, FNV_PRIME = 0xCBF29CE484222325, 0x100000001B3


def main() -> None:
    """Writes the book; reports progress on standard error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", type=Path)
    wanted = parser.parse_args()
    positions = sorted(unfinished_positions().items())
    solver = bitbully.BitBully(opening_book="12-ply-dist")
    scores = bytearray()
    for number, (_, columns) in enumerate(positions):
        scores.append(ZERO + solver.mtdf(bitbully.Board.from_moves(list(columns))))
        if number % 1000 == 0:
            print(f"{number} of {len(positions)} positions", file=sys.stderr)
    checksum = checksum_of([key for key, _ in positions], scores)
    wanted.book.write_bytes(MAGIC + struct.pack("<QQ", len(scores), checksum) + scores)


def unfinished_positions() -> dict[int, tuple[int, ...]]:
    """Moves to each position after nine plies, by key; mirror images count as one."""
    level: dict[int, tuple[int, ...]] = {common_key(()): ()}
    for _ in range(PLY):
        level = {common_key(moves): moves for earlier in level.values() for moves in after(earlier)}
    return level


def after(moves: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The game extended by one move, unless that ends it."""
    for column in range(WIDTH):
        longer = (*moves, column)
        own, _ = stones_of(longer)
        if moves.count(column) < HEIGHT and not has_line(own):
            yield longer


def stones_of(moves: tuple[int, ...]) -> tuple[int, int]:
    """The stones of the side that moved last, and of both."""
    own = taken = 0
    for column in moves:
        own = own ^ taken  # the side to move
        move = (taken + (1 << column * STRIDE)) & ~taken & ((1 << STRIDE) - 1) << column * STRIDE
        own, taken = own | move, taken | move
    return own, taken


def has_line(stones: int) -> bool:
    """Whether four are in a row."""
    steps = (1, STRIDE - 1, STRIDE, STRIDE + 1)
    pairs = ((stones & stones >> step, step) for step in steps)
    return any(pair & pair >> 2 * step for pair, step in pairs)


def common_key(moves: tuple[int, ...]) -> int:
    """The smaller key of a position and its mirror image."""
    return min(key_of(moves), key_of(tuple(WIDTH - 1 - column for column in moves)))


def key_of(moves: tuple[int, ...]) -> int:
    """In each column the stones of the side to move as bits, with a one above the highest stone."""
    own, taken = stones_of(moves)
    return (own ^ taken) + taken + sum(1 << column * STRIDE for column in range(WIDTH))


def checksum_of(keys: list[int], scores: bytes) -> int:
    """FNV-1a of the keys and scores: a book is valid for one order of positions only."""
    checksum = FNV_START
    for key, score in zip(keys, scores, strict=True):
        for part in (key, score):
            checksum = (checksum ^ part) * FNV_PRIME % 2**64
    return checksum


if __name__ == "__main__":
    main()
