"""TOML with a reason beside each setting, written and read back.

# What the file is about.

[section]
key = 3     # The reason, which goes on
            # in indented comments.
# A reason may also stand above.
other_key = "a value too long to leave room beside it"
"""

import json
import re
import textwrap
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

LINE_WIDTH = 100
_LONGEST_BESIDE = 36
"""Settings wider than this have their reason above instead of beside them."""

_SECTION = re.compile(r"\[\s*([\w-]+)\s*\]")
_KEY = re.compile(r"([\w-]+)\s*=")


@dataclass(frozen=True, slots=True)
class Notes:
    """The comments of a file of settings."""

    header: str = ""
    """The comment at the head of the file, without comment signs."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """By section.key."""

    def with_reasons(self, reasons: Mapping[str, str]) -> Self:
        """The same notes with some reasons replaced."""
        return replace(self, reasons={**self.reasons, **reasons})

    def header_lines(self) -> list[str]:
        """The header as comments and an empty line; nothing where there is no header."""
        lines = [f"# {line}".rstrip() for line in self.header.splitlines()]
        return [*lines, ""] if lines else []


def read_notes(text: str) -> Notes:
    """The comments of a TOML text. Those inside of values of several lines may be lost."""
    lines = text.splitlines()
    is_section = [line.startswith("[") for line in lines]
    start = is_section.index(True) if True in is_section else len(lines)
    header = [_comment(line) for line in lines[:start] if line.startswith("#")]
    reader = _ReasonReader()
    for line in lines[start:]:
        reader.take(line)
    return Notes("\n".join(header), reader.reasons)


class _ReasonReader:
    """Takes the lines of a file one by one."""

    def __init__(self) -> None:
        self.reasons: dict[str, str] = {}
        self._section = self._key = ""
        self._above: list[str] = []

    def take(self, line: str) -> None:
        if section := _SECTION.match(line):
            self._section, self._key, self._above = section[1], "", []
        elif line.startswith("#"):
            self._above.append(_comment(line))
        elif line.lstrip().startswith("#"):
            self._add(_comment(line))
        elif key := _KEY.match(line):
            self._key = f"{self._section}.{key[1]}"
            self._add(*self._above, _comment_beside(line))
            self._above = []
        elif not line.strip():
            self._key, self._above = "", []

    def _add(self, *comments: str) -> None:
        words = " ".join([self.reasons.get(self._key, ""), *comments]).strip()
        if self._key and words:
            self.reasons[self._key] = words


def _comment(line: str) -> str:
    return line.strip().removeprefix("#").removeprefix(" ").rstrip()


def _comment_beside(line: str) -> str:
    """The comment after a setting; a # inside of a text begins none."""
    for sign in re.finditer("#", line):
        try:
            tomllib.loads(line[: sign.start()])
        except ValueError:
            continue
        return _comment(line[sign.start() :])
    return ""


def write_section(name: str, values: Mapping[str, Any], reasons: Mapping[str, str]) -> list[str]:
    """The lines of one section, each setting with its reason; both are given by key."""
    settings = {key: _written(key, value) for key, value in values.items()}
    lengths = [len(text) for text in settings.values() if len(text) <= _LONGEST_BESIDE]
    column = max(lengths, default=0) + 2
    lines = [f"[{name}]"]
    for key, text in settings.items():
        lines += _with_reason(text, reasons.get(key, ""), column)
    return lines


def _with_reason(setting: str, reason: str, column: int) -> list[str]:
    if not reason:
        return setting.splitlines()
    if len(setting) > _LONGEST_BESIDE:
        return [*_wrapped(reason, "# ", "# "), *setting.splitlines()]
    return _wrapped(reason, f"{setting.ljust(column)}# ", f"{'':{column}}# ")


def _wrapped(text: str, first: str, others: str) -> list[str]:
    return textwrap.wrap(
        text,
        LINE_WIDTH,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _written(key: str, value: Any) -> str:  # noqa: ANN401
    """A setting in one line; a list too long for that has an entry on each."""
    line = f"{key} = {write_value(value)}"
    if len(line) <= LINE_WIDTH or not isinstance(value, tuple):
        return line
    return "\n".join([f"{key} = [", *(f"    {write_value(entry)}," for entry in value), "]"])


def write_value(value: Any) -> str:  # noqa: ANN401
    """A value as `read_model` understands it; TOML has no none."""
    if value is None:
        return '"none"'
    if isinstance(value, tuple):
        return "[" + ", ".join(write_value(entry) for entry in value) + "]"
    if isinstance(value, bool | str):
        # TOML's texts are JSON's, but for this one character.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value)
