"""Tengen: AlphaZero for board games on ordinary computers."""

import importlib
from typing import TYPE_CHECKING, Any

from tengen.errors import TengenError
from tengen.nets import (
    Architecture,
    Checkpoint,
    load_checkpoint,
    load_evaluator,
    save_checkpoint,
)
from tengen.rules import Encoding, Game, Outcome, Position, Symmetry, list_games, load_game
from tengen.search import (
    CachedEvaluator,
    Evaluation,
    Evaluator,
    Limit,
    RolloutEvaluator,
    RunningSearch,
    Search,
    SearchConfig,
    SearchPool,
    SearchResult,
    StopToken,
    UniformEvaluator,
)

if TYPE_CHECKING:
    from tengen.arena import MatchReport
    from tengen.nets import PolicyValueNet
    from tengen.runs import TrainingResult
    from tengen.scripting import load_net, play_match, train

__all__ = [
    "Architecture",
    "CachedEvaluator",
    "Checkpoint",
    "Encoding",
    "Evaluation",
    "Evaluator",
    "Game",
    "Limit",
    "MatchReport",
    "Outcome",
    "PolicyValueNet",
    "Position",
    "RolloutEvaluator",
    "RunningSearch",
    "Search",
    "SearchConfig",
    "SearchPool",
    "SearchResult",
    "StopToken",
    "Symmetry",
    "TengenError",
    "TrainingResult",
    "UniformEvaluator",
    "list_games",
    "load_checkpoint",
    "load_evaluator",
    "load_game",
    "load_net",
    "play_match",
    "save_checkpoint",
    "train",
]

_ON_FIRST_USE = {
    "MatchReport": "tengen.arena",
    "PolicyValueNet": "tengen.nets",
    "TrainingResult": "tengen.runs",
    "load_net": "tengen.scripting",
    "play_match": "tengen.scripting",
    "train": "tengen.scripting",
}
"""What needs rooms, or torch, that playing and analysing do without."""


def __getattr__(name: str) -> Any:  # noqa: ANN401
    """Imports what few need on first use."""
    if name not in _ON_FIRST_USE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_ON_FIRST_USE[name]), name)


def __dir__() -> list[str]:
    """What there is, imported or not."""
    return sorted({*globals(), *__all__})
