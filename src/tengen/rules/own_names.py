"""A game's own action names: any printable text, parsed without ambiguity.

In a move string names are separated by spaces. A name with a space, a quote or the like is written
in double quotes, with quotes and backslashes escaped by a backslash. Quotes are allowed around
every name. `@17` is action number 17 in every such game.
"""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping

from tengen.errors import NotationError

_PLAIN = re.compile(r"[^\s\"\\,#@=/][^\s\"\\=]*(?<!,)")
_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"(?=[\s,]|$)|(\S+)')
_SHOWN = 8


def quoted(name: str) -> str:
    """The name as written in a move string."""
    if _PLAIN.fullmatch(name):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def unquoted(text: str) -> str:
    """The inverse of `quoted`; any other text unchanged, without surrounding spaces."""
    match = _WORD.fullmatch(text.strip())
    return text.strip() if match is None else _name_in(match)


def _name_in(word: re.Match[str]) -> str:
    return word[0] if word[1] is None else re.sub(r"\\(.)", r"\1", word[1])


def split_quoted(text: str, *, at_commas: bool) -> list[str]:
    """The names in a move string.

    `at_commas`: commas separate names too, for games whose names have none.
    """
    names: list[str] = []
    for word in _WORD.finditer(text):
        if word[1] is not None:
            names.append(_name_in(word))
        else:
            parts = word[0].split(",") if at_commas else [word[0].removesuffix(",")]
            names += [part for part in parts if part]
    return names


def is_readable(name: object) -> bool:
    """Whether people can read and type a name: printable, non-empty, no surrounding spaces."""
    return isinstance(name, str) and name == name.strip() != "" and name.isprintable()


def find_action(text: str, names: Mapping[str, int], num_actions: int) -> int:
    """The action of a name (case-insensitive if unambiguous) or `@NUMBER`; or `NotationError`."""
    for name in (text.strip(), unquoted(text)):
        if name in names:
            return names[name]
    alike = [action for known, action in names.items() if _folded(known) == _folded(name)]
    if len(alike) == 1:
        return alike[0]
    number = re.fullmatch(r"@?([0-9]{1,6})", name, re.ASCII)
    if number is not None and int(number[1]) < num_actions:
        return int(number[1])
    raise NotationError(f"{text.strip()!r} is not a move; {_suggestion(name, names)}")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _suggestion(name: str, names: Iterable[str]) -> str:
    known = list(names)
    if close := difflib.get_close_matches(name, known, n=1):
        return f"did you mean {close[0]}?"
    more = ", ..." if len(known) > _SHOWN else ""
    return f"moves are called {', '.join(known[:_SHOWN])}{more}"
