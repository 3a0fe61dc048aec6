"""Writes docs/settings.md, or the file given: every setting and every preset, from the code.

    python scripts/write_settings_page.py

`make format` does so, and `make check` complains where the page is out of date.
"""

import math
import sys
from collections.abc import Iterable
from dataclasses import Field, fields, replace
from pathlib import Path
from typing import Any

from tengen.runs import load_preset, preset_names
from tengen.runs.config import SECTIONS
from tengen.settings import (
    MOST,
    Range,
    describe_types,
    field_texts,
    has_default,
    ranges_of,
    type_options,
)
from tengen.settings.annotated_toml import write_value

PAGE = Path(__file__).parent.parent / "docs" / "settings.md"

INTRODUCTION = """\
# Settings

<!-- Written by scripts/write_settings_page.py from the code; do not edit. -->

A run takes its settings from a preset, and every one of them can be changed when it begins:

    tengen train connect4 -o net.channels=64 -o learner.batch_size=512
    tengen train gomoku:7x7/4
    tengen train mine.toml

A preset is a TOML file that states what differs from the defaults, with the reason; `mine.toml` may
be one of your own. The run's `config.toml` then states every setting with its reason, and marks
what was a default and what was set on the command line. Unknown settings, wrong types and values
out of range are errors. TOML has no empty value: write `"none"` where a setting may have none.\
"""

PRESETS = """\
## Presets

`tengen train NAME` uses one. What is not listed has its default.\
"""

ANY_GAME = """\
## Any other game

`tengen train GAME` takes every game that loads. The game of a preset takes that preset; for any
other, Tengen plays some random games and scales these settings to the board, the length of games
and the number of legal moves. Two examples, one with rules in the core and one in Python:\
"""

SCALED_EXAMPLES = ("gomoku:7x7/4", "examples/hex.py:Hex")


def page() -> str:
    """The whole page."""
    sections = [section_text(name, kind) for name, kind in SECTIONS.items()]
    presets = [preset_section(name) for name in preset_names()]
    scaled = [ANY_GAME, *(preset_section(name) for name in SCALED_EXAMPLES)]
    return "\n\n".join([INTRODUCTION, *sections, PRESETS, *presets, *scaled]) + "\n"


def section_text(name: str, kind: type) -> str:
    """One section of a config file: what it is for, and a row for each setting."""
    texts, ranges, options = field_texts(kind), ranges_of(kind), type_options(kind)
    rows = [
        (
            f"`{field.name}`",
            describe_types(options[field.name]).removeprefix("a ").replace("'", '"'),
            default_text(field),
            range_text(ranges[field.name]) if field.name in ranges else "",
            texts[field.name],
        )
        for field in fields(kind)
    ]
    table = table_text(("Setting", "Type", "Default", "Range", "What it is for"), rows)
    return f"## `[{name}]`\n\n{kind.__doc__}\n\n{table}"


def range_text(allowed: Range) -> str:
    """A range in few words; a limit that only keeps numbers countable is not worth any."""
    if allowed.high >= MOST:
        return str(replace(allowed, high=math.inf))
    low = f"{allowed.low:g}" if allowed.low_allowed else f"above {allowed.low:g}"
    return f"{low} to {allowed.high:,}"


def preset_section(name: str) -> str:
    """One preset: what it says about itself, and a row for each setting that it changes."""
    config = load_preset(name)
    rows = []
    for setting, reason in config.notes.reasons.items():
        section, key = setting.split(".")
        value = write_value(getattr(getattr(config, section), key))
        rows.append((f"`{setting}`", f"`{value}`", default_of(section, key), reason))
    table = table_text(("Setting", "Value", "Default", "Why"), rows)
    return f"### `{name}`\n\n{config.notes.header}\n\n{table}"


def default_of(section: str, key: str) -> str:
    """The default of a setting that a preset changes."""
    (field,) = (field for field in fields(SECTIONS[section]) if field.name == key)
    return default_text(field)


def default_text(field: Field[Any]) -> str:
    """The default as a preset would write it."""
    return f"`{write_value(field.default)}`" if has_default(field) else "must be given"


def table_text(titles: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [titles, ("---",) * len(titles), *rows]
    return "\n".join(f"| {' | '.join(escaped(cell) for cell in line)} |" for line in lines)


def escaped(cell: str) -> str:
    """The bar ends a cell, also inside of code."""
    return cell.replace("|", "\\|")


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE
    target.write_text(page(), "utf-8")
