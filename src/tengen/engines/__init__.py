"""Engines: being one in the Gomocup protocol, and driving those of others."""

from tengen.engines.driver import EnginePlayer
from tengen.engines.engine import Engine, EngineOptions
from tengen.engines.gtp import GtpPlayer
from tengen.engines.protocols import engine_player_of

__all__ = ["Engine", "EngineOptions", "EnginePlayer", "GtpPlayer", "engine_player_of"]
