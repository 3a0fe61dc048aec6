"""Players by name, matches between them, and their statistics."""

from tengen.arena.elo import EloInterval, Pentanomial
from tengen.arena.match import MatchConfig, MatchProgress, MatchReport, play_match
from tengen.arena.players import player_factory
from tengen.arena.ratings import Rating, fit_ratings
from tengen.arena.round_robin import RoundRobinConfig, RoundRobinReport, play_round_robin
from tengen.arena.specs import PlayerSpec, parse_spec
from tengen.arena.sprt import Sprt
from tengen.arena.tally import Tally

__all__ = [
    "EloInterval",
    "MatchConfig",
    "MatchProgress",
    "MatchReport",
    "Pentanomial",
    "PlayerSpec",
    "Rating",
    "RoundRobinConfig",
    "RoundRobinReport",
    "Sprt",
    "Tally",
    "fit_ratings",
    "parse_spec",
    "play_match",
    "play_round_robin",
    "player_factory",
]
