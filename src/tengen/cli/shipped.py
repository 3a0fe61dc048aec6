"""`tengen nets`: the nets that come with Tengen."""

from rich.text import Text

from tengen.cli.console import out
from tengen.nets.shipped import Card, read_card, shipped_nets


def nets() -> None:
    """List the nets that come with Tengen: their games, where they come from, how strong."""
    names = list(shipped_nets())
    if not names:
        out.print("No net comes with this version of Tengen: train one with tengen train PRESET.")
    for number, name in enumerate(names):
        if number:
            out.print()
        _print_card(name, read_card(name))


def _print_card(name: str, card: Card) -> None:
    out.print(Text.assemble((name, "bold"), f"  {card.game}"))
    origin = f"{card.minutes:g} minutes on {card.machine}, {card.date}, seed {card.seed}"
    lines = [f"trained with  {card.command}", f"              {origin}"]
    lines += [
        f"{'measured' if number == 0 else '':<14}{fact}"
        for number, fact in enumerate(card.strength)
    ]
    lines.append(f"play it with  tengen play {name}")
    for line in lines:
        out.print(Text(f"  {line}"), soft_wrap=True)
