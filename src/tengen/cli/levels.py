"""`tengen levels`: ten opponents, their strength and what they beat."""

from typing import Annotated

import typer

from tengen.arena.level_strengths import LevelStrength, measured_strengths
from tengen.arena.levels import LEVELS, level_spec
from tengen.cli.console import show, tell
from tengen.cli.language import texts
from tengen.cli.named_games import game_or_net
from tengen.cli.tables import Column, FittedTable, number_column
from tengen.nets.choosing import ChosenNet, choose_net
from tengen.partners.opponent import level_name


def levels(
    game: Annotated[
        str, typer.Argument(metavar="GAME|NET", help="A game, or a net: a run folder or a path.")
    ] = "connect4",
) -> None:
    """List the ten levels: the player behind each, its measured strength and what it beats.

    Lower levels search less and choose weaker moves more often, but never a move
    that their search has not visited. Elo is relative to the mean of all players
    measured together, with its 95% interval. Neighbouring levels can be equally
    strong.

    Beats: the strongest of random, mcts@200, mcts@1000, mcts@5000 and tactical@5000
    against which the 95% interval of the level's score is above half, with its points
    and the number of games.
    """
    named = game_or_net(game, "tengen play {game} --opponent net:{net} --level 1")
    rules, chosen = named.rules, choose_net(named.rules, named.net)
    strengths = measured_strengths(rules, chosen)
    show(_table(chosen, strengths))
    if chosen.remark is not None:
        tell("\n" + texts()("remark", sentence=texts().message(chosen.remark)))
    if not strengths and named.net is None:
        example = f"tengen ladder level:1 level:2 level:3 --game {rules.name}"
        tell("\n" + texts()("measure levels", command=example))


def _table(chosen: ChosenNet, strengths: dict[int, LevelStrength]) -> FittedTable:
    """The levels; without the last column if nothing is known of what they beat."""
    player = Column("player", texts()("level's player", game=chosen.game))
    columns = [Column("level"), player, number_column("Elo")]
    if any(strength.beats for strength in strengths.values()):
        columns.append(Column("beats"))
    rows = [
        _row(level.number, chosen, strengths.get(level.number))[: len(columns)] for level in LEVELS
    ]
    names = [column.name for column in columns]
    wide, narrow = [(name,) for name in names], [tuple(names[:2]), tuple(names[2:])]
    return FittedTable(columns, rows, (wide, narrow))


def _row(number: int, chosen: ChosenNet, strength: LevelStrength | None) -> tuple[str, ...]:
    level = f"{number:2} {level_name(number, texts())}"
    player = str(level_spec(number, chosen))
    if strength is None:
        return level, player, texts()("not measured"), ""
    return level, player, f"{strength.elo:+.0f} ± {strength.error:.0f}", _beaten(strength)


def _beaten(strength: LevelStrength) -> str:
    """Such as `mcts@1000 (9/10)`."""
    beats = strength.beats
    return "-" if beats is None else f"{beats.yardstick} ({beats.points:g}/{beats.games})"
