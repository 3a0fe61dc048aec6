"""Pictures of boards: what is drawn, where, and that nothing can be smuggled into them."""

import itertools
from xml.etree import ElementTree

import pytest

from tengen.pictures import Board, Candidate, board_svg
from tengen.pictures.looks import COLOURS, ink_on
from tengen.pictures.points import star_points

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '"><script>alert(1)</script><text x="'


def board(look="wood", width=5, height=4, **changes):
    facts = {
        "look": look,
        "width": width,
        "height": height,
        "cells": (None,) * (width * height),
        "column_names": tuple("abcdefghijklmnopqrstuvwxyz"[:width]),
        "row_names": tuple(str(row + 1) for row in range(height)),
    }
    return Board(**(facts | changes))


def drawn(shown):
    return ElementTree.fromstring(board_svg(shown))


def texts(shown):
    return [element.text for element in drawn(shown).iter(f"{SVG}text")]


def discs(shown, fill):
    """Centres of the circles of one colour."""
    found = (one for one in drawn(shown).iter(f"{SVG}circle") if one.get("fill") == fill)
    return [(float(one.get("cx")), float(one.get("cy"))) for one in found]


@pytest.mark.parametrize("look", COLOURS)
@pytest.mark.parametrize(("width", "height"), [(3, 3), (9, 5), (4, 12), (20, 20)])
def test_every_board_lies_inside_its_picture(look, width, height):
    shown = board(look, width, height, cells=(0, 1) + (None,) * (width * height - 2))
    picture = drawn(shown)
    _, _, right, bottom = map(float, picture.get("viewBox").split())
    for circle in picture.iter(f"{SVG}circle"):
        x, y, radius = (float(circle.get(name)) for name in ("cx", "cy", "r"))
        assert radius <= x <= right - radius
        assert radius <= y <= bottom - radius
    assert int(picture.get("width")) <= 460 >= int(picture.get("height"))


def test_rows_grow_upwards_and_columns_to_the_right():
    stones = [None] * 20
    stones[0], stones[19] = 0, 1
    shown = board(cells=tuple(stones))
    black, white = (COLOURS["wood"].stones[seat].fill for seat in (0, 1))
    [(left, low)], [(right, high)] = discs(shown, black), discs(shown, white)
    assert left < right
    assert low > high


def test_the_first_row_is_on_top_where_the_game_says_so():
    stones = (0, *[None] * 19)
    black = COLOURS["wood"].stones[0].fill
    [(_, below)] = discs(board(cells=stones), black)
    [(_, above)] = discs(board(cells=stones, first_row_on_top=True), black)
    assert above < below


def test_only_the_last_stone_and_the_winning_line_are_marked():
    shown = board(cells=(0,) * 5 + (None,) * 15, last=2, won=frozenset({1, 2, 3}))
    assert len(discs(shown, COLOURS["wood"].last[0])) == 1
    rings = [one for one in drawn(shown).iter() if one.get("stroke") == COLOURS["wood"].won]
    assert len(rings) == 3


def test_candidates_show_their_share_of_the_visits_in_percent():
    candidates = (Candidate(7, 0.666, True), Candidate(8, 0.25, False), Candidate(9, 0.004, False))
    shown = board(candidates=candidates, column_names=(), row_names=())
    assert texts(shown) == ["67", "25"]


def test_the_best_candidate_is_shown_however_few_visits_it_has():
    shown = board(candidates=(Candidate(7, 0.001, True),), column_names=(), row_names=())
    assert texts(shown) == ["<1"]


def test_larger_shares_make_larger_discs():
    candidates = (Candidate(1, 0.6, True), Candidate(2, 0.3, False), Candidate(3, 0.1, False))
    shown = drawn(board(candidates=candidates))
    radii = [float(c.get("r")) for c in shown.iter(f"{SVG}circle") if c.get("stroke-opacity")]
    assert radii == sorted(radii, reverse=True)
    assert len(set(radii)) == 3


@pytest.mark.parametrize("field", ["title", "column_names", "row_names"])
def test_texts_cannot_become_markup(field):
    words = HOSTILE if field == "title" else (HOSTILE,) * 2
    shown = drawn(board(**{field: words}))
    assert {element.tag for element in shown.iter()} <= {
        f"{SVG}{name}" for name in ("svg", "title", "rect", "line", "circle", "text")
    }
    assert HOSTILE in [element.text for element in shown.iter()]


@pytest.mark.parametrize("look", COLOURS)
def test_a_picture_names_no_other_place_and_needs_no_style_sheet(look):
    text = board_svg(board(look)).replace("http://www.w3.org/2000/svg", "")
    assert not any(word in text for word in ("http", "url(", "class=", "<style", "id=", "href"))


def test_coordinates_can_be_told_from_the_rim_they_stand_on():
    for colours in COLOURS.values():
        light, dark = (ink_on(colour) == "#10151c" for colour in (colours.names, colours.rim))
        assert light != dark


def test_numbers_on_discs_are_dark_on_light_and_light_on_dark():
    for red, green, blue in itertools.product((0, 255), repeat=3):
        is_light = 0.299 * red + 0.587 * green + 0.114 * blue > 140
        assert (ink_on(f"#{red:02x}{green:02x}{blue:02x}") == "#ffffff") != is_light


def test_star_points_help_the_eye_on_boards_that_need_them():
    assert star_points(15, 15) == {(3, 3), (3, 11), (11, 3), (11, 11), (7, 7)}
    assert star_points(9, 9) == {(2, 2), (2, 6), (6, 2), (6, 6), (4, 4)}
    assert (4, 4) not in star_points(8, 8)
    assert star_points(6, 6) == set()
