"""Nets as agents for Kaggle's ConnectX: one Python file that needs numpy alone."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from tengen.errors import UnknownGameError, UnsupportedError
from tengen.nets import kaggle_agent
from tengen.nets.checkpoint import Checkpoint
from tengen.nets.compatibility import require_game
from tengen.nets.folding import FoldedNet, fold
from tengen.nets.kaggle_source import KaggleEffort, agent_source, write_source
from tengen.rules.facts import Family
from tengen.rules.game import Game
from tengen.rules.registry import load_registered_game


def export_kaggle(
    checkpoint: Checkpoint, path: str | Path, effort: KaggleEffort | None = None
) -> None:
    """Writes the net as a Kaggle agent, replacing an older file."""
    write_source(kaggle_source(checkpoint, effort), Path(path))


def kaggle_source(checkpoint: Checkpoint, effort: KaggleEffort | None = None) -> str:
    """The agent's source with the weights in it; raises `UnsupportedError` for another game."""
    game = require_connect_four(checkpoint)
    net = fold(checkpoint.architecture, checkpoint.tensors)
    return agent_source(kaggle_agent, effort or KaggleEffort(), NET=_pack(net, game))


def require_connect_four(checkpoint: Checkpoint) -> Game[Any]:
    """The game of the net; raises `UnsupportedError` if it cannot be a Kaggle agent."""
    try:
        game = load_registered_game(checkpoint.game)
    except UnknownGameError:
        game = None
    if game is None or game.facts.family != Family.CONNECT_FOUR:
        raise UnsupportedError(
            f"Kaggle's ConnectX is Connect Four; this net plays {checkpoint.game[:60]}"
        )
    require_game(checkpoint, game)
    return game


def _pack(net: FoldedNet, game: Game[Any]) -> bytes:
    """The facts as JSON, and the weights as float32."""
    facts = net.description
    header = {name: facts[name] for name in ("planes", "trunk", "value_head", "value_kind")}
    header["size"] = [facts["width"], facts["height"], game.facts.line_length]
    header["tensors"] = [[name, list(tensor.shape)] for name, tensor in net.tensors.items()]
    text = json.dumps(header).encode()
    weights = b"".join(tensor.astype(np.dtype("<f4")).tobytes() for tensor in net.tensors.values())
    return len(text).to_bytes(4, "little") + text + weights
