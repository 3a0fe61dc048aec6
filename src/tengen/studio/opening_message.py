"""A swap2 opening in words: who must do what, and who plays which colour in the end."""

from tengen.studio.both import said
from tengen.studio.game_info import seat_name
from tengen.studio.players import is_human
from tengen.studio.shapes import Opening, Text
from tengen.studio.table import Table

_JOINT = " · "
"""Between a level and its name: the level alone says who it is."""


def opening(table: Table) -> Opening | None:
    """The opening under way; None if there is none."""
    swap2, plies = table.swap2, table.plies
    phase = None if swap2 is None else swap2.phase(plies)
    who = None if swap2 is None else swap2.actor(plies)
    if swap2 is None or phase is None or who is None:
        return None
    key = f"studio swap2 {phase}"
    text = said(f"{key} you") if table.humans == {who} else said(key, player=_name(table, who))
    return Opening(phase=phase, who=who, choices=swap2.choices(plies), text=text)


def opening_end(table: Table) -> Text | None:
    """Until the next move: who took what."""
    swap2 = table.swap2
    if swap2 is None or swap2.taker is None or table.plies != swap2.last_choice:
        return None
    return said(
        "studio swap2 taken",
        player=_name(table, swap2.taker),
        colour=said(f"as {swap2.taken}"),
        first_colour=seat_name(table.game, 0),
        first=_name(table, 0),
        second_colour=seat_name(table.game, 1),
        second=_name(table, 1),
    )


def _name(table: Table, seat: int) -> Text:
    """Two persons are told apart by who opened."""
    if not is_human(table.seats[seat].player):
        name = table.seats[seat].name
        return Text(en=name.en.partition(_JOINT)[0], zh=name.zh.partition(_JOINT)[0])
    if len(table.humans) == 1:
        return said("studio you")
    assert table.swap2 is not None
    return said("studio person", number=1 if seat == table.swap2.opener else 2)
