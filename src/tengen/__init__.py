"""Tengen: AlphaZero for board games on ordinary computers."""

from tengen.errors import TengenError
from tengen.rules import Encoding, Game, Outcome, Position, Symmetry, list_games, load_game

__all__ = [
    "Encoding",
    "Game",
    "Outcome",
    "Position",
    "Symmetry",
    "TengenError",
    "list_games",
    "load_game",
]
