"""`tengen nets`: the nets that come with Tengen."""

import re
import textwrap
from itertools import groupby
from operator import itemgetter

from rich.text import Text

from tengen.cli.console import out
from tengen.nets.shipped import Card, read_card, shipped_nets

_INDENT = 16
_LEAST_WIDTH = 20
_MEASURED_BY = re.compile(r"(.*?) *\((tengen [^()]*)\)", re.DOTALL)


def nets() -> None:
    """List the nets that come with Tengen: their games, where they come from, how strong."""
    names = list(shipped_nets())
    if not names:
        out.print("No net comes with this version of Tengen: train one with tengen train GAME.")
    for number, name in enumerate(names):
        if number:
            out.print()
        _print_card(name, read_card(name))


def _print_card(name: str, card: Card) -> None:
    out.print(Text.assemble((name, "bold"), f"  {card.game}"))
    unit = "minute" if card.minutes == 1 else "minutes"
    _print_command(card.command, "trained with")
    _print_fact(f"{card.minutes:g} {unit} on {card.machine}, {card.date}, seed {card.seed}")
    label = "measured"
    for command, facts in groupby(map(_split, card.strength), key=itemgetter(1)):
        for fact, _ in facts:
            _print_fact(fact, label)
            label = ""
        if command:
            _print_command(command, style="dim")
    _print_command(f"tengen play {name}", "play it with")


def _split(fact: str) -> tuple[str, str]:
    """What was measured, and the command in parentheses at its end."""
    match = _MEASURED_BY.fullmatch(fact)
    return (fact, "") if match is None else (match[1], match[2])


def _print_fact(fact: str, label: str = "") -> None:
    """A sentence in as many lines as it needs, all of them to the right of the label."""
    lines = textwrap.wrap(fact, max(_LEAST_WIDTH, out.width - _INDENT), break_on_hyphens=False)
    for number, line in enumerate(lines):
        out.print(Text(_beside(label if number == 0 else "") + line), soft_wrap=True)


def _print_command(command: str, label: str = "", style: str = "") -> None:
    """Always one line, so that it can be copied."""
    out.print(Text.assemble(_beside(label), (command, style)), soft_wrap=True)


def _beside(label: str) -> str:
    return f"  {label}".ljust(_INDENT)
