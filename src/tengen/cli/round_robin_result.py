"""Ratings as a table."""

from pathlib import Path

from tengen.arena.round_robin import RoundRobinReport
from tengen.arena.specs import parse_spec
from tengen.cli.language import texts
from tengen.cli.tables import Cell, Column, FittedTable, number_column, text_column

_RATING_COLUMNS = (
    Column("place", ""),
    text_column("player"),
    number_column("Elo"),
    number_column("± (95%)"),
    number_column("points"),
)


def short_names(players: tuple[str, ...]) -> list[str]:
    """The players without the folders of their nets, if the names stay distinct."""
    short = [_short_name(player) for player in players]
    return short if len(set(short)) == len(players) else list(players)


def _short_name(player: str) -> str:
    spec = parse_spec(player)
    if spec.kind != "net":
        return player
    return str(spec).removeprefix("net:").replace(spec.source, Path(spec.source).name, 1)


def ratings_table(report: RoundRobinReport) -> FittedTable:
    """The players, best first, with their ratings and their scores against each other.

    The latter only if the terminal is wide enough.
    """
    scores = [texts()("versus", place=place) for place in range(1, len(report.ratings) + 1)]
    columns = (*_RATING_COLUMNS, *map(number_column, scores))
    rated = [(column.name,) for column in _RATING_COLUMNS]
    return FittedTable(
        columns, _rating_rows(report), ([*rated, *((name,) for name in scores)], rated)
    )


def _rating_rows(report: RoundRobinReport) -> list[list[Cell]]:
    names, order = short_names(report.config.players), [each.player for each in report.ratings]
    rows: list[list[Cell]] = []
    for place, rating in enumerate(report.ratings, start=1):
        points, games = report.points(rating.player)
        rows.append(
            [
                str(place),
                names[rating.player],
                f"{round(rating.elo):+d}",  # which has no -0
                f"{rating.error:.0f}",
                f"{points:g}/{games}",
                *(_score(report, rating.player, other) for other in order),
            ]
        )
    return rows


def _score(report: RoundRobinReport, player: int, other: int) -> str:
    if (player, other) in report.matches:
        return f"{report.matches[player, other].tally.score:.0%}"
    if (other, player) in report.matches:
        return f"{1 - report.matches[other, player].tally.score:.0%}"
    return "·"
