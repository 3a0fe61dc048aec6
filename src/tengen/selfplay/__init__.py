"""Self-play: the native driver behind one class."""

from tengen.selfplay.config import SelfPlayConfig
from tengen.selfplay.play import Finished, GameRecord, Games, SelfPlay, play_games

__all__ = ["Finished", "GameRecord", "Games", "SelfPlay", "SelfPlayConfig", "play_games"]
