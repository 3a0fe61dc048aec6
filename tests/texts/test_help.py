"""All help has its Chinese, paragraph by paragraph."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from tengen.cli import app
from tengen.texts.help import HELP

COMMAND_LINE = re.compile(r"tengen .*")
"""A paragraph that is an example, the same in every language."""


def paragraphs() -> set[str]:
    """Those of all commands, options and arguments."""
    return {
        " ".join(paragraph.split())
        for described in _described(typer.main.get_command(app))
        for paragraph in described.help.split("\n\n")
    }


def _described(command: Any) -> Iterator[Any]:
    context = command.make_context("tengen", [], resilient_parsing=True)
    parameters = command.get_params(context)
    yield from (each for each in (command, *parameters) if getattr(each, "help", None))
    for below in getattr(command, "commands", {}).values():
        yield from _described(below)


def fits(template: str, paragraph: str) -> bool:
    pattern = re.sub(r"\\\{\d\\\}", ".*", re.escape(template))
    return re.fullmatch(pattern, paragraph) is not None


def test_every_paragraph_of_help_has_its_chinese():
    missing = [
        paragraph
        for paragraph in sorted(paragraphs())
        if not COMMAND_LINE.fullmatch(paragraph)
        and not any(fits(template, paragraph) for template in HELP)
    ]
    assert not missing, "without Chinese:\n" + "\n".join(missing)


def test_no_chinese_help_is_left_over_from_a_paragraph_that_was_changed():
    english = paragraphs()
    dead = [each for each in HELP if not any(fits(each, paragraph) for paragraph in english)]
    assert not dead, "without English:\n" + "\n".join(dead)


@pytest.mark.parametrize("english", HELP)
def test_help_of_both_languages_has_the_same_places(english):
    places = re.compile(r"\{\d+\}")
    assert places.findall(english) == places.findall(HELP[english])
