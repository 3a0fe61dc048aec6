"""`tengen levels`: ten opponents, and how strong they are."""

from typing import Annotated

import typer

from tengen.arena.levels import LEVELS, level_spec, measured_strengths
from tengen.cli.console import show, tell
from tengen.cli.tables import Column, FittedTable, number_column, text_column
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
    columns = (
        number_column("level"),
        text_column("name", least_width=12),
        Column("player", f"in {rules.name} it is"),
        number_column("Elo"),
    )
    rows = []
    for level in LEVELS:
        found = strengths.get(level.number)
        strength = "not measured" if found is None else f"{found[0]:+.0f} ± {found[1]:.0f}"
        spec = str(level_spec(level.number, rules))
        rows.append((str(level.number), level_name(level.number, texts), spec, strength))
    wide = [(column.name,) for column in columns]
    show(FittedTable(columns, rows, (wide, [("level",), ("name", "player"), ("Elo",)]), gap=3))
    if not strengths:
        example = f"tengen ladder level:1 level:2 level:3 --game {rules.name}"
        tell(f"\nTo measure some: {example}")
