"""Tengen: AlphaZero for board games on ordinary computers."""

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
    from tengen.nets import PolicyValueNet

__all__ = [
    "Architecture",
    "CachedEvaluator",
    "Checkpoint",
    "Encoding",
    "Evaluation",
    "Evaluator",
    "Game",
    "Limit",
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
    "UniformEvaluator",
    "list_games",
    "load_checkpoint",
    "load_evaluator",
    "load_game",
    "save_checkpoint",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401
    """`PolicyValueNet` needs torch, so it is imported on first use."""
    if name != "PolicyValueNet":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tengen import nets

    return nets.PolicyValueNet
