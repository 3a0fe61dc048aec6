"""The stage `store`: records that came from anywhere are validated, and the good ones are kept."""

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
    """Those that are stored now."""
    refused: list[str]
    """Why each of the others is not."""


def store(into: RunStore, game: Game[Any], games: Games, records: Iterable[bytes]) -> Stored:
    """Validates records and stores the good ones in one transaction; a bad one is never stored."""
    good: list[GameRecord] = []
    refused: list[str] = []
    for data in records:
        try:
            good.append(validate(game, data, games))
        except RecordError as error:
            refused.append(str(error))
    if good:
        into.add_games(good, games.generation, games.checkpoint)
    return Stored(good, refused)
