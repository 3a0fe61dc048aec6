"""What `tengen measure` prints."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
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
    text = Text.assemble((net, "bold"), f" on {report.positions:,} positions of {report.game}")
    if report.left_out:
        text.append(f" ({report.left_out:,} more were too hard to solve)")
    return text.append(", with 95% intervals")


def _overall(subjects: Sequence[SubjectReport]) -> Table:
    table = _table("moves", "keeps value", "best")
    for subject in subjects:
        table.add_row(subject.name, _share(subject.moves.keeps), _share(subject.moves.best))
    return table


def _parts(
    title: str,
    subjects: Sequence[SubjectReport],
    parts_of: Callable[[SubjectReport], Mapping[str, MoveShares]],
) -> Table:
    """One column for each part, with the number of its positions."""
    parts = parts_of(subjects[0])
    heads = [f"{name} ({shares.keeps.count:,})" for name, shares in parts.items()]
    table = _table(title, *heads)
    for subject in subjects:
        of_subject = parts_of(subject).values()
        table.add_row(f"{subject.name}: keeps", *(_share(part.keeps) for part in of_subject))
        table.add_row(Text("best", justify="right"), *(_share(part.best) for part in of_subject))
    return table


def _values(evaluated: Sequence[tuple[str, ValueErrors]]) -> Table:
    table = _table("values", "error", "squared error", "right result")
    for name, errors in evaluated:
        table.add_row(name, _mean(errors.absolute), _mean(errors.squared), _share(errors.right))
    return table


def _calibration(evaluated: Sequence[tuple[str, ValueErrors]]) -> Table:
    """Predicted points in ten ranges; each cell: real points, interval, number of positions."""
    table = _table("predicted points", *(f"real, {name}" for name, _ in evaluated))
    found = [{each.low: each for each in errors.calibration} for _, errors in evaluated]
    for low in sorted({low for bins in found for low in bins}):
        cells = [_bin(bins.get(low)) for bins in found]
        table.add_row(f"{low:.0%} to {low + 0.1:.0%}", *cells)
    return table


def _bin(found: CalibrationBin | None) -> str:
    if found is None:
        return ""
    bounds = f"{100 * found.real_low:.0f}-{100 * found.real_high:.0f}"
    return f"{found.real:.0%} {bounds} of {found.count:,}"


def _share(share: Share) -> str:
    if share.count == 0:
        return ""
    return f"{share.share:.1%} {100 * share.low:.1f}-{100 * share.high:.1f}"


def _mean(mean: Mean) -> str:
    return f"{mean.mean:.3f} {mean.low:.3f}-{mean.high:.3f}"


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(first, header_style="bold")
    for name in others:
        table.add_column(name, justify="right", header_style="bold")
    return table
