"""Players, games between them, and record files."""

from tengen.play.games import MatchGame, play_pairings
from tengen.play.player import Forfeit, Player, PolicyPlayer, RandomPlayer, SearchPlayer
from tengen.play.record_files import (
    RECORD_FORMATS,
    format_records,
    parse_records,
    read_records,
    write_records,
)
from tengen.play.records import MoveNote, SavedGame

__all__ = [
    "RECORD_FORMATS",
    "Forfeit",
    "MatchGame",
    "MoveNote",
    "Player",
    "PolicyPlayer",
    "RandomPlayer",
    "SavedGame",
    "SearchPlayer",
    "format_records",
    "parse_records",
    "play_pairings",
    "read_records",
    "write_records",
]
