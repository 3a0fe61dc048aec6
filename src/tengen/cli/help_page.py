"""Help as a manual page: what a command does, then its arguments and options with their values.

typer's own page shows Python types, including `<bool>` after flags. Here an option shows a
placeholder such as GAME, N or FILE: its `metavar`, or one derived from its type and name. Flags
show none. Ranges and defaults are given in words.
"""

import inspect
import re
from collections.abc import Iterable, Sequence
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_type_hints

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

from tengen.cli.console import out
from tengen.cli.language import choose_early, texts
from tengen.cli.prose import Prose
from tengen.texts import Texts

_WIDEST_PAGE = 100
_WIDEST_NAME = 24
"""Longer names have their text below them, as on manual pages."""
_EXAMPLE = "tengen "
_EXAMPLES = re.compile(f"(.+?[:\N{FULLWIDTH COLON}]) ?({_EXAMPLE}.*)")
_BETWEEN_EXAMPLES = re.compile(f"[;\N{FULLWIDTH SEMICOLON}]\\s*(?={_EXAMPLE})")


class _Page:
    """What commands and groups share; typer's classes have moved before, hence `Any`."""

    def get_params(self, ctx: Any) -> list[Any]:  # noqa: ANN401
        found: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in found:
            if parameter.metavar is None:
                parameter.metavar = "" if _is_flag(parameter) else _placeholder(self, parameter)
        return found

    def parse_args(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401
        choose_early(args)
        return super().parse_args(ctx, args)  # type: ignore[misc]

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ANN401
        shown = _shown_params(self, ctx)
        arguments = [_usage(each) for each in shown if _is_argument(each)]
        speak = texts()
        below = [speak("page some command")] if hasattr(self, "commands") else []
        return [speak("page some options"), *arguments, *below]

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        out.print(page(self, ctx), width=min(out.width, _WIDEST_PAGE))


class PageCommand(_Page, TyperCommand):
    """A command with such a page."""


class PageGroup(_Page, TyperGroup):
    """A group of commands with such a page."""


def page(command: Any, context: Any) -> Group:  # noqa: ANN401
    """The whole page."""
    speak = texts()
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    parts: list[RenderableType] = [Text.assemble((speak("page usage"), "bold"), usage)]
    parts += _prose(speak.help(command.help or ""))
    shown = _shown_params(command, context)
    arguments = [(each.metavar, _described(each, speak)) for each in shown if _is_argument(each)]
    options = [(_names(each), _described(each, speak)) for each in shown if not _is_argument(each)]
    below = getattr(command, "commands", {})
    commands = [(name, _first_paragraph(each)) for name, each in below.items()]
    for title, rows in (
        ("page arguments", arguments),
        ("page options", options),
        ("page commands", commands),
    ):
        if rows:
            parts += ["", Text(speak(title), "bold"), _rows(rows)]
    return Group(*parts)


def _shown_params(command: Any, context: Any) -> list[Any]:  # noqa: ANN401
    return [each for each in command.get_params(context) if not getattr(each, "hidden", False)]


def _is_argument(parameter: Any) -> bool:  # noqa: ANN401
    return bool(parameter.param_type_name == "argument")


def _is_flag(parameter: Any) -> bool:  # noqa: ANN401
    return bool(getattr(parameter, "is_flag", False))


def _placeholder(command: Any, parameter: Any) -> str:  # noqa: ANN401
    """The placeholder for a value: from its type where that is specific, else from the name."""
    if _is_argument(parameter):
        return str(parameter.name.upper())
    kind = _kind(command, parameter.name)
    if issubclass(kind, Enum):
        return "|".join(str(each.value) for each in kind)
    name = max(parameter.opts, key=len).lstrip("-").upper()
    return {int: "N", Path: "FILE"}.get(kind, str(name))


def _kind(command: Any, name: str) -> type:  # noqa: ANN401
    """The declared type of a parameter, without None."""
    hint = get_type_hints(inspect.unwrap(command.callback)).get(name, str)
    kinds = [each for each in (get_args(hint) or (hint,)) if each is not NoneType]
    return kinds[0] if isinstance(kinds[0], type) else str


def _usage(argument: Any) -> str:  # noqa: ANN401
    several = "..." if argument.nargs != 1 and not argument.metavar.endswith("...") else ""
    name = f"{argument.metavar}{several}"
    return name if argument.required else f"[{name}]"


def _names(option: Any) -> str:  # noqa: ANN401
    """`--override, -o SECTION.KEY=VALUE`."""
    names = ", ".join(sorted(option.opts, key=len))
    return f"{names} {option.metavar}".strip()


def _prose(text: str) -> Iterable[RenderableType]:
    """Paragraphs, and indented examples, one per line."""
    was_example = False
    for paragraph in _paragraphs(text):
        is_example = paragraph.startswith(_EXAMPLE)
        if not (is_example and was_example):
            yield ""
        line = Prose(paragraph)
        yield Padding(line, (0, 0, 0, 2)) if is_example else line
        was_example = is_example


def _paragraphs(text: str) -> Iterable[str]:
    """One line each; `Examples: one; another` becomes three."""
    for paragraph in text.strip().split("\n\n"):
        line = " ".join(paragraph.split())
        if examples := _EXAMPLES.fullmatch(line):
            yield examples[1]
            yield from _BETWEEN_EXAMPLES.split(examples[2])
        else:
            yield line


def _first_paragraph(command: Any) -> str:  # noqa: ANN401
    return texts().help((command.help or "").split("\n\n")[0])


def _described(parameter: Any, speak: Texts) -> str:  # noqa: ANN401
    """The help, then whether it is required, its range and its default."""
    told = speak.help(" ".join((parameter.help or "").split()))
    facts = [
        speak("page required") if parameter.required and not _is_argument(parameter) else "",
        _range(parameter, speak, told),
        _default(parameter, speak),
    ]
    added = speak("separator").join(fact for fact in facts if fact)
    return f"{told} [{added}]" if added else told


def _range(parameter: Any, speak: Texts, told: str) -> str:  # noqa: ANN401
    """The range of a number, unless the help states it or it is just 1 or more."""
    holder = parameter if hasattr(parameter, "min") else parameter.type
    low, high = getattr(holder, "min", None), getattr(holder, "max", None)
    if high is None:
        return speak("page at least", low=low) if low is not None and low > 1 else ""
    bounds = speak("page at most" if low is None else "page bounds", low=low, high=high)
    return "" if bounds in told else bounds


def _default(parameter: Any, speak: Texts) -> str:  # noqa: ANN401
    default = parameter.default
    if _is_flag(parameter) or not parameter.show_default or default in (None, ""):
        return ""
    return speak("page default", value=default.value if isinstance(default, Enum) else default)


def _rows(rows: Sequence[tuple[str, str]]) -> Padding:
    """Names, with their meanings beside or below them."""
    width = max((len(name) for name, _ in rows if len(name) <= _WIDEST_NAME), default=0)
    return Padding(Group(*(_row(name, text, width) for name, text in rows)), (0, 0, 0, 2))


def _row(name: str, text: str, width: int) -> RenderableType:
    fits = len(name) <= width
    beside = Table.grid(padding=(0, 2, 0, 0))
    beside.add_column(width=width)
    beside.add_column(overflow="fold")
    beside.add_row(Text(name if fits else "", "bold cyan"), Prose(text))
    return beside if fits else Group(Text(name, "bold cyan"), beside)
