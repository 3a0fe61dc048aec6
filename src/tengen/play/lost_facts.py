"""What a record format loses of a game, found by writing it and reading it back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from tengen.play.record_files import format_records, parse_records
from tengen.play.records import SavedGame
from tengen.rules.game import Game
from tengen.texts import Texts

Fact = Literal["names", "result", "reason", "date", "event", "round", "comment", "times", "notes"]
_TIME_TOLERANCE = 0.001
"""Formats may round a time to milliseconds."""


@dataclass(frozen=True, slots=True)
class LostFacts:
    """What cannot be read back of at least one game."""

    facts: tuple[Fact, ...] = ()
    properties: tuple[str, ...] = ()
    """Names of properties of an SGF file."""

    def __bool__(self) -> bool:
        return bool(self.facts or self.properties)

    def told(self, texts: Texts) -> str:
        """Everything lost as one list."""
        told = [texts(f"fact {fact}") for fact in self.facts]
        if self.properties:
            told.append(texts("fact properties", names=" ".join(self.properties)))
        return texts.listed(told)


def lost_facts(
    records: Sequence[SavedGame], file_format: str, game: Game[Any] | None = None
) -> LostFacts:
    """What the format does not keep of these games; nothing for SGF."""
    lost: set[Fact] = set()
    properties: set[str] = set()
    for record in records:
        (back,) = parse_records(
            format_records([record], file_format, game), file_format=file_format, game=game
        )
        lost |= _differences(record, back)
        properties |= set(_property_names(record)) - set(_property_names(back))
    facts = tuple(fact for fact in get_args(Fact) if fact in lost)
    return LostFacts(facts, tuple(sorted(properties)))


def _property_names(record: SavedGame) -> Iterator[str]:
    told = [record.properties, *(note.properties for note in record.notes)]
    told += [node.properties for node in record.nodes]
    return (name for properties in told for name, _ in properties)


def _differences(record: SavedGame, back: SavedGame) -> set[Fact]:
    facts: dict[Fact, tuple[object, object]] = {
        "names": (record.players, back.players),
        "result": (_winner(record), _winner(back)),
        "reason": (_reason(record), _reason(back) or _reason(record)),
        "date": (record.date, back.date),
        "event": (record.event, back.event),
        "round": (record.round, back.round),
        "comment": (record.comment, back.comment),
        "notes": (_untimed(record), _untimed(back)),
    }
    lost = {fact for fact, (told, read) in facts.items() if told != read}
    return lost | {"times"} if _has_other_times(record, back) else lost


def _winner(record: SavedGame) -> tuple[int | None] | None:
    return None if record.outcome is None else (record.outcome.winner,)


def _reason(record: SavedGame) -> str | None:
    """None without a result: if the result is lost, its reason is not reported as well."""
    return None if record.outcome is None else record.outcome.reason


def _untimed(record: SavedGame) -> list[object]:
    notes = [record.note(move) for move in range(len(record.actions))]
    return [replace(note, seconds=None, properties=()) for note in notes]


def _has_other_times(record: SavedGame, back: SavedGame) -> bool:
    for move in range(len(record.actions)):
        told, read = record.note(move).seconds or 0, back.note(move).seconds or 0
        if abs(told - read) > _TIME_TOLERANCE:
            return True
    return False
