"""The stage `store`: records that came from anywhere are validated, and the good ones are kept."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tengen.errors import RecordError
from tengen.replay.store import RunStore
from tengen.replay.validation import validate
from tengen.rules.game import Game
from tengen.selfplay import GameRecord, Games


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of some records."""

    records: list[GameRecord]
    """Those that are in the database now, as they are there."""
    duplicates: list[int]
    """The number of each valid record whose game was stored before; that one stays."""
    refused: list[str]
    """Why each of the others was not valid."""


def store(into: RunStore, game: Game[Any], games: Games, records: Iterable[bytes]) -> Stored:
    """Validates records and stores the good ones in one transaction; a bad one is never stored."""
    good: list[GameRecord] = []
    refused: list[str] = []
    for data in records:
        try:
            good.append(validate(game, data, games))
        except RecordError as error:
            refused.append(str(error))
    stored = into.add_games(good, games.generation, games.checkpoint) if good else []
    return Stored(stored, _duplicates(good, stored), refused)


def _duplicates(valid: list[GameRecord], stored: list[GameRecord]) -> list[int]:
    left = Counter(record.index for record in valid)
    left.subtract(record.index for record in stored)
    return sorted(left.elements())
