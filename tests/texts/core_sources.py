"""Finds the sentences with which the core refuses what people ask for."""

import re
from pathlib import Path

CORE = Path(__file__).parents[2] / "core"
FOLDERS = ("games", "solver", "selfplay", "replay")
"""What else the core refuses is a mistake in a program, which reads English."""
_THROW = re.compile(r"throw std::invalid_argument\((.*?)\);", re.DOTALL)
_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


def core_templates() -> dict[str, str]:
    """Each sentence with its numbered places, and the file it is in."""
    return {
        _template(found[1]): file.relative_to(CORE).as_posix()
        for folder in FOLDERS
        for file in sorted((CORE / folder).rglob("*.[ch]pp"))
        for found in _THROW.finditer(file.read_text("utf-8"))
    }


def _template(expression: str) -> str:
    """What stands between literals is a place; two literals side by side are one."""
    parts, places = [], 0
    for number, part in enumerate(_LITERAL.split(expression)):
        if number % 2:
            parts.append(part)
        elif part.strip(" +\n"):
            parts.append(f"{{{places}}}")
            places += 1
    return "".join(parts)
