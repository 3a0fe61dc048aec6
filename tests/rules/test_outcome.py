"""Won, drawn and unfinished are three answers, and either seat may begin (SPEC G5)."""

import pytest

from tengen import Outcome
from tengen.rules import list_games, load_game
from tests.rules.games import EXTRA_SIZES, random_game


def test_the_value_of_an_outcome_depends_on_the_seat():
    assert [Outcome(0, "line").value_for(seat) for seat in (0, 1)] == [1, -1]
    assert [Outcome(1, "line").value_for(seat) for seat in (0, 1)] == [-1, 1]
    assert [Outcome(None, "board full").value_for(seat) for seat in (0, 1)] == [0, 0]


def test_an_outcome_reads_as_a_sentence():
    assert str(Outcome(1, "line")) == "seat 1 won (line)"
    assert str(Outcome(None, "board full")) == "draw (board full)"


def test_unfinished_is_no_outcome_and_a_draw_is_an_outcome_without_a_winner():
    game = load_game("tictactoe")
    assert game.initial().outcome is None
    drawn = game.position_from("a1b2c3a3c1b1b3c2a2").outcome
    assert drawn is not None
    assert drawn.winner is None


@pytest.mark.parametrize("name", [*list_games(), *EXTRA_SIZES])
def test_either_seat_may_begin_and_the_winner_changes_with_it(name):
    game = load_game(name)
    for seed in range(6):
        pairs = zip(random_game(game, seed, 0), random_game(game, seed, 1), strict=True)
        for by_seat_0, by_seat_1 in pairs:
            assert by_seat_0.last_action == by_seat_1.last_action
            assert by_seat_0.legal_actions == by_seat_1.legal_actions
            assert by_seat_0.to_move == 1 - by_seat_1.to_move
            assert by_seat_0.hash != by_seat_1.hash
        value = by_seat_0.outcome.value_for(0)
        assert by_seat_1.outcome.value_for(1) == value
        assert by_seat_1.outcome.reason == by_seat_0.outcome.reason


@pytest.mark.parametrize("name", list_games())
def test_the_four_planes_do_not_tell_which_seat_began(name):
    game = load_game(name)
    for a, b in zip(random_game(game, 3, 0), random_game(game, 3, 1), strict=True):
        assert (a.planes("4-planes") == b.planes("4-planes")).all()
        assert (a.planes("3-planes")[:2] == b.planes("3-planes")[:2]).all()
        assert (a.planes("3-planes")[2] != b.planes("3-planes")[2]).all()
