"""SVG elements as text. All numbers are in the units of the picture."""

from html import escape

FONT = "ui-sans-serif, system-ui, Helvetica, Arial, sans-serif"


def element(name: str, **attributes: str | float | None) -> str:
    """An element without content; `stroke_width` becomes `stroke-width`, None is left out."""
    return f"<{name}{_written(attributes)}/>"


def circle(x: float, y: float, radius: float, fill: str = "none", **more: str | float) -> str:
    """A circle."""
    return element("circle", cx=x, cy=y, r=radius, fill=fill, **more)


def line(x1: float, y1: float, x2: float, y2: float, stroke: str, **more: str | float) -> str:
    """A straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, **more)


def rectangle(
    x: float, y: float, width: float, height: float, fill: str, **more: str | float
) -> str:
    """A rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **more)


def label(x: float, y: float, words: str, size: float, fill: str, **more: str | float) -> str:
    """Words centred on a point."""
    attributes = _written(
        {
            "x": x,
            "y": y + 0.35 * size,
            "font_size": size,
            "font_family": FONT,
            "text_anchor": "middle",
            "fill": fill,
            **more,
        }
    )
    return f"<text{attributes}>{escape(words)}</text>"


def _written(attributes: dict[str, str | float | None]) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value is not None
    )


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{round(value, 2):g}"
