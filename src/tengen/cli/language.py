"""The language of this program's output: one for all commands, chosen before any of them runs."""

import re
from collections.abc import Sequence

from tengen.cli.console import spoken_language, tell
from tengen.texts import Language, Texts

_chosen: list[Language] = []


def choose(language: Language | None) -> Language | None:
    """Sets the language the user asked for, if any; typer's callback for `--language`."""
    if language is not None:
        _chosen[:] = [language]
    return language


def choose_early(arguments: Sequence[str]) -> None:
    """Finds `--language` anywhere on the command line, since help is printed as soon as it is met.

    A value that is no language is left to the parser, which reports it.
    """
    found = re.search(r"(?:^|\0)--language[=\0](\w+)(?:\0|$)", "\0".join(arguments))
    if found and found[1] in set(Language):
        choose(Language(found[1]))


def texts() -> Texts:
    """The sentences in the requested language, or else in the user's."""
    return Texts(spoken_language(_chosen[0] if _chosen else None))


def tell_translated(line: str) -> None:
    """Prints a line from another room, translated from its English."""
    tell(texts().message(line))


def joined_parts(parts: Sequence[str]) -> str:
    """A line of parts from another room, each translated by itself."""
    speak = texts()
    return speak("part separator").join(map(speak.message, parts))
