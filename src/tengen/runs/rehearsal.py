"""Checks made before a run starts that would otherwise fail in its first generation."""

from typing import Any

from tengen.errors import ConfigError, TengenError
from tengen.nets import Checkpoint
from tengen.rules.check import check_game
from tengen.rules.game import Game
from tengen.rules.native import NativeGame
from tengen.runs.config import RunConfig
from tengen.runs.stages import games_of, play_settings
from tengen.selfplay import play


def rehearse(game: Game[Any], net: Checkpoint, config: RunConfig) -> None:
    """Prepares self-play as every generation does, without playing; raises `TengenError`.

    Rules that do not come with Tengen are tested in one random game.
    """
    if not isinstance(game, NativeGame):
        check_game(game, games=1)
    for text in config.selfplay.openings:
        _require_opening(game, text)
    play(net, play_settings(config), games_of(config, 0, ()), rules=game)


def _require_opening(game: Game[Any], text: str) -> None:
    try:
        position = game.position_from(text)
    except TengenError as error:
        raise ConfigError(f"selfplay.openings has {text!r}: {error}") from None
    if position.outcome is not None:
        raise ConfigError(f"selfplay.openings has {text!r}, after which the game is over")
