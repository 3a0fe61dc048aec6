"""Settings that a manager sent with INFO."""

from dataclasses import dataclass, fields, replace
from typing import Any

from tengen.engines.protocol import parse_number
from tengen.errors import ProtocolError
from tengen.rules.facts import LineRule

EXACT_FIVE = 1
_RULE_NAMES = {2: "continuous games", 4: "renju", 8: "caro"}


@dataclass(frozen=True, slots=True)
class Info:
    """Settings of a game; times are milliseconds as in the protocol, memory is bytes."""

    timeout_turn: int = 5000
    """For one move; 0 means as fast as possible."""
    timeout_match: int = 0
    """For all moves of a game; 0 means no limit."""
    time_left: int | None = None
    """What is left of `timeout_match`, once the manager has said so."""
    max_memory: int = 0
    """For the whole process; 0 means no limit."""
    game_type: int = 0
    rule: int = 0
    folder: str = ""
    hash_size: int = 0
    """Kilobytes for the tree, as Yixin-board sets them; 0 means no limit."""
    show_detail: int = 0

    @property
    def line_rule(self) -> LineRule:
        """Which rows of five or more win."""
        return LineRule.EXACT if self.rule & EXACT_FIVE else LineRule.FREE_STYLE

    @property
    def match_milliseconds(self) -> int | None:
        """What is left for the rest of the game; None without a limit."""
        if self.time_left is not None and (self.time_left > 0 or self.timeout_match > 0):
            return max(0, self.time_left)
        return self.timeout_match or None


_KEYS = frozenset(field.name for field in fields(Info))


def update(info: Info, key: str, value: str) -> Info:
    """The settings after `INFO key value`; unknown keys change nothing.

    Raises `ProtocolError` for an invalid value.
    """
    key = key.lower()
    if key == "folder":
        return replace(info, folder=value)
    if key not in _KEYS:
        return info
    number = parse_number(value, f"INFO {key}")
    if number < 0 and key != "time_left":
        raise ProtocolError(f"INFO {key} must be 0 or more; got {number}")
    changes: dict[str, Any] = {key: number}
    return replace(info, **changes)


def refusal(rule: int) -> str | None:
    """Why these rules cannot be played, or None when they can."""
    foreign = rule & ~EXACT_FIVE
    if not foreign:
        return None
    names = [name for bit, name in _RULE_NAMES.items() if foreign & bit]
    unnamed = foreign & ~sum(_RULE_NAMES)
    if unnamed:
        names.append(f"rule bits {unnamed}")
    return (
        f"rule {rule}: cannot play {' and '.join(names)}; only free-style (0) and exactly five (1)"
    )
