"""`tengen nets`: the nets that ship with Tengen."""

import re
from itertools import groupby
from operator import itemgetter

from rich.cells import set_cell_size
from rich.text import Text

from tengen.cli.console import out, tell
from tengen.cli.language import texts
from tengen.cli.prose import Prose
from tengen.nets.shipped import Card, read_card, shipped_nets

_INDENT = 16
_LEAST_WIDTH = 20
_MEASURED_BY = re.compile(r"(.*?) *\((tengen [^()]*)\)", re.DOTALL)


def nets() -> None:
    """List the nets that ship with Tengen: game, training and measured strength."""
    names = list(shipped_nets())
    if not names:
        tell(texts()("no nets"))
    for number, name in enumerate(names):
        if number:
            out.print()
        _print_card(name, read_card(name))


def _print_card(name: str, card: Card) -> None:
    out.print(Text.assemble((name, "bold"), f"  {card.game}"))
    speak = texts()
    _print_command(speak.message(card.command), speak("card command"))
    time, machine = speak.counted(f"{card.minutes:g}", "minute"), speak.message(card.machine)
    _print_fact(speak("card effort", time=time, machine=machine, date=card.date, seed=card.seed))
    if card.evaluations is not None:
        _print_fact(speak("card evaluations", evaluations=f"{card.evaluations:,}"))
    _print_measured(card.strength, speak("card strength"))
    _print_measured(card.weaknesses, speak("card weaknesses"))
    _print_fact(speak.message(card.use), speak("card use"))
    _print_fact(card.licence, speak("card licence"))
    _print_command(f"tengen play {name}", speak("card play"))


def _print_measured(facts: tuple[str, ...], label: str) -> None:
    """Facts one below the other, each command once, after the facts it measured."""
    speak = texts()
    for command, measured in groupby(map(_split, facts), key=itemgetter(1)):
        for fact, _ in measured:
            _print_fact(speak.message(fact), label)
            label = ""
        if command:
            _print_command(command, style="dim")


def _split(fact: str) -> tuple[str, str]:
    """A measurement, and the command in parentheses at its end."""
    match = _MEASURED_BY.fullmatch(fact)
    return (fact, "") if match is None else (match[1], match[2])


def _print_fact(fact: str, label: str = "") -> None:
    """A sentence wrapped to the right of the label."""
    lines = Prose(fact).wrap(out, max(_LEAST_WIDTH, out.width - _INDENT))
    for number, line in enumerate(lines):
        out.print(Text(_beside(label if number == 0 else "")) + line, soft_wrap=True)


def _print_command(command: str, label: str = "", style: str = "") -> None:
    """A command, always on one line so that it can be copied."""
    out.print(Text.assemble(_beside(label), (command, style)), soft_wrap=True)


def _beside(label: str) -> str:
    return set_cell_size(f"  {label}", _INDENT)
