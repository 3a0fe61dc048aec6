"""Looking inside a search (SPEC M14)."""

import numpy as np
import pytest

from tengen import Limit, Search, SearchConfig, UniformEvaluator, load_game
from tests.search.fakes import HashEvaluator


@pytest.fixture
def search():
    game = load_game("connect4")
    config = SearchConfig.connect4(prove=False)
    search = Search(game, HashEvaluator(game), config)
    search.run(game.initial(), Limit(simulations=300))
    return search


def visited(view):
    """The children with a visit; there are some."""
    children = [child for child in view.children if child.visits]
    assert len(children) > 3
    return children


def test_the_parts_of_a_score_are_those_of_the_formulas(search):
    root, config = search.explain(), search.config
    c = config.c_init + np.log((root.visits + config.c_base + 1) / config.c_base)
    for child in visited(root):
        assert child.u == pytest.approx(c * child.prior * np.sqrt(root.visits) / (1 + child.visits))
        longer = config.mlh_slope * (child.moves_left - root.moves_left)
        bonus = np.clip(longer, -config.mlh_cap, config.mlh_cap) * -child.q
        assert child.m == pytest.approx(bonus)
        assert child.score == child.q + child.u + child.m


def test_the_view_agrees_with_the_result(search):
    result = search.run(search.position, Limit(simulations=1))
    root = search.explain()
    assert root.value == result.root_value
    for child in visited(root):
        assert child.visits == result.visits[child.action]
        assert child.q == result.values[child.action]
        assert child.prior == result.priors[child.action]
    visits = [child.visits for child in root.children]
    assert visits == sorted(visits, reverse=True)


def test_depth_and_breadth_are_chosen(search):
    view = search.explain(depth=3, most=2)
    assert len(view.children) == 2
    below = view.children[0].tree
    assert below.path == (view.children[0].action,)
    assert len(below.children) == 2
    assert below.children[0].tree.children[0].tree is None
    assert below.value == pytest.approx(-view.children[0].q)


def test_unvisited_moves_show_their_first_value():
    game = load_game("gomoku:9x9/5")
    search = Search(game, UniformEvaluator(), SearchConfig(fpu_reduction=None))
    search.run(game.initial(), Limit(simulations=10))
    unvisited = [child for child in search.explain().children if child.visits == 0]
    assert len(unvisited) == 81 - 9
    assert {child.q for child in unvisited} == {0.0}


def test_a_trace_tells_what_one_simulation_did(search):
    position = search.position
    for _ in range(30):
        before = search.explain().visits
        trace = search.trace(position)
        assert search.explain().visits == before + 1
        for choice, chosen in zip(trace.choices, trace.path, strict=True):
            best = max(choice.children, key=lambda child: child.score)
            assert best.score == next(c.score for c in choice.children if c.action == chosen)
        assert trace.leaf.path == trace.path
        assert [backup.path for backup in trace.backups] == [
            trace.path[:depth] for depth in range(len(trace.path), -1, -1)
        ]
        for backup in trace.backups:
            assert backup.visits_after == backup.visits_before + 1


def test_the_first_trace_of_a_tree_evaluates_the_root():
    game = load_game("connect4")
    search = Search(game, HashEvaluator(game))
    trace = search.trace(game.position_from("44"))
    assert trace.path == ()
    assert trace.choices == ()
    assert trace.leaf.visits == 1
    assert trace.leaf.own_value == trace.leaf.value


def test_a_trace_of_another_position_moves_there_first(search):
    later = search.position.play(3).play(3)
    trace = search.trace(later)
    assert search.position == later
    assert trace.backups[-1].path == ()
    assert trace.backups[-1].visits_after == search.explain().visits


def test_the_tree_can_be_seen_right_after_advancing(search):
    action = search.explain().children[0].action
    below = search.explain(depth=2).children[0].tree
    search.advance(action)
    assert [(c.action, c.visits) for c in search.explain().children] == [
        (c.action, c.visits) for c in below.children
    ]
    search.trace(search.position)


def test_nothing_is_known_before_the_first_simulation():
    view = Search(load_game("connect4"), UniformEvaluator()).explain()
    assert (view.visits, view.children) == (0, ())


def test_as_many_traces_as_simulations_give_the_same_tree():
    game = load_game("connect4")
    config = SearchConfig.connect4(noise_epsilon=0.25)
    traced, run = (Search(game, HashEvaluator(game), config, seed=3) for _ in range(2))
    for _ in range(100):
        traced.trace(game.initial(), most=3)
    run.run(game.initial(), Limit(simulations=100))
    assert traced.explain(depth=4) == run.explain(depth=4)


def test_a_narrow_trace_still_has_the_chosen_moves():
    game = load_game("gomoku:9x9/5")
    search = Search(game, HashEvaluator(game), SearchConfig(c_init=4.0))
    for _ in range(40):
        trace = search.trace(game.initial(), most=2)
        for choice, chosen in zip(trace.choices, trace.path, strict=True):
            assert chosen in [child.action for child in choice.children]
            assert len(choice.children) <= 3
            assert len(choice.children) + choice.hidden == 81 - len(choice.path)


def test_a_backup_adds_the_leafs_value_with_the_sign_of_the_side_to_move(search):
    for _ in range(20):
        trace = search.trace(search.position)
        added = trace.leaf.value
        for backup in trace.backups:
            assert backup.added == pytest.approx(added, abs=1e-6)
            assert backup.moves_left_after > 0
            added = -added
