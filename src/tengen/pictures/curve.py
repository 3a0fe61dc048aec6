"""A learning curve as SVG: strength against training time, with intervals and reference lines."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from tengen.pictures.shapes import circle, element, label, line, rectangle

_WIDTH, _HEIGHT = 640, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 616, 48, 268
_PAPER, _GRID, _INK, _CURVE, _REFERENCE = "#fafbfa", "#d8dedb", "#46504c", "#2a4a8f", "#96600a"
_MINUTES = (0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, 3000)
_STEPS = (50, 100, 200, 250, 500, 1000)
_MOST_LINES = 7


@dataclass(frozen=True, slots=True)
class MeasuredPoint:
    """Strength after so many minutes; the interval is `value` plus or minus `error`."""

    minutes: float
    value: float
    error: float


def curve_svg(
    title: str, points: Sequence[MeasuredPoint], references: Sequence[tuple[str, float]]
) -> str:
    """Minutes grow by factors, because strength does too."""
    axes = _Axes.around(points, references)
    path = " ".join(f"{axes.x(p.minutes):.1f},{axes.y(p.value):.1f}" for p in points)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" style="max-width:100%;height:auto">',
        f"<title>{escape(title)}</title>",
        rectangle(0, 0, _WIDTH, _HEIGHT, _PAPER, rx=10),
        label(_WIDTH / 2, 24, title, 14, _INK),
        *axes.drawn(),
        *_reference_lines(axes, references),
        *_intervals(axes, points),
        element("polyline", points=path, fill="none", stroke=_CURVE, stroke_width=2),
        *(circle(axes.x(p.minutes), axes.y(p.value), 4, _CURVE) for p in points),
        "</svg>",
    ]
    return "\n".join(parts)


def _reference_lines(axes: "_Axes", references: Sequence[tuple[str, float]]) -> Iterator[str]:
    for name, value in references:
        y = axes.y(value)
        yield line(_LEFT, y, _RIGHT, y, _REFERENCE, stroke_width=1.5, stroke_dasharray="6 4")
        yield label(_RIGHT, y - 10, name, 12, _REFERENCE, text_anchor="end")


def _intervals(axes: "_Axes", points: Sequence[MeasuredPoint]) -> Iterator[str]:
    for point in points:
        x = axes.x(point.minutes)
        low, high = axes.y(point.value - point.error), axes.y(point.value + point.error)
        yield line(x, low, x, high, _CURVE)


@dataclass(frozen=True, slots=True)
class _Axes:
    """From minutes and Elo to places on the picture."""

    first: float
    last: float
    low: float
    high: float
    step: int

    @classmethod
    def around(
        cls, points: Sequence[MeasuredPoint], references: Sequence[tuple[str, float]]
    ) -> "_Axes":
        lows = [p.value - p.error for p in points] + [value for _, value in references]
        highs = [p.value + p.error for p in points] + [value for _, value in references]
        span = max(1.0, max(highs) - min(lows))
        step = next((s for s in _STEPS if span / s < _MOST_LINES), _STEPS[-1])
        low, high = math.floor(min(lows) / step) * step, math.ceil(max(highs) / step) * step
        first = max(0.05, points[0].minutes / 1.3)
        return cls(first, max(points[-1].minutes, 2 * first) * 1.15, low, high, step)

    def x(self, minutes: float) -> float:
        share = math.log(max(minutes, self.first) / self.first) / math.log(self.last / self.first)
        return _LEFT + share * (_RIGHT - _LEFT)

    def y(self, value: float) -> float:
        return _BOTTOM - (value - self.low) / (self.high - self.low) * (_BOTTOM - _TOP)

    def drawn(self) -> Iterator[str]:
        """Grid lines and what they stand for."""
        value = self.low
        while value <= self.high:
            yield line(_LEFT, self.y(value), _RIGHT, self.y(value), _GRID)
            yield label(_LEFT - 24, self.y(value), f"{value:+.0f}", 12, _INK)
            value += self.step
        for minutes in _MINUTES:
            if self.first <= minutes <= self.last:
                yield line(self.x(minutes), _TOP, self.x(minutes), _BOTTOM, _GRID)
                yield label(self.x(minutes), _BOTTOM + 16, f"{minutes:g}", 12, _INK)
        yield label((_LEFT + _RIGHT) / 2, _HEIGHT - 14, "minutes of training", 12, _INK)
