"""Othello's passes: the side to move changes the sign of a value, not the ply (SPEC M2)."""

import random

import pytest

from tengen import Limit, Position, Search, SearchConfig, UniformEvaluator, load_game
from tengen.search.reference import ReferenceSearch
from tests.search.fakes import HashEvaluator

PASS = 36


def forced_passes(count: int) -> list[Position]:
    """Positions where the only move is to pass and the game is nearly over."""
    game, chance, found = load_game("othello:6x6"), random.Random(2), []
    while len(found) < count:
        position = game.initial(chance.randrange(2))
        while position.outcome is None:
            cells = game.cells(position.state)
            if position.legal_actions == [PASS] and list(cells).count(None) <= 2:
                found.append(position)
                break
            position = position.play(chance.choice(position.legal_actions))
    return found


def playable_by_force(position: Position):
    """The end, if there is no choice on the way; None otherwise."""
    while position.outcome is None:
        if len(position.legal_actions) > 1:
            return None
        position = position.play(position.legal_actions[0])
    return position


@pytest.mark.parametrize("prove", [True, False])
def test_the_value_before_a_pass_is_the_result_for_the_side_that_passes(prove):
    results = set()
    for position in forced_passes(60):
        end = playable_by_force(position)
        if end is None:
            continue
        expected = end.outcome.value_for(position.to_move)
        results.add(expected)
        search = Search(position.game, UniformEvaluator(), SearchConfig(prove=prove))
        result = search.run(position, Limit(simulations=2000))
        assert result.root_value == pytest.approx(expected, abs=0.01), f"\n{position}"
        assert result.best_action == PASS
        assert result.values[PASS] == pytest.approx(expected, abs=0.01)
    assert {-1, 1} <= results


def test_the_same_side_may_move_twice_in_the_tree():
    position = forced_passes(1)[0]
    search = Search(position.game, UniformEvaluator(), SearchConfig(prove=False))
    search.run(position, Limit(simulations=50))
    after_pass = search.explain(depth=3).children[0].tree
    assert after_pass.to_move == 1 - position.to_move


def test_the_twin_agrees_around_passes():
    for position in forced_passes(20):
        game = position.game
        core = Search(game, HashEvaluator(game), SearchConfig(prove=False))
        twin = ReferenceSearch(game, HashEvaluator(game), core.config, 0, "4-planes")
        twin.set_root(position)
        result = core.run(position, Limit(simulations=60))
        twin.run(60)
        assert result.root_value == twin.root.value
