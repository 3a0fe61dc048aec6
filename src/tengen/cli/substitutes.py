"""Readable substitutes for characters that the encoding of an output does not have.

Terminals and pipes are not always UTF-8: `½` becomes `1/2`, box lines become `+--+`, letters lose
their accents. Characters without a substitute are escaped as in Python, `\\u5929`: nothing is lost.
"""

import codecs
import unicodedata

_SUBSTITUTES = {
    "\N{EM DASH}": "-",
    "\N{EN DASH}": "-",
    "\N{MINUS SIGN}": "-",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{FRACTION SLASH}": "/",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "·": "-",
    "•": "*",
    "÷": "/",
    "±": "+/-",
    "√": "sqrt",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≈": "~",
    "∞": "inf",
    "“": '"',
    "”": '"',
    "「": '"',
    "」": '"',
    "。": ".",
    "、": ",",
    "→": "->",
    "←": "<-",
    "↑": "^",
    "↓": "v",
    "↺": "~",
    "►": ">",
    "▸": ">",
    "●": "x",
    "○": "o",
}
# An encoding without `▉` may still have `█`, so these are substituted step by step.
_SUBSTITUTES |= dict(zip("▉▊▋▍▎▏", "███▌▌▌", strict=True))
_SUBSTITUTES |= dict(zip("▁▂▃▄▅▆▇█▌▐▀▗▖▝▘", "_.-=+*%#||-++++", strict=True))
_BRAILLE = range(0x2800, 0x2900)
_ESCAPED_BYTES = range(0xDC80, 0xDD00)
"""Python's stand-ins for undecodable bytes in file names."""


def substituting(encoding: str) -> str:
    """The name of an error handler that writes substitutes in this encoding."""
    name = f"tengen-{encoding}"

    def handle(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        before, refused = error.object[: error.start], error.object[error.start : error.end]
        found = "".join(_shown(character, encoding) for character in refused)
        is_mixed_number = before[-1:].isdigit() and found[:1].isdigit()  # 1½ is 1 1/2
        return " " * is_mixed_number + found, error.end

    codecs.register_error(name, handle)
    return name


def can_show(text: str, encoding: str) -> bool:
    """Whether the encoding has all characters of a text."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _shown(character: str, encoding: str) -> str:
    """The character, or its best substitute in the encoding."""
    if can_show(character, encoding):
        return character
    found = _substitute(character)
    if found is not None:
        return "".join(_shown(each, encoding) for each in found)
    if ord(character) in _ESCAPED_BYTES:
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("ascii", "backslashreplace").decode()


def _substitute(character: str) -> str | None:
    if character in _SUBSTITUTES:
        return _SUBSTITUTES[character]
    if ord(character) in _BRAILLE:
        return "*"
    name = unicodedata.name(character, "")
    if name.startswith("BOX DRAWINGS"):
        return _line(name)
    decomposed = unicodedata.normalize("NFKD", character)
    letters = "".join(each for each in decomposed if not unicodedata.combining(each))
    return letters if letters != character else None


def _line(name: str) -> str:
    """A line segment by its Unicode name; one that runs both ways is a crossing."""
    if " AND " in name:
        return "+"
    return "-" if name.endswith(("HORIZONTAL", "LEFT", "RIGHT")) else "|"
