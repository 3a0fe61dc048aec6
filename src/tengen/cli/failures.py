"""Error messages, in the user's language."""

from typing import Any

import typer
from rich.markup import escape

from tengen.cli.console import errors, tell
from tengen.cli.language import texts

USAGE_ERROR: type[Exception] = typer.BadParameter.__bases__[0]
"""What typer raises for an invalid command line; it has no public name."""


def print_usage_error(error: Any) -> None:  # noqa: ANN401 - typer's classes have moved before
    """The error; unless a value is the trouble, after usage and where to find help, a line each."""
    said, context = error.format_message(), error.ctx
    if not said:  # help was requested and has been printed
        return
    if context is not None and type(error) is not typer.BadParameter:
        speak, command = texts(), context.command_path
        pieces = context.command.collect_usage_pieces(context)
        tell(speak("page usage") + " ".join([command, *pieces]), errors)
        tell(speak("try help", command=command), errors)
    print_error(said)


def sentence_of(error: Exception) -> str:
    """The message of an error; what the system says about a file, without its number."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def print_error(sentence: str) -> None:
    """A message after the word for errors."""
    speak = texts()
    said = escape(speak.message(sentence))
    errors.print(f"[bold red]{speak('error')}[/]{said}", soft_wrap=True)
