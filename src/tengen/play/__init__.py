"""Players, and games between them."""

from tengen.play.games import PlayedGame, play_games
from tengen.play.player import Forfeit, Player, PolicyPlayer, RandomPlayer, SearchPlayer

__all__ = [
    "Forfeit",
    "PlayedGame",
    "Player",
    "PolicyPlayer",
    "RandomPlayer",
    "SearchPlayer",
    "play_games",
]
