"""Properties of SGF files that Tengen does not use: kept verbatim."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tengen.errors import RecordError

Properties = tuple[tuple[str, tuple[str, ...]], ...]
"""Names and values in order; values are verbatim, between [ and ]."""

SETUP_NAMES = ("AB", "AW", "AE")
MOVE_NAMES = ("B", "W")

_NAME = re.compile("[A-Za-z]+", re.ASCII)
# Possessive, so that no input makes the match backtrack; surrogates are no text.
_VALUE = re.compile(r"(?:[^\]\\\ud800-\udfff]++|\\[^\ud800-\udfff])*+", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ExtraNode:
    """A node without a move, such as a remark between two moves."""

    after: int
    """The number of moves before it."""
    properties: Properties

    def __post_init__(self) -> None:
        refuse_malformed(self.properties, (*MOVE_NAMES, *SETUP_NAMES))
        if not self.properties or self.after < 0:
            raise RecordError(
                "a node without a move must have a property and follow 0 or more moves"
            )


def refuse_malformed(properties: Properties, reserved: Collection[str]) -> None:
    """Raises `RecordError` for properties that would change the meaning of a file."""
    for name, values in properties:
        if not _NAME.fullmatch(name) or name in reserved:
            raise RecordError(f"{name[:20]!r} is not a valid property name")
        if not values or not all(_VALUE.fullmatch(value) for value in values):
            raise RecordError(f"invalid value of property {name}")


def others(properties: dict[str, list[str]], known: Collection[str]) -> Properties:
    """The properties of a node that are not among the known ones."""
    return tuple(
        (name, tuple(map(_encodable, values)) or ("",))
        for name, values in properties.items()
        if name not in known
    )


def _encodable(value: str) -> str:
    return value.encode("utf-8", "replace").decode("utf-8")


def write_properties(properties: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    """The properties as written in a file."""
    return "".join(name + "".join(f"[{value}]" for value in values) for name, values in properties)
