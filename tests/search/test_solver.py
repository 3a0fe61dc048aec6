"""The exact solver against plain minimax, known results and the search's own proofs."""

import random
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest

from tengen import Limit, Search, StopToken, UniformEvaluator, load_game
from tengen.errors import ConfigError, GameOverError, InUseError, UnsupportedError
from tengen.search.solver import DRAW, Score, Solver


def minimax_of(game):
    """Scores by trying everything, remembered by stones; knows nothing but the rules."""

    @cache
    def score(state) -> Score:
        mover = game.to_move(state)
        best = None
        for action in game.legal_actions(state):
            found = move_score(state, action, mover)
            best = found if best is None or found > best else best
        assert best is not None
        return best

    def move_score(state, action, mover) -> Score:
        after = game.next_state(state, action)
        outcome = game.outcome(after)
        if outcome is not None:
            value = outcome.value_for(mover)
            return Score(value, 1) if value else DRAW
        reply = score(keyed(after))
        return Score(-reply.value, reply.plies + 1) if reply.value else DRAW

    interned = {}

    def keyed(state):
        return interned.setdefault(game.hash_state(state), state)

    def score_moves(position) -> dict[int, Score]:
        state = keyed(position.state)
        mover = game.to_move(state)
        return {action: move_score(state, action, mover) for action in position.legal_actions}

    return score_moves


def random_positions(game, count: int, fewest: int, seed: int):
    """Unfinished positions with at least `fewest` stones, begun by either seat."""
    chance = random.Random(seed)
    found = 0
    while found < count:
        position = game.initial(chance.randrange(2))
        plies = chance.randint(fewest, game.max_plies - 1)
        while position.outcome is None and len(position.history) < plies:
            position = position.play(chance.choice(position.legal_actions))
        if position.outcome is None:
            found += 1
            yield position


CASES = [
    ("tictactoe", 0, 200),
    ("gomoku:4x3/3", 3, 60),
    ("gomoku:3x4/3", 3, 60),
    ("gomoku:4x3/3:standard", 3, 60),
    ("gomoku:4x4/3", 6, 80),
    ("gomoku:4x4/3:standard", 6, 80),
    ("gomoku:4x4/4", 7, 60),
    ("gomoku:6x3/4", 8, 60),
    ("gomoku:3x6/4", 8, 60),
    ("gomoku:6x3/3:standard", 8, 60),
]


@pytest.mark.parametrize(("name", "fewest", "count"), CASES)
def test_all_moves_score_as_plain_minimax_says(name, fewest, count):
    game = load_game(name)
    solver, minimax = Solver(game, memory_mb=4), minimax_of(game)
    for position in random_positions(game, count, fewest, seed=11):
        expected = minimax(position)
        assert solver.score_moves(position) == expected, f"\n{position}"
        best = max(expected.values())
        assert solver.score(position) == best
        assert solver.value(position) == best.name
        moves = tuple(action for action, score in expected.items() if score == best)
        assert solver.best_moves(position) == moves
        moves = tuple(action for action, score in expected.items() if score.value == best.value)
        assert solver.keeping_moves(position) == moves


def test_a_table_too_small_for_the_game_changes_nothing():
    game = load_game("gomoku:5x5/4")
    small, large = Solver(game, memory_mb=1), Solver(game, memory_mb=64)
    for position in random_positions(game, 30, 9, seed=5):
        assert small.score_moves(position) == large.score_moves(position)


@pytest.mark.parametrize(
    ("name", "value", "plies"),
    [
        ("tictactoe", "draw", None),
        ("gomoku:4x4/3", "win", 5),
        ("gomoku:5x4/3", "win", 5),
        ("gomoku:4x4/4", "draw", None),
        ("gomoku:5x4/4", "draw", None),
        ("gomoku:5x5/4", "draw", None),
        ("gomoku:6x5/4", "win", 11),
        ("gomoku:6x6/4", "win", 11),
    ],
)
def test_known_games_have_their_known_values(name, value, plies):
    game = load_game(name)
    solver = Solver(game)
    assert solver.value(game.initial()) == value
    score = solver.score(game.initial())
    assert score is not None
    assert score == (DRAW if plies is None else Score(1, plies))


@pytest.mark.parametrize("name", ["gomoku:5x5/4", "gomoku:6x5/4", "gomoku:6x6/4:standard"])
def test_the_search_proves_what_the_solver_says(name):
    game = load_game(name)
    solver = Solver(game, memory_mb=64)
    proven = set()
    for position in random_positions(game, 60, game.max_plies - 15, seed=2):
        proof = Search(game, UniformEvaluator()).run(position, Limit(simulations=3000)).proof
        if proof is not None:
            assert solver.value(position) == proof.value, f"\n{position}"
            proven.add(proof.value)
    assert proven == {"win", "draw", "loss"}


