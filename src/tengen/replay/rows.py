"""Validates database rows against the schema before they become values.

SQLite silently stores text in a numeric column, and anyone can edit the file.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any, TypeVar

from tengen.replay.schema import CheckpointRow, GameRow, MatchRow, MetricRow
from tengen.settings.models import Range, ranges_of, type_options

_KINDS: Mapping[str, type] = {
    "games": GameRow,
    "checkpoints": CheckpointRow,
    "matches": MatchRow,
    "metrics": MetricRow,
}
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "facts": ("name", "value"),
    **{
        table: tuple(field.name for field in dataclasses.fields(kind))
        for table, kind in _KINDS.items()
    },
}
"""The columns of each table, in their order."""

_Row = TypeVar("_Row", GameRow, CheckpointRow, MatchRow, MetricRow)
_LONGEST_VALUE = 40


def checked(row: _Row) -> _Row:
    """The row; raises a `ValueError` that names the first column with an invalid value."""
    for name, (types, allowed) in _FACTS[type(row)].items():
        value = getattr(row, name)
        if not (_fits(value, types) and _is_allowed(value, allowed)):
            raise ValueError(f"the column {name} holds {value!r:.{_LONGEST_VALUE}}")
    return row


def _facts(kind: type) -> dict[str, tuple[tuple[Any, ...], Range | None]]:
    """The type and range of each column that holds a plain value."""
    ranges, plain = ranges_of(kind), {int, float, str, type(None)}
    return {
        name: (types, ranges.get(name))
        for name, types in type_options(kind).items()
        if plain.issuperset(types)
    }


_FACTS = {kind: _facts(kind) for kind in _KINDS.values()}


def _fits(value: object, types: tuple[Any, ...]) -> bool:
    if type(value) is int and float in types:
        return True
    return type(value) in types and (not isinstance(value, str) or value.isprintable())


def _is_allowed(value: Any, allowed: Range | None) -> bool:  # noqa: ANN401
    return value is None or allowed is None or allowed.contains(value)
