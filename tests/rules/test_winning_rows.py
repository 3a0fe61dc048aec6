"""Rows of equal stones on a board, as the line rules count them."""

import pytest

from tengen.rules import LineRule
from tengen.rules.lines import lines_through

FREE, EXACT = LineRule.FREE_STYLE, LineRule.EXACT


@pytest.mark.parametrize("rule", LineRule)
def test_a_stone_can_complete_two_lines(rule):
    cells = [0, 0, 0, None, 0, None, None, None, 0]
    assert lines_through(cells, 3, 0, 3, rule) == {0, 1, 2, 4, 8}


@pytest.mark.parametrize("rule", LineRule)
def test_lines_do_not_run_around_the_edge(rule):
    cells = [None, 0, 0, 0, None, None, None, None, None]
    assert lines_through(cells, 3, 2, 3, rule) == set()


@pytest.mark.parametrize(
    ("stones", "rule", "found"),
    [
        ("xx.", FREE, 0),
        ("xxx.", FREE, 3),
        ("xxxx", FREE, 4),
        ("xxxx", EXACT, 0),
        ("xxxo", EXACT, 3),
    ],
)
def test_a_longer_row_counts_only_in_free_style(stones, rule, found):
    cells = ["xo".index(stone) if stone in "xo" else None for stone in stones]
    assert len(lines_through(cells, len(cells), 1, 3, rule)) == found