def test_symmetric_positions_score_alike():
    game = load_game("gomoku:5x4/4")
    for position in random_positions(game, 20, 8, seed=3):
        scores = {Solver(game, 2).score(position.apply_symmetry(k)) for k in range(4)}
        assert len(scores) == 1


def test_solve_tells_value_distance_and_all_best_moves():
    game = load_game("gomoku:4x4/3")
    solution = Solver(game, 4).solve(game.initial())
    assert (solution.value, solution.plies) == ("win", 5)
    assert [game.action_name(move) for move in solution.best] == ["b2", "c2", "b3", "c3"]


def test_a_budget_that_ends_first_gives_unknown():
    game = load_game("gomoku:7x7/5")
    solver = Solver(game, 4)
    assert solver.value(game.initial(), nodes=10_000) is None
    assert solver.score(game.initial(), nodes=10_000) is None
    assert solver.score_moves(game.initial(), nodes=10_000) is None
    assert solver.best_moves(game.initial(), seconds=0.01) is None
    assert solver.solve(game.initial(), nodes=10_000).value is None
    assert solver.nodes < 100_000


def test_a_search_can_be_gone_on_with_after_its_budget_ended():
    game = load_game("gomoku:5x5/4")
    solver = Solver(game, 64)
    assert solver.value(game.initial(), nodes=20_000) is None
    assert solver.value(game.initial()) == "draw"


def test_quicker_wins_and_slower_losses_are_better():
    ranked = [Score(-1, 2), Score(-1, 8), DRAW, Score(1, 9), Score(1, 1)]
    assert sorted([ranked[2], ranked[4], ranked[1], ranked[3], ranked[0]]) == ranked


@pytest.mark.parametrize("name", ["connect4", "othello", "gomoku:8x8/5"])
def test_other_games_and_larger_boards_are_refused(name):
    with pytest.raises(UnsupportedError, match="solve"):
        Solver(load_game(name), 1)


@pytest.mark.parametrize("name", ["gomoku:17x3/3", "gomoku:3x16/3"])
def test_long_boards_that_fit_a_word_are_taken(name):
    game = load_game(name)
    assert Solver(game, 1).score(game.initial()) == Score(1, 7)


def test_finished_games_foreign_positions_and_bad_budgets_are_refused():
    game = load_game("tictactoe")
    solver = Solver(game, 1)
    with pytest.raises(GameOverError):
        solver.value(game.position_from("a1 b1 a2 b2 a3"))
    with pytest.raises(UnsupportedError, match="tictactoe"):
        solver.value(load_game("gomoku:4x4/4").initial())
    with pytest.raises(ConfigError, match="seconds"):
        solver.value(game.initial(), seconds=0)
    with pytest.raises(ConfigError, match="megabyte"):
        Solver(game, 0)


def test_threads_may_share_a_solver():
    game = load_game("gomoku:5x5/4")
    shared = Solver(game, memory_mb=2)
    positions = list(random_positions(game, 60, 6, seed=9))
    with ThreadPoolExecutor(4) as executor:
        answers = list(executor.map(shared.score_moves, positions))
    alone = Solver(game, memory_mb=2)
    assert answers == [alone.score_moves(position) for position in positions]


@pytest.mark.parametrize(
    "question", ["value", "score", "score_moves", "keeping_moves", "best_moves"]
)
def test_a_question_whose_stop_was_requested_ends_without_an_answer(question):
    game, stop = load_game("gomoku:6x6/4"), StopToken()
    stop.request()
    assert getattr(Solver(game, memory_mb=1), question)(game.initial(), stop=stop) is None
    assert Solver(game, memory_mb=1).solve(game.initial(), stop=stop).value is None


def test_a_question_asked_within_a_question_is_refused():
    solver, game = Solver(load_game("gomoku:6x6/4")), load_game("gomoku:6x6/4")
    refused = []

    def ask_again(*_):
        try:
            solver.value(game.initial(), nodes=10)
        except InUseError as error:
            refused.append(error)

    earlier = signal.signal(signal.SIGALRM, ask_again)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        solver.score_moves(game.initial(), seconds=0.5)
    finally:
        signal.signal(signal.SIGALRM, earlier)
    assert refused


def test_a_forked_child_does_not_wait_for_a_question_of_its_parent():
    code = """
import os, sys, threading, time
from tengen import load_game
from tengen.errors import InUseError
from tengen.search import Solver
game = load_game("gomoku:6x6/4")
solver = Solver(game)
threading.Thread(target=lambda: solver.score_moves(game.initial(), seconds=3)).start()
time.sleep(0.2)
if os.fork() == 0:
    try:
        solver.value(game.initial(), seconds=0.1)
        os._exit(1)
    except InUseError:
        os._exit(7)
code = os.waitstatus_to_exitcode(os.wait()[1])
os._exit(code)
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], timeout=60, check=False)
    assert done.returncode == 7
