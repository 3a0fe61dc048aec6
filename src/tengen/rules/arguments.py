"""Checks arguments at the boundary: one clear sentence instead of an error from deep inside."""

import numbers
import reprlib

from tengen.errors import NotationError

_printer = reprlib.Repr()
_printer.maxstring = _printer.maxother = 80


def require_text(value: object, what: str) -> str:
    """The value, if it is a string; `what` states what was expected."""
    if not isinstance(value, str):
        raise NotationError(f"{what}; got {shown(value)}")
    return value


def require_whole_number(value: object, what: str) -> int:
    """The value as an int, if it is an integer of any type; True and False are refused."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise NotationError(f"{what}; got {shown(value)}")
    return int(value)


def shown(value: object) -> str:
    """The value's repr, truncated if long."""
    return _printer.repr(value)
