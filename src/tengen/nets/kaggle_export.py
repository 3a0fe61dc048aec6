"""Nets as agents for Kaggle's ConnectX: one Python file that needs numpy alone."""

import base64
import inspect
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tengen.errors import UnknownGameError, UnsupportedError
from tengen.nets import kaggle_agent
from tengen.nets.atomic_files import write_atomically
from tengen.nets.checkpoint import Checkpoint
from tengen.nets.compatibility import require_game
from tengen.nets.folding import FoldedNet, fold
from tengen.rules.facts import Family
from tengen.rules.game import Game
from tengen.rules.registry import load_registered_game

KAGGLE_NAME = "submission.py"
_EMPTY_NET = '\nNET = ""\n'
_LINE_LENGTH = 96


def export_kaggle(checkpoint: Checkpoint, path: str | Path) -> None:
    """Writes the net as a Kaggle agent, replacing an older file."""
    path = Path(path)
    text = kaggle_source(checkpoint)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [text.encode()])


def kaggle_source(checkpoint: Checkpoint) -> str:
    """The agent's source with the weights in it; raises `UnsupportedError` for another game."""
    game = _game_of(checkpoint)
    require_game(checkpoint, game)
    net = fold(checkpoint.architecture, checkpoint.tensors)
    source = inspect.getsource(kaggle_agent)
    before, found, after = source.partition(_EMPTY_NET)
    assert found, "the agent has a place for the net"
    return f"{before}\nNET = (\n{''.join(_literal_lines(_pack(net, game)))})\n{after}"


def _game_of(checkpoint: Checkpoint) -> Game[Any]:
    try:
        game = load_registered_game(checkpoint.game)
    except UnknownGameError:
        game = None
    if game is None or game.facts.family != Family.CONNECT_FOUR:
        raise UnsupportedError(
            f"Kaggle's ConnectX is Connect Four; this net plays {checkpoint.game[:60]}"
        )
    return game


def _pack(net: FoldedNet, game: Game[Any]) -> str:
    """The facts as JSON and the weights as float32, compressed, in printable characters."""
    facts = net.description
    header = {name: facts[name] for name in ("planes", "trunk", "value_head", "value_kind")}
    header["size"] = [facts["width"], facts["height"], game.facts.line_length]
    header["tensors"] = [[name, list(tensor.shape)] for name, tensor in net.tensors.items()]
    text = json.dumps(header).encode()
    weights = b"".join(tensor.astype(np.dtype("<f4")).tobytes() for tensor in net.tensors.values())
    data = len(text).to_bytes(4, "little") + text + weights
    return base64.b85encode(zlib.compress(data, 9)).decode()


def _literal_lines(packed: str) -> Iterator[str]:
    for start in range(0, len(packed), _LINE_LENGTH):
        yield f"    {packed[start : start + _LINE_LENGTH]!r}\n"
