"""Self-play: the native driver behind one class."""

from tengen.selfplay.config import SelfPlayConfig
from tengen.selfplay.games import Games, checkpoint_id
from tengen.selfplay.play import Finished, GameRecord, SelfPlay, play_games

__all__ = [
    "Finished",
    "GameRecord",
    "Games",
    "SelfPlay",
    "SelfPlayConfig",
    "checkpoint_id",
    "play_games",
]
