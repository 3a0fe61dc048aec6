"""The command line in the user's language: help, usage, and what is wrong with what was typed."""

from collections.abc import Iterator
from typing import Any

import typer
from rich.columns import Columns
from rich.markup import escape
from rich.text import Text
from typer import rich_utils
from typer.core import TyperCommand, TyperGroup

from tengen.cli.console import errors
from tengen.cli.language import texts
from tengen.texts import Language, Texts

USAGE_ERROR: type[Exception] = typer.BadParameter.__bases__[0]
"""What typer raises for a command line that it cannot read; it has no public name for it."""

_PANELS = {
    "ARGUMENTS_PANEL_TITLE": "panel arguments",
    "OPTIONS_PANEL_TITLE": "panel options",
    "COMMANDS_PANEL_TITLE": "panel commands",
    "DEFAULT_STRING": "panel default",
    "REQUIRED_LONG_STRING": "panel required",
}
"""What typer calls the words around the help."""
_USAGE = ("usage", "usage options", "usage command")


class SpeakingCommand(TyperCommand):
    """A command whose help is in the user's language."""

    def get_usage(self, ctx: Any) -> str:  # noqa: ANN401, D102
        return _translated_usage(super().get_usage(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401, D102
        translate_help(ctx)
        super().format_help(ctx, formatter)


class SpeakingGroup(TyperGroup):
    """A group of commands, likewise."""

    def get_usage(self, ctx: Any) -> str:  # noqa: ANN401, D102
        return _translated_usage(super().get_usage(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401, D102
        translate_help(ctx)
        super().format_help(ctx, formatter)


class _FoldingColumns(Columns):
    """Text without spaces goes on in the next line, as Chinese does, instead of being cut off."""

    def __init__(self, renderables: list[Any]) -> None:
        for each in renderables:
            if isinstance(each, Text):
                each.overflow = "fold"
        super().__init__(renderables)


def translate_help(context: Any) -> None:  # noqa: ANN401 - typer's classes have moved before
    """Puts the help of a command, and of those below it, into the user's language."""
    speak = texts()
    words = {name: speak.template(key) for name, key in _PANELS.items()}
    for name, word in (words | {"Columns": _FoldingColumns}).items():
        setattr(rich_utils, name, word)
    for each in with_help(context.command, context):
        each.help = speak.help(each.help)


def with_help(command: Any, context: Any) -> Iterator[Any]:  # noqa: ANN401
    """The command, its options and arguments, and the same of all commands below it."""
    parameters = command.get_params(context)
    yield from (each for each in (command, *parameters) if getattr(each, "help", None))
    for below in getattr(command, "commands", {}).values():
        yield from with_help(below, context)


def print_usage_error(error: Any) -> None:  # noqa: ANN401
    """Usage, where to find help, and what is wrong, each in a line."""
    said, context = error.format_message(), error.ctx
    if not said:  # help was wanted, and has been printed
        return
    speak = texts()
    if context is not None:
        errors.print(escape(context.get_usage()), soft_wrap=True, highlight=False)
        hint = speak("try help", command=context.command_path)
        errors.print(f"[dim]{escape(hint)}[/]", soft_wrap=True, highlight=False)
    print_error(said)


def print_error(sentence: str) -> None:
    """A sentence in the user's language after the word for errors."""
    speak = texts()
    said = escape(speak.message(sentence))
    errors.print(f"[bold red]{speak('error')}[/]{said}", soft_wrap=True)


def _translated_usage(usage: str) -> str:
    english, speak = Texts(Language.ENGLISH), texts()
    for key in _USAGE:
        usage = usage.replace(english(key), speak(key), 1)
    return usage
