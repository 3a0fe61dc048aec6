"""Players, games between them, and record files."""

from tengen.play.games import PlayedGame, play_games
from tengen.play.player import Forfeit, Player, RandomPlayer, SearchPlayer
from tengen.play.record_files import (
    RECORD_FORMATS,
    format_records,
    parse_records,
    read_records,
    write_records,
)
from tengen.play.records import MoveNote, PlayedRecord

__all__ = [
    "RECORD_FORMATS",
    "Forfeit",
    "MoveNote",
    "PlayedGame",
    "PlayedRecord",
    "Player",
    "RandomPlayer",
    "SearchPlayer",
    "format_records",
    "parse_records",
    "play_games",
    "read_records",
    "write_records",
]
