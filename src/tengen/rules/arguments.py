"""What callers pass, checked where it enters: one sentence instead of an error from the depths."""

import numbers
import reprlib

from tengen.errors import NotationError

_printer = reprlib.Repr()
_printer.maxstring = _printer.maxother = 80


def require_text(value: object, what: str) -> str:
    """The value, if it is a text; `what` says what was expected."""
    if not isinstance(value, str):
        raise NotationError(f"{what}; got {shown(value)}")
    return value


def require_whole_number(value: object, what: str) -> int:
    """The value as an int, if it is a whole number of any kind; True and False are none."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise NotationError(f"{what}; got {shown(value)}")
    return int(value)


def shown(value: object) -> str:
    """The value as it is written in Python, cut where it is long."""
    return _printer.repr(value)
