"""Nets as agents for Kaggle's ConnectX: one Python file that needs numpy alone."""

import base64
import inspect
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

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
from tengen.settings import Range, require_allowed

KAGGLE_NAME = "submission.py"
_LINE_LENGTH = 96


@dataclass(frozen=True, slots=True)
class KaggleEffort:
    """Search limits per move; the first one reached ends the search."""

    simulations: Annotated[int, Range(1, 10_000_000)] = kaggle_agent.SIMULATIONS
    seconds: Annotated[float | None, Range(0.01, 3600)] = None
    """None, or more than Kaggle allows: 80% of Kaggle's time for a move, less 0.1 s."""

    def __post_init__(self) -> None:
        require_allowed(self)


def export_kaggle(
    checkpoint: Checkpoint, path: str | Path, effort: KaggleEffort | None = None
) -> None:
    """Writes the net as a Kaggle agent, replacing an older file."""
    path = Path(path)
    text = kaggle_source(checkpoint, effort)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [text.encode()])


def kaggle_source(checkpoint: Checkpoint, effort: KaggleEffort | None = None) -> str:
    """The agent's source with the weights in it; raises `UnsupportedError` for another game."""
    effort = effort or KaggleEffort()
    game = require_connect_four(checkpoint)
    net = fold(checkpoint.architecture, checkpoint.tensors)
    source = inspect.getsource(kaggle_agent)
    source = _filled(source, "SIMULATIONS", f"{effort.simulations}")
    if effort.seconds is not None:
        source = _filled(source, "SECONDS", f"{effort.seconds!r}")
    return _filled(source, "NET", f"(\n{''.join(_literal_lines(_pack(net, game)))})")


def _filled(source: str, name: str, value: str) -> str:
    """The source with another value for one of its constants."""
    constant = re.compile(rf"^{name} = .*?(?=  #|$)", re.MULTILINE)
    filled, count = constant.subn(lambda _: f"{name} = {value}", source)
    assert count == 1, f"the agent has one {name}"
    return filled


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
