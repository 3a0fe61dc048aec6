"""The result of a match, in readable form."""

from collections import Counter
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from tengen.arena.match import Contestant, MatchReport
from tengen.arena.tally import WinsDrawsLosses
from tengen.cli.console import out
from tengen.cli.language import texts
from tengen.play.player import ProofCount
from tengen.texts.durations import clock

_PAIR_POINTS = ("0", "½", "1", "1½", "2")


def print_match(report: MatchReport) -> None:
    """The whole result, with its caveats."""
    out.print(_heading(report), soft_wrap=True)
    print_remarks(report.contestants)
    out.print()
    out.print(_table(report))
    for warning in warnings(report):
        out.print(Text(f"\n{warning}", "yellow"), soft_wrap=True)


def print_remarks(contestants: Sequence[Contestant]) -> None:
    """Remarks about the players' nets, each one once, with the players that it concerns.

    A net that stands in for a missing one plays as usual, but its strength measured on another
    board says little about its strength here.
    """
    told: dict[str, list[str]] = {}
    for contestant in contestants:
        if contestant.remark is not None:
            told.setdefault(contestant.remark, []).append(contestant.asked)
    for remark, players in told.items():
        line = f"{', '.join(dict.fromkeys(players))}: {texts().message(remark)}"
        out.print(Text(line, "yellow"), soft_wrap=True)


def _heading(report: MatchReport) -> Text:
    first, second = (_described(contestant) for contestant in report.contestants)
    title = texts()("against", first=first, second=second)
    return Text.assemble((title, "bold"), f" · {report.game.name}")


def _described(contestant: Contestant) -> str:
    """The player as requested, and what that means where it is not obvious."""
    asked, name = contestant.asked, contestant.name
    return f"{asked} ({name})" if asked.startswith("level") else name


def _table(report: MatchReport) -> Table:
    tally, rows, speak = report.tally, Table.grid(padding=(0, 3, 0, 0)), texts()
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column()
    rows.add_row(speak("match score"), Text(speak.message(str(tally)), "bold"))
    rows.add_row(speak("match first"), _share(tally.moving_first))
    rows.add_row(speak("match second"), _share(tally.moving_second))
    rows.add_row(speak("match pairs"), _pairs(report))
    rows.add_row(speak("match strength"), Text(speak.message(str(tally.elo)), "bold"))
    if report.sprt is not None:
        rows.add_row(speak("match test"), speak.message(str(report.sprt)))
    rows.add_row(speak("match length"), speak("plies", plies=f"{report.mean_plies:.1f}"))
    if report.forfeits:
        rows.add_row(speak("match forfeits"), _forfeits(report.forfeits))
    rows.add_row(speak("match games"), _games(report))
    return rows


def _share(part: WinsDrawsLosses) -> str:
    speak = texts()
    results = speak.message(str(part))
    return speak("part of", points=f"{part.points:g}", games=part.games, results=results)


def _pairs(report: MatchReport) -> str:
    counts = report.tally.pairs.counts
    return " · ".join(
        f"{points}: {count}" for points, count in zip(_PAIR_POINTS, counts, strict=True)
    )


def _forfeits(reasons: tuple[str, ...]) -> str:
    counted = Counter(reason.removeprefix("forfeit: ") for reason in reasons)
    speak = texts()
    return "\n".join(
        speak("forfeits", reason=speak.message(reason), games=speak.counted(count, "game"))
        for reason, count in counted.most_common()
    )


def _games(report: MatchReport) -> str:
    config, played = report.config, len(report.games)
    speed = played / max(report.seconds, 1e-9)
    has_reason = report.ending in ("SPRT decided", "stopped")
    return texts()(
        "match played",
        played=played,
        wanted=2 * config.pairs,
        openings=config.openings,
        seed=config.seed,
        ending=texts()(f"ending {report.ending}") if has_reason else "",
        time=clock(report.seconds),
        speed=f"{speed:.1f}",
    )


def warnings(report: MatchReport) -> list[str]:
    """Reasons why the numbers are less reliable than they look."""
    found, games, speak = [], len(report.games), texts()
    repeats = games - report.distinct_games
    if repeats:
        found.append(speak("repeated games", repeats=repeats, games=games))
    if report.forfeits:
        found.append(speak("forfeited games", games=len(report.forfeits)))
    return found + [
        speak(
            "searched moves",
            searched=count.searched,
            player=contestant.asked,
            moves=count.moves,
        )
        for contestant, count in zip(report.contestants, _proofs(report), strict=True)
        if count.searched
    ]


def _proofs(report: MatchReport) -> list[ProofCount]:
    return [report.proofs(player) for player in (0, 1)]
