"""The output of `tengen measure`."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from tengen.arena.meter_report import (
    CalibrationBin,
    Mean,
    MeterReport,
    MoveShares,
    Share,
    SubjectReport,
    ValueErrors,
)
from tengen.cli.language import texts
from tengen.cli.tables import Cell, Column, FittedTable

_BIN_WIDTH = len("100% 96-100")


def views(net: str, report: MeterReport) -> Iterator[RenderableType]:
    """The headline, the moves, and the values where there are any."""
    yield _headline(net, report)
    yield _overall(report.subjects)
    yield _parts("phase", report.subjects, lambda subject: subject.by_phase)
    yield _parts("difficulty", report.subjects, lambda subject: subject.by_difficulty)
    evaluated = [(each.name, each.values) for each in report.subjects if each.values is not None]
    if evaluated:
        yield _values(evaluated)
        yield _calibration(evaluated)


def _headline(net: str, report: MeterReport) -> Text:
    speak = texts()
    told = speak("measured on", positions=f"{report.positions:,}", game=report.game)
    text = Text.assemble((net, "bold"), told)
    if report.left_out:
        text.append(speak("too hard", count=f"{report.left_out:,}"))
    return text.append(speak("with intervals"))


def _overall(subjects: Sequence[SubjectReport]) -> FittedTable:
    rows = [
        (_name(subject.name), _share(subject.moves.keeps), _share(subject.moves.best))
        for subject in subjects
    ]
    return _table(("moves", "keeps value", "best"), rows)


def _parts(
    title: str,
    subjects: Sequence[SubjectReport],
    parts_of: Callable[[SubjectReport], Mapping[str, MoveShares]],
) -> FittedTable:
    """One column for each part, with the number of its positions."""
    parts = parts_of(subjects[0])
    speak = texts()
    heads = [
        speak("part and count", part=speak(f"part {name}"), count=f"{shares.keeps.count:,}")
        for name, shares in parts.items()
    ]
    rows: list[list[Cell]] = []
    for subject in subjects:
        of_subject = parts_of(subject).values()
        keeps = (_share(part.keeps) for part in of_subject)
        rows.append([_name(subject.name), speak("row keeps"), *keeps])
        rows.append(["", speak("row best"), *(_share(part.best) for part in of_subject)])
    return _table((title, "", *heads), rows)


def _values(evaluated: Sequence[tuple[str, ValueErrors]]) -> FittedTable:
    rows = [
        (_name(name), _mean(errors.absolute), _mean(errors.squared), _share(errors.right))
        for name, errors in evaluated
    ]
    return _table(("values", "error", "squared error", "right result"), rows)


def _calibration(evaluated: Sequence[tuple[str, ValueErrors]]) -> FittedTable:
    """Predicted points in ten ranges; each cell: real points, interval, number of positions."""
    speak = texts()
    found = [{each.low: each for each in errors.calibration} for _, errors in evaluated]
    rows = [
        (_range(low), *(_bin(bins.get(low)) for bins in found))
        for low in sorted({low for bins in found for low in bins})
    ]
    heads = ("predicted points", *(speak("real points", name=_name(name)) for name, _ in evaluated))
    return _table(heads, rows, least_width=_BIN_WIDTH)


def _range(low: float) -> str:
    return texts()("predicted range", low=f"{low:.0%}", high=f"{low + 0.1:.0%}")


def _name(subject: str) -> str:
    return texts().message(subject)


def _bin(found: CalibrationBin | None) -> str:
    if found is None:
        return ""
    bounds = f"{100 * found.real_low:.0f}-{100 * found.real_high:.0f}"
    return f"{found.real:.0%} {bounds} ({found.count:,})"


def _share(share: Share) -> str:
    if share.count == 0:
        return ""
    return f"{share.share:.1%} {100 * share.low:.1f}-{100 * share.high:.1f}"


def _mean(mean: Mean) -> str:
    return f"{mean.mean:.3f} {mean.low:.3f}-{mean.high:.3f}"


def _table(
    names: Sequence[str], rows: Sequence[Sequence[Cell]], least_width: int = 1
) -> FittedTable:
    """The first column names the row; the others are numbers, with their intervals below them."""
    first, *others = names
    columns = [
        Column(first, least_width=1 if " " in first else None),
        *(Column(name, justify="right", least_width=least_width) for name in others),
    ]
    return FittedTable(columns, rows, header_style="bold")
