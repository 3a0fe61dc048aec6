"""The stage `validate`: turns bytes into a game record, or refuses them."""

from typing import Any

from tengen import _core
from tengen.errors import RecordError
from tengen.rules.game import Game
from tengen.rules.native import NativeGame
from tengen.selfplay import GameRecord, Games


def read_record(data: bytes) -> GameRecord:
    """Decodes a record of any format version; raises `ValueError`. All decoding is done here."""
    return GameRecord.from_bytes(data)


def validate(game: Game[Any], data: bytes, games: Games) -> GameRecord:
    """The record in `data`: one of `games`, replayed by the rules; raises `RecordError`.

    Checks the name and version of the game, the net that played, the number and seed, that every
    move and every policy target is legal, and that the game ended as recorded.
    """
    try:
        record = read_record(data)
        _require_origin(record, game, games)
        _require_number(record, games)
        require_playable(game, record)
    except Exception as error:  # Custom rules may raise anything.
        raise RecordError(
            f"a record of generation {games.generation} is not a game of {game.name} version "
            f"{game.version}: {error}"
        ) from error
    return record


def require_playable(game: Game[Any], record: GameRecord) -> None:
    """Replays a record; raises `ValueError`, or what the rules raise, if it is not valid."""
    if isinstance(game, NativeGame):
        _core.require_playable(game.core, record)
    else:
        _core.require_playable_in_python(game, str(game.encodings[0]), record)


def _require_origin(record: GameRecord, game: Game[Any], games: Games) -> None:
    if record.origin is None:
        raise RecordError("it does not state the rules and the net it was played with")
    origin = record.origin
    for what, found, expected in (
        ("game", origin.game, game.name),
        ("game version", origin.game_version, game.version),
        ("checkpoint", origin.checkpoint, games.checkpoint),
    ):
        if found != expected:
            raise RecordError(f"its {what} is {found!r}, not {expected!r}")


def _require_number(record: GameRecord, games: Games) -> None:
    if record.index not in games.numbers:
        raise RecordError(f"game {record.index} was not requested")
    expected = games.seed_of(record.index)
    if record.seed != expected:
        raise RecordError(f"the seed of game {record.index} is {record.seed}, not {expected}")
