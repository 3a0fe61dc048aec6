"""Writes docs/nets.md and its pictures from the cards and curves of the shipped nets.

    python scripts/write_nets_page.py [FOLDER]

Run by `make format`; `make check` compares.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tengen.nets.shipped import Card, read_card, shipped_nets
from tengen.pictures.curve import MeasuredPoint, curve_svg
from tengen.runs.curves import Curve, read_curve

DOCS = Path(__file__).parent.parent / "docs"
INTRODUCTION = """\
# Shipped nets

Nets that come with Tengen, as `tengen nets` lists them: how each was trained, how strong it was
measured to be and by which command, and what it does badly. `scripts/write_nets_page.py` writes
this page from the cards in `src/tengen/models`.

The engines `classical` and `fours_bot.py` are small Gomoku players for the Gomocup protocol:
alpha-beta over line shapes, at a fixed number of nodes or by the clock, and one ply by patterns
with a search of fours. They are not part of Tengen; other Gomocup engines can take their place in
the commands.

A curve shows nets of the run that the shipped net comes from, in games among each other and against
pure MCTS. `tengen estimate` converts the work behind it to time on your machine.
"""
COMMAND = re.compile(r"\((tengen [^()]*)\)$")


def curve_picture(name: str) -> str:
    """Where the picture of a curve is, from `docs`."""
    return f"pictures/curve-{name}.svg"


def drawn(name: str, curve: Curve) -> str:
    """A curve with lines for pure MCTS."""
    points = [MeasuredPoint(p.work.minutes, p.elo, p.error) for p in curve.points]
    references = [(f"pure MCTS, {a.playouts:,} playouts", a.elo) for a in curve.anchors]
    title = f"{name}: Elo, {curve.simulations} simulations per move, 95% intervals"
    return curve_svg(title, points, references) + "\n"


def item(fact: str) -> str:
    """A fact in a list, its command as code."""
    return "- " + COMMAND.sub(r"(`\1`)", fact)


def section(name: str, card: Card, curve: Curve | None) -> Iterator[str]:
    """Everything about one net."""
    yield f"\n## {name}\n"
    yield f"{card.use} Licence: {card.licence}.\n"
    size = round(shipped_nets()[name].stat().st_size / 1000)
    yield f"Game `{card.game}`, {size:,} kB. Trained with `{card.command}` on {card.date}:"
    judged = ", net evaluations not recorded"
    if card.evaluations is not None:
        judged = f", {card.evaluations:,} net evaluations"
    minutes = "1 minute" if card.minutes == 1 else f"{card.minutes:g} minutes"
    yield f"{minutes} on {card.machine}, seed {card.seed}{judged}.\n"
    yield from map(item, card.strength)
    yield "\nWeaknesses:\n"
    yield from map(item, card.weaknesses)
    if curve is not None:
        yield f"\n![{name}: strength against minutes of training]({curve_picture(name)})\n"
        yield f"{curve.games} games between each two players; trained on {curve.machine}."


def page() -> str:
    """The whole page."""
    lines = [INTRODUCTION.rstrip()]
    for name in shipped_nets():
        lines += section(name, read_card(name), read_curve(name))
    return "\n".join(lines).rstrip() + "\n"


def main() -> None:
    """Writes the page and the pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS
    (folder / "pictures").mkdir(exist_ok=True)
    for name in shipped_nets():
        curve = read_curve(name)
        if curve is not None:
            (folder / curve_picture(name)).write_text(drawn(name, curve), encoding="utf-8")
    (folder / "nets.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
