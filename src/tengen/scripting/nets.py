"""Nets by name, by path or from a training result."""

import os
from typing import Any

from tengen.nets import Checkpoint, load_checkpoint
from tengen.nets.compatibility import require_game
from tengen.nets.shipped import find_net
from tengen.rules.game import Game
from tengen.scripting.games import find_game


def load_net(
    net: str | os.PathLike[str] | Checkpoint, game: str | Game[Any] | None = None
) -> Checkpoint:
    """A trained net, ready for `load_evaluator` and `play_match`.

    `net` is the name of a shipped net (`tengen nets` lists them), a file or folder, the folder of
    a run, which means its newest net, or the result of `train`, which means its best net. With a
    `game`, a net that cannot play it is refused.

    Raises `CheckpointError`.
    """
    checkpoint = net if isinstance(net, Checkpoint) else load_checkpoint(find_net(net))
    if game is not None:
        require_game(checkpoint, find_game(game))
    return checkpoint
