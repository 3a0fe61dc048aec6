"""`tengen levels`: ten opponents, and how strong they are."""

from typing import Annotated

import typer
from rich.table import Table

from tengen.arena.levels import LEVELS, level_spec, measured_strengths
from tengen.cli.console import out, tell
from tengen.partners.opponent import level_name
from tengen.rules.registry import load_game
from tengen.texts import Language, Texts


def levels(
    game: Annotated[str, typer.Argument(help="The game to play.")] = "connect4",
) -> None:
    """List the ten levels: what each is in a game, and its measured strength.

    A lower level searches less and plays second-best moves more often; none
    makes a move that its search did not look at. Elo is relative to the mean of
    all levels, with the 95% interval.
    """
    rules = load_game(game)
    strengths, texts = measured_strengths(rules), Texts(Language.ENGLISH)
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="bold underline")
    for name in ("level", "name", f"in {rules.name} it is", "Elo"):
        table.add_column(name, justify="right" if name in ("level", "Elo") else "left")
    for level in LEVELS:
        found = strengths.get(level.number)
        strength = "not measured" if found is None else f"{found[0]:+.0f} ± {found[1]:.0f}"
        table.add_row(
            str(level.number),
            level_name(level.number, texts),
            str(level_spec(level.number, rules)),
            strength,
        )
    out.print(table)
    if not strengths:
        example = f"tengen ladder level:1 level:2 level:3 --game {rules.name}"
        tell(f"\nTo measure some: {example}")
