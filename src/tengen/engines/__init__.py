"""The Gomocup protocol: being an engine, and driving engines."""

from tengen.engines.driver import EnginePlayer
from tengen.engines.engine import Engine, EngineOptions

__all__ = ["Engine", "EngineOptions", "EnginePlayer"]
