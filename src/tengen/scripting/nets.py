"""Nets by whatever names them."""

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

    `net` is a shipped one by its name (`tengen nets` lists them), a file or a folder, the folder
    of a run, which stands for its newest net, or what `train` returned, which stands for the best.
    With a `game`, a net that cannot play it is refused.

    Raises `CheckpointError`.
    """
    checkpoint = net if isinstance(net, Checkpoint) else load_checkpoint(find_net(net))
    if game is not None:
        require_game(checkpoint, find_game(game))
    return checkpoint
