"""Rules: games, positions, outcomes, notation and symmetries."""

from tengen.rules.check import check_game
from tengen.rules.facts import ActionForm, BoardForm, Corner, Family, GameFacts, LineRule
from tengen.rules.game import Encoding, Game, GameSpec
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position
from tengen.rules.registry import list_games, load_game, load_registered_game
from tengen.rules.symmetry import Symmetry

__all__ = [
    "ActionForm",
    "BoardForm",
    "Corner",
    "Encoding",
    "Family",
    "Game",
    "GameFacts",
    "GameSpec",
    "LineRule",
    "Outcome",
    "Position",
    "Symmetry",
    "check_game",
    "list_games",
    "load_game",
    "load_registered_game",
]
