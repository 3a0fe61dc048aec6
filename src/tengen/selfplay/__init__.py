"""Self-play: the native driver behind one class, and the stage that plays a run's games."""

from tengen.selfplay.config import SelfPlayConfig
from tengen.selfplay.games import Games, checkpoint_id
from tengen.selfplay.play import Finished, GameRecord, SelfPlay
from tengen.selfplay.stage import PlayReport, PlaySettings, play

__all__ = [
    "Finished",
    "GameRecord",
    "Games",
    "PlayReport",
    "PlaySettings",
    "SelfPlay",
    "SelfPlayConfig",
    "checkpoint_id",
    "play",
]
