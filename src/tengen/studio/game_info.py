"""Games as the page must know them: names, boards, seats."""

from functools import lru_cache
from typing import Any

from tengen.errors import TengenError
from tengen.partners.game_texts import has_cells
from tengen.rules.boards import column_names
from tengen.rules.facts import Corner, Family, GameFacts, LineRule
from tengen.rules.game import Game
from tengen.rules.registry import FAMILIES
from tengen.rules.setups import set_up
from tengen.rules.showing import MOST_CELLS, look_of
from tengen.search.connect_four import is_usual_connect_four
from tengen.studio.both import both, capitalised, joined, said, same, translated
from tengen.studio.shapes import FamilyInfo, GameInfo, Text
from tengen.studio.shelf import Shelf

_LEAST_FOR_SWAP2 = 5


@lru_cache(maxsize=128)
def game_info(game: Game[Any]) -> GameInfo:
    """The facts about a game."""
    facts = game.facts
    is_drawn = has_cells(game.initial()) and game.width * game.height <= MOST_CELLS
    pass_action = facts.pass_action
    return GameInfo(
        name=game.name,
        title=game_title(game),
        family=facts.family,
        width=game.width,
        height=game.height,
        look=look_of(facts) if is_drawn else None,
        stones=facts.board.value,
        first_row_on_top=facts.origin is Corner.TOP_LEFT,
        column_names=[name.rstrip(",") for name in column_names(game)] if is_drawn else [],
        row_names=_row_names(game) if is_drawn else [],
        seat_names=(seat_name(game, 0), seat_name(game, 1)),
        line_length=facts.line_length,
        line_rule=None if facts.line_rule is None else facts.line_rule.value,
        counts_stones=facts.counts_stones,
        pass_name=None if pass_action is None else game.action_name(pass_action),
        can_set_up=_can_set_up(game),
        can_swap2=can_swap2(game),
        is_solved=is_usual_connect_four(game),
    )


def seat_name(game: Game[Any], seat: int) -> Text:
    """Black, red, X ... with a capital."""
    name = game.facts.seat_names[seat]
    return capitalised(both(lambda texts: texts.seat(name)))


def game_title(game: Game[Any]) -> Text:
    """Such as `Gomoku · 15x15 · free-style`."""
    facts, size = game.facts, f"{game.width}\N{MULTIPLICATION SIGN}{game.height}"
    if facts.family not in FAMILIES:
        return same(game.name)
    if facts.family == Family.TIC_TAC_TOE:
        return family_title(facts.family)
    parts = [family_title(facts.family), same(size)]
    if facts.family == Family.GOMOKU:
        parts.append(_line_title(facts))
    return joined(*parts)


def family_title(family: str) -> Text:
    """The name of a kind of game."""
    return said(f"studio family {family}")


def _line_title(facts: GameFacts) -> Text:
    rule = "exact" if facts.line_rule is LineRule.EXACT else "free"
    if facts.line_length == 5:
        return said(f"studio five {rule}")
    return said(f"studio line {rule}", length=facts.line_length)


def _row_names(game: Game[Any]) -> list[str]:
    return [] if game.facts.gravity else [str(row + 1) for row in range(game.height)]


def can_swap2(game: Game[Any]) -> bool:
    """Five in a row, on a board that the opening's stones fit."""
    return game.facts.is_five_in_a_row and min(game.width, game.height) >= _LEAST_FOR_SWAP2


def _can_set_up(game: Game[Any]) -> bool:
    start = game.initial()
    try:
        set_up(game, game.cells(start.state), start.to_move, start.first)
    except TengenError:
        return False
    return True


def families(shelf: Shelf) -> list[FamilyInfo]:
    """The games that come with Tengen."""
    return [
        FamilyInfo(
            family=name,
            title=family_title(name),
            form=family.form,
            summary=translated(family.summary),
            games=[game_info(shelf.game(each)) for each in family.names],
        )
        for name, family in FAMILIES.items()
    ]
