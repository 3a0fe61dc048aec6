"""Tengen: AlphaZero for board games on ordinary computers."""

from tengen.errors import TengenError
from tengen.rules import Encoding, Game, Outcome, Position, Symmetry, list_games, load_game
from tengen.search import (
    Evaluation,
    Evaluator,
    Limit,
    RolloutEvaluator,
    Search,
    SearchConfig,
    SearchPool,
    SearchResult,
    UniformEvaluator,
    cached_evaluator,
)

__all__ = [
    "Encoding",
    "Evaluation",
    "Evaluator",
    "Game",
    "Limit",
    "Outcome",
    "Position",
    "RolloutEvaluator",
    "Search",
    "SearchConfig",
    "SearchPool",
    "SearchResult",
    "Symmetry",
    "TengenError",
    "UniformEvaluator",
    "cached_evaluator",
    "list_games",
    "load_game",
]
