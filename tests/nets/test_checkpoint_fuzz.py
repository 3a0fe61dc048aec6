"""Mutated checkpoint files: each loads or is a `CheckpointError`; none crashes, hangs or bloats."""

import tracemalloc

import numpy as np
import pytest
from example_nets import random_checkpoint

from tengen import load_game
from tengen.errors import CheckpointError
from tengen.nets import Architecture, load_checkpoint, save_checkpoint

# fmt: off
TOKENS = [
    b"-1", b"0", b"1e999", b"9" * 40, b"18446744073709551616", b"NaN", b"null", b"true",
    b'""', b"[]", b"{}", b"[[", b"{" * 2000, b'"F16"', b'"__metadata__"',
    b"\x00", b"\xff\xff", b"\\ud800",
]
# fmt: on


def mutate(rng, data):
    """A few random edits; most hit the first two thousand bytes, where the structure is."""
    data = bytearray(data)
    for _ in range(rng.integers(1, 5)):
        zone = len(data) if rng.random() < 0.2 else min(len(data), 2000)
        at = int(rng.integers(0, zone + 1))
        match rng.integers(0, 6):
            case 0 if at < len(data):
                data[at] = int(rng.integers(0, 256))
            case 1:
                del data[at : at + int(rng.integers(1, 30))]
            case 2:
                data[at:at] = TOKENS[rng.integers(0, len(TOKENS))]
            case 3:
                token = TOKENS[rng.integers(0, len(TOKENS))]
                data[at : at + len(token)] = token
            case 4:
                del data[at:]
            case _:
                begin = int(rng.integers(0, zone + 1))
                data[at:at] = data[begin : begin + int(rng.integers(1, 60))]
    return bytes(data)


def fuzz(tmp_path, count, seed):
    game = load_game("tictactoe")
    architecture = Architecture.resnet(game, blocks=1, channels=2)
    checkpoint = random_checkpoint("tictactoe", architecture)
    single, folder = tmp_path / "net.safetensors", tmp_path / "net"
    save_checkpoint(checkpoint, single)
    save_checkpoint(checkpoint, folder)
    originals = {p: p.read_bytes() for p in (single, folder / "manifest.json")}
    rng = np.random.default_rng(seed)
    refusals = []
    for number in range(count):
        path = (single, folder / "manifest.json")[number % 2]
        path.write_bytes(mutate(rng, originals[path]))
        try:
            load_checkpoint(folder if path.parent == folder else path)
        except CheckpointError as error:
            refusals.append(str(error))
    assert not any("\n" in sentence for sentence in refusals)
    return len(refusals)


def test_mutated_checkpoints_are_refused_in_words(tmp_path):
    tracemalloc.start()
    try:
        refused = fuzz(tmp_path, 600, seed=1)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert refused > 500
    assert peak < 50 * 2**20


@pytest.mark.slow
def test_twenty_thousand_mutated_checkpoints(tmp_path):
    assert fuzz(tmp_path, 20_000, seed=2) > 15_000
