"""Colours and symbols of the boards in the terminal, one theme for each kind of game."""

from dataclasses import dataclass
from typing import Any, Literal

from tengen.rules.facts import BoardForm, Family
from tengen.rules.game import Game

Layout = Literal["crossings", "frame", "noughts", "plain"]


@dataclass(frozen=True, slots=True)
class Look:
    """What the terminal can show: without colours, symbols alone must distinguish stones."""

    colours: bool = True
    ascii: bool = False


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one kind of board, as rich styles."""

    layout: Layout
    stones: tuple[str, str]
    fields: tuple[str, str] = ("", "")
    """Backgrounds of the even and the odd cells."""
    lines: str = "dim"
    """Crossings and holes."""
    frame: str = "dim"
    mark: str = "bold #ffd75f"
    """The brackets around the last stone."""
    won: str = "on #1d5c3a"
    """Background of the stones that won."""
    shows_legal: bool = False
    """Whether legal cells are marked: in games where most cells are not legal."""


_BRIGHT = ("bold #4fd8e8", "bold #f590e4")
_WOOD, _BLUE, _GREENS = "on #d9a441", "on #1d4fc4", ("on #1f7a4d", "on #1b6d45")

_THEMES: dict[str | None, Theme] = {
    Family.GOMOKU: Theme(
        "crossings",
        ("#0b0b0b", "#ffffff"),
        (_WOOD, _WOOD),
        lines="#8a6116",
        mark="bold #c4001d",
        won="on #7cc46b",
    ),
    Family.CONNECT_FOUR: Theme(
        "frame",
        ("bold #ff5a4f", "bold #ffd93b"),
        (_BLUE, _BLUE),
        lines="#12307c",
        frame="#1d4fc4",
        mark="bold #ffffff",
        won="on #0c1633",
    ),
    Family.OTHELLO: Theme(
        "frame",
        ("#06140c", "#ffffff"),
        _GREENS,
        frame="#114a2d",
        mark="bold #ffe14d",
        shows_legal=True,
    ),
    Family.TIC_TAC_TOE: Theme("noughts", _BRIGHT),
}
_PLAIN_THEMES = {
    BoardForm.INTERSECTIONS: Theme("crossings", _BRIGHT),
    BoardForm.SQUARES: Theme("plain", _BRIGHT),
    BoardForm.COLUMNS: Theme("frame", _BRIGHT),
}


def theme_of(game: Game[Any]) -> Theme:
    """The theme of a game's family; for external games, a plain one that suits the board."""
    facts = game.facts
    return _THEMES.get(facts.family) or _PLAIN_THEMES[facts.board]


def stone_symbol(theme: Theme, seat: int, look: Look) -> str:
    """One character; in colours both seats may share it, otherwise they differ."""
    if theme.layout == "noughts":
        return "XO"[seat]
    if look.ascii:
        return "xo"[seat]
    if look.colours and theme.fields[0]:
        return "●"
    return "●○"[seat]
