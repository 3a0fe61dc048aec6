"""Endings of Connect Four that a search solves on its way (SPEC M16, ADR 13)."""

import random

import pytest

from tengen import Limit, Search, SearchConfig, load_game
from tengen.rules.position import Position
from tengen.search.connect_four import ConnectFourSolver, solve_ending
from tests.search.fakes import HashEvaluator

GAME = load_game("connect4")
OFF = SearchConfig(endgame_nodes=0, root_endgame_nodes=0)


def random_endings(stones, count, seed=1):
    """Unfinished positions with so many stones."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        position = GAME.position_from("")
        while position.outcome is None and len(position.history) < stones:
            position = position.play(chance.choice(position.legal_actions))
        if position.outcome is None:
            found.append(position)
    return found


def play(position, line):
    for action in line:
        assert position.outcome is None
        position = position.play(action)
    return position


@pytest.mark.parametrize("stones", [22, 26, 30, 36, 41])
def test_endings_have_the_value_and_the_length_that_the_solver_knows(stones):
    solver = ConnectFourSolver()
    solved = 0
    for position in random_endings(stones, 60):
        ending = solve_ending(position, 5000)
        if ending is None:
            continue
        solved += 1
        score = solver.score(position)
        assert ending.value == score.value
        last = play(position, ending.line)
        assert last.outcome is not None
        assert last.outcome.value_for(position.to_move) == score.value
        if score.value:
            assert len(ending.line) == score.plies
    assert solved > 20


def test_few_nodes_and_few_stones_give_no_answer():
    wins_in_one = GAME.position_from("112233")  # so few nodes would do that only the stones count
    assert solve_ending(wins_in_one, 1_000_000) is None
    middle = random_endings(24, 40)
    solved = [sum(solve_ending(p, nodes) is not None for p in middle) for nodes in (300, 20_000)]
    assert solved[0] < solved[1]


def test_the_same_question_has_the_same_answer_whatever_was_asked_before():
    core = Search(GAME, HashEvaluator(GAME), SearchConfig(endgame_nodes=300), seed=1)
    again = Search(GAME, HashEvaluator(GAME), SearchConfig(endgame_nodes=300), seed=1)
    one, other = random_endings(20, 2)
    core.run(other, Limit(simulations=100))
    first, second = (each.run(one, Limit(simulations=1)).proof for each in (core, again))
    assert first == second


def test_searches_of_one_thread_share_a_table_and_nothing_else():
    """With other nodes in turn, and more of them than the table has places."""
    positions = random_endings(12, 6, seed=3)

    def proofs(nodes, between):
        searches = [
            Search(GAME, HashEvaluator(GAME), SearchConfig(root_endgame_nodes=each), seed=1)
            for each in (nodes, *between)
        ]
        found = []
        for position in positions:
            results = [each.run(position, Limit(simulations=1)) for each in searches]
            proof = results[0].proof
            found.append(proof and (proof.value, tuple(proof.line)))
        return found

    alone = proofs(300_000, ())
    assert alone == proofs(300_000, (2_000, 20_000))
    assert sum(proof is not None for proof in alone) > 2


def searched(position: Position, config: SearchConfig, simulations: int):
    search = Search(GAME, HashEvaluator(GAME), config, seed=1)
    return search.run(position, Limit(simulations=simulations))


def test_a_solved_root_needs_no_simulation_and_plays_the_best_move():
    solver = ConnectFourSolver()
    for position in random_endings(30, 30):
        result = searched(position, SearchConfig(root_endgame_nodes=20_000), 50)
        assert result.proof is not None
        assert result.stop_reason == "proven"
        assert result.best_action in solver.best_moves(position)
        last = play(position, result.proof.line)
        assert last.outcome is not None
        assert len(result.proof.line) == result.proof.plies


def test_endings_below_the_root_prove_it_sooner():
    positions = random_endings(20, 30)
    leaves_only = SearchConfig(endgame_nodes=1000, root_endgame_nodes=0)
    with_endings = sum(searched(p, leaves_only, 100).proof is not None for p in positions)
    without = sum(searched(p, OFF, 100).proof is not None for p in positions)
    assert with_endings > without


def test_proofs_by_endings_are_true():
    solver = ConnectFourSolver()
    for position in random_endings(18, 40):
        result = searched(position, SearchConfig(endgame_nodes=300), 200)
        if result.proof is not None:
            assert result.proof.value == solver.score(position).name


def test_a_lost_position_with_one_threat_is_answered_where_the_threat_is():
    # The block at column 6 is refuted right above it: every move loses in two plies.
    position = GAME.position_from("62471515114244541575772347712566")
    result = searched(position, SearchConfig(), 10)
    assert result.proof is not None
    assert (result.proof.value, result.proof.plies) == ("loss", 2)
    assert result.best_action in position.winning_actions(1 - position.to_move)


@pytest.mark.parametrize("trial", range(30))
def test_a_solved_root_of_a_kept_tree_plays_best_and_shows_its_own_proof(trial):
    """A kept tree has longer proofs of lost moves, and moves that are no part of the proof."""
    solver, config = ConnectFourSolver(), SearchConfig(c_init=0.8)
    search = Search(GAME, HashEvaluator(GAME), config, seed=trial)
    chance, (position,) = random.Random(trial), random_endings(14, 1, seed=trial)
    while position.outcome is None:
        result = search.run(position, Limit(simulations=200))
        if solve_ending(position, config.root_endgame_nodes) is not None:
            assert result.proof is not None
            assert result.best_action in solver.best_moves(position)
            assert len(result.proof.line) == result.proof.plies
            outcome = play(position, result.proof.line).outcome
            assert outcome is not None
            assert outcome.value_for(position.to_move) == solver.score(position).value
        position = position.play(chance.choice(position.legal_actions))


@pytest.mark.parametrize("name", ["connect4:6x7", "connect4:5x4"])
def test_other_boards_are_searched_as_before(name):
    game = load_game(name)
    position = game.position_from("")
    results = [
        Search(game, HashEvaluator(game), config, seed=1).run(position, Limit(simulations=200))
        for config in (SearchConfig(), OFF)
    ]
    assert results[0].visits.tolist() == results[1].visits.tolist()


@pytest.mark.parametrize("trial", range(60))
def test_a_leaf_that_becomes_the_root_can_show_its_proof(trial):
    """With fewer nodes for the root than for leaves this wrote outside the policy target."""
    game = load_game("gomoku:5x4/3")
    config = SearchConfig(c_init=0.5, forcing_nodes=50, root_forcing_nodes=0)
    search = Search(game, HashEvaluator(game), config, seed=trial)
    chance, position = random.Random(trial), game.position_from("")
    while position.outcome is None:
        result = search.run(position, Limit(simulations=60))
        assert result.policy_target.sum() == pytest.approx(1.0)
        if result.proof is not None:
            assert len(result.proof.line) == result.proof.plies
        position = position.play(chance.choice(position.legal_actions))
