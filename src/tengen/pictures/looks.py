"""Colours of the boards. Each has its own background, so it works on light and dark pages."""

from dataclasses import dataclass

from tengen.pictures.board import Look


@dataclass(frozen=True, slots=True)
class Stone:
    """How the stones of one seat are painted."""

    fill: str
    rim: str
    shine: str


@dataclass(frozen=True, slots=True)
class Colours:
    """How one kind of board is painted."""

    rim: str
    """The ground of the coordinates."""
    names: str
    """The coordinates."""
    ground: str
    lines: str
    stones: tuple[Stone, Stone]
    last: tuple[str, str]
    """The mark on the last stone, by the seat it belongs to."""
    won: str
    """The ring around the stones of a winning line."""
    candidate: str
    best: str


_BLACK = Stone("#23211f", "#0d0c0b", "#5a5753")
_WHITE = Stone("#f6f3ec", "#a79f90", "#ffffff")
_RED = Stone("#e5483d", "#b32a21", "#f0776e")
_YELLOW = Stone("#f7c83a", "#c8971a", "#fbdd7c")

COLOURS: dict[Look, Colours] = {
    "wood": Colours(
        rim="#dcab62",
        names="#5e4012",
        ground="#e3b76f",
        lines="#7d5a22",
        stones=(_BLACK, _WHITE),
        last=("#ff6b5e", "#d1242f"),
        won="#27b354",
        candidate="#4a7db8",
        best="#0b57a4",
    ),
    "frame": Colours(
        rim="#1f57c8",
        names="#dbe6ff",
        ground="#1f57c8",
        lines="#133a8f",
        stones=(_RED, _YELLOW),
        last=("#ffffff", "#5b3b00"),
        won="#ffffff",
        candidate="#7fa4ee",
        best="#e9f1ff",
    ),
    "felt": Colours(
        rim="#134d31",
        names="#cfe6da",
        ground="#2a8a5b",
        lines="#175c3b",
        stones=(_BLACK, _WHITE),
        last=("#ff6b5e", "#d1242f"),
        won="#ffe14d",
        candidate="#8fcdae",
        best="#f3e6a2",
    ),
    "paper": Colours(
        rim="#f7f4ec",
        names="#6f685a",
        ground="#f7f4ec",
        lines="#8a8272",
        stones=(Stone("#1f5fa8", "#1f5fa8", ""), Stone("#c2452d", "#c2452d", "")),
        last=("#fbe9a9", "#fbe9a9"),
        won="#bfe5c4",
        candidate="#9db6d3",
        best="#2f6fb3",
    ),
    "plain": Colours(
        rim="#e9e6df",
        names="#5c574c",
        ground="#f3f1eb",
        lines="#d3cec1",
        stones=(Stone("#2c64ad", "#1c467d", "#5d8dca"), Stone("#e08a1e", "#a9630c", "#f0ad58")),
        last=("#ffffff", "#ffffff"),
        won="#1a8f3c",
        candidate="#a8b9cc",
        best="#3d4f66",
    ),
}


def blend(low: str, high: str, share: float) -> str:
    """A colour between two others, written as #rrggbb."""
    pairs = zip(_parts(low), _parts(high), strict=True)
    return "#" + "".join(f"{round(one + (other - one) * share):02x}" for one, other in pairs)


def ink_on(ground: str) -> str:
    """Black or white, whichever reads better on a colour."""
    red, green, blue = _parts(ground)
    return "#10151c" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
