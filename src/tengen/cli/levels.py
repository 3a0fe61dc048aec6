"""`tengen levels`: ten opponents and their strength."""

from typing import Annotated

import typer

from tengen.arena.levels import LEVELS, level_spec, measured_strengths
from tengen.cli.console import show, tell
from tengen.cli.language import texts
from tengen.cli.named_games import game_or_net
from tengen.cli.tables import Column, FittedTable, number_column, text_column
from tengen.nets.choosing import choose_net
from tengen.partners.opponent import level_name


def levels(
    game: Annotated[
        str, typer.Argument(metavar="GAME|NET", help="A game, or a net: a run folder or a path.")
    ] = "connect4",
) -> None:
    """List the ten levels: the player behind each and its measured strength.

    Lower levels search less and choose weaker moves more often, but never a move
    that their search has not visited. Elo is relative to the mean of all levels, with
    its 95% interval.
    """
    named = game_or_net(game, "tengen play {game} --opponent net:{net} --level 1")
    rules, chosen = named.rules, choose_net(named.rules, named.net)
    strengths = {} if named.net else measured_strengths(rules)
    speak = texts()
    columns = (
        number_column("level"),
        text_column("name", least_width=12),
        Column("player", speak("level's player", game=rules.name)),
        number_column("Elo"),
    )
    rows = []
    for level in LEVELS:
        found = strengths.get(level.number)
        strength = speak("not measured") if found is None else f"{found[0]:+.0f} ± {found[1]:.0f}"
        spec = str(level_spec(level.number, chosen))
        rows.append((str(level.number), level_name(level.number, speak), spec, strength))
    wide = [(column.name,) for column in columns]
    show(FittedTable(columns, rows, (wide, [("level",), ("name", "player"), ("Elo",)]), gap=3))
    if chosen.remark is not None:
        tell("\n" + speak("remark", sentence=speak.message(chosen.remark)))
    if not strengths and named.net is None:
        example = f"tengen ladder level:1 level:2 level:3 --game {rules.name}"
        tell("\n" + speak("measure levels", command=example))
