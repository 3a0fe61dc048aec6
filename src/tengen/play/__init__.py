"""Players, and games between them."""

from tengen.play.games import PlayedGame, play_games
from tengen.play.player import Player, RandomPlayer, SearchPlayer

__all__ = ["PlayedGame", "Player", "RandomPlayer", "SearchPlayer", "play_games"]
