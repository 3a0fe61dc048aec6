"""Help pages: what options take in words that people know, and lines that fit."""

import io
import re
from typing import Annotated

import pytest
import typer
from rich.console import Console
from typer.main import get_command

from tengen.cli import app
from tengen.cli.help_page import PageCommand, PageGroup, page


def pages(command, name, parent=None):
    """Each command's full name and page, the groups' own included."""
    context = typer.Context(command, parent=parent, info_name=name)
    yield context.command_path, command, context
    for below, each in getattr(command, "commands", {}).items():
        yield from pages(each, below, context)


PAGES = {path: (command, context) for path, command, context in pages(get_command(app), "tengen")}


def text_of(command, context, width=80):
    console = Console(width=width, file=io.StringIO())
    console.print(page(command, context))
    return console.file.getvalue()


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("width", [60, 80])
def test_a_page_has_no_types_of_python_and_fits(path, width):
    text = text_of(*PAGES[path], width)
    assert text.startswith(f"Usage: {path} [OPTIONS]")
    assert not re.search(r"[<{}>]", text)
    assert "x>=" not in text
    assert max(map(len, text.splitlines())) <= width
    assert re.search(r"^  --help +\S", text, re.MULTILINE)


def test_every_command_has_a_page_of_its_own():
    assert len(PAGES) == len(get_command(app).commands) + 2  # and tengen, and bench signature
    assert all(isinstance(each, PageCommand | PageGroup) for each, _ in PAGES.values())


def test_options_show_what_they_take_and_flags_nothing():
    text = text_of(*PAGES["tengen play"])
    assert "tengen play [OPTIONS] [GAME|NET]\n" in text
    for option in ("--as first|second  ", "--level N  ", "--load FILE  ", "--ascii  "):
        assert option in text
    assert "tengen explain [OPTIONS] GAME" in text_of(*PAGES["tengen explain"])


def test_examples_have_a_line_each():
    lines = text_of(*PAGES["tengen play"]).splitlines()
    assert "  tengen play gomoku:9x9/5 --as second --level 8" in map(str.rstrip, lines)
    lines = text_of(*PAGES["tengen export"]).splitlines()
    assert "  tengen match kaggle:submission.py mcts@2000" in map(str.rstrip, lines)


def test_ranges_and_defaults_are_told_in_words():
    made = typer.Typer()

    @made.command(cls=PageCommand)
    def grow(
        trees: Annotated[int, typer.Option(min=2, help="How many.")],
        height: Annotated[int, typer.Option(min=1, max=9, help="How high.")] = 3,
        level: Annotated[int | None, typer.Option(min=1, max=4, help="From 1 to 4.")] = None,
        seconds: Annotated[float, typer.Option(help="How long.")] = 0.5,
        quick: Annotated[bool, typer.Option("--quick", help="Soon.")] = False,
    ) -> None:
        """Grow trees."""

    command = get_command(made)
    text = text_of(command, typer.Context(command, info_name="grow"))
    rows = dict(re.findall(r"^  (--\w+(?: \S+)?)  +(.*?) *$", text, re.MULTILINE))
    assert rows == {
        "--trees N": "How many. [required; 2 or more]",
        "--height N": "How high. [1 to 9; default: 3]",
        "--level N": "From 1 to 4.",
        "--seconds SECONDS": "How long. [default: 0.5]",
        "--quick": "Soon.",
        "--help": "Show this message and exit.",
    }


def test_usage_errors_name_parameters_as_the_help_does(tengen):
    answer = tengen("explain")
    assert answer.returncode == 2
    assert "explain [OPTIONS] GAME" in answer.stderr
    assert "{" not in answer.stderr
    assert "GAME" in answer.stderr
