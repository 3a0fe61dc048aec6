"""Ratings as a table."""

from pathlib import Path

from rich.table import Table

from tengen.arena.round_robin import RoundRobinReport
from tengen.arena.specs import parse_spec

_RATING_WIDTH = 34
_SCORE_WIDTH = 6


def short_names(players: tuple[str, ...]) -> list[str]:
    """The players without the folders of their nets, where that leaves them different."""
    short = [_short_name(player) for player in players]
    return short if len(set(short)) == len(players) else list(players)


def _short_name(player: str) -> str:
    spec = parse_spec(player)
    if spec.kind != "net":
        return player
    return str(spec).removeprefix("net:").replace(spec.source, Path(spec.source).name, 1)


def ratings_table(report: RoundRobinReport, width: int) -> Table:
    """The players, best first, with their ratings, and what they scored against each other.

    The latter only where a terminal of this width has room for it.
    """
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold underline")
    names, ratings = short_names(report.config.players), report.ratings
    for name in ("", "player"):
        table.add_column(name, no_wrap=True)
    for name in ("Elo", "± (95%)", "points"):
        table.add_column(name, justify="right")
    order = [rating.player for rating in ratings]
    needed = max(map(len, names)) + _RATING_WIDTH + _SCORE_WIDTH * len(order)
    shows_all = needed <= width
    for place in range(1, len(order) + 1 if shows_all else 1):
        table.add_column(f"vs {place}", justify="right")
    for place, rating in enumerate(ratings, start=1):
        points, games = report.points(rating.player)
        scores = [_score(report, rating.player, other) for other in order] if shows_all else []
        table.add_row(
            str(place),
            names[rating.player],
            f"{rating.elo:+.0f}",
            f"{rating.error:.0f}",
            f"{points:g}/{games}",
            *scores,
        )
    return table


def _score(report: RoundRobinReport, player: int, other: int) -> str:
    if (player, other) in report.matches:
        return f"{report.matches[player, other].tally.score:.0%}"
    if (other, player) in report.matches:
        return f"{1 - report.matches[other, player].tally.score:.0%}"
    return "·"
