"""The stage `store`: validates records from any source and stores the valid ones."""

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
    """The result of storing some records."""

    records: list[GameRecord]
    """Records that are now in the database."""
    duplicates: list[int]
    """Game numbers of valid records that were already stored; those are left as they are."""
    refused: list[str]
    """Why each of the others is invalid."""


def store(into: RunStore, game: Game[Any], games: Games, records: Iterable[bytes]) -> Stored:
    """Validates records and stores the valid ones in one transaction."""
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
