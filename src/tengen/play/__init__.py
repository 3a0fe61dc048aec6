"""Players, and games between them."""

from tengen.play.games import PlayedGame, play_games
from tengen.play.player import Forfeit, Player, RandomPlayer, SearchPlayer

__all__ = ["Forfeit", "PlayedGame", "Player", "RandomPlayer", "SearchPlayer", "play_games"]
