"""The numbers of a solver by other people, and what to do without it."""

import sys

import pytest

from tengen.arena.bitbully import BitBully, score_of_bitbully
from tengen.errors import MissingPackageError
from tengen.search.solver import DRAW, Score


def test_bitbullys_numbers_become_plies_to_the_end():
    assert score_of_bitbully(18, 6) == Score(1, 1)  # the fourth stone of the beginner, at ply 7
    assert score_of_bitbully(18, 7) == Score(1, 1)  # the fourth stone of the other, at ply 8
    assert score_of_bitbully(-17, 6) == Score(-1, 4)  # the other's fifth stone, at ply 10
    assert score_of_bitbully(1, 0) == Score(1, 41)
    assert score_of_bitbully(-2, 0) == Score(-1, 40)
    assert score_of_bitbully(0, 12) == DRAW


def test_without_bitbully_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "bitbully", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'tengen\[oracle\]'"):
        BitBully()
