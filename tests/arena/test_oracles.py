"""Exact scores, and the player that plays by them."""

import random
import sys

import pytest

from tengen import Limit, Search, UniformEvaluator, load_game
from tengen.arena.match import MatchConfig, play_match
from tengen.arena.oracles import (
    ConnectFourOracle,
    SolverOracle,
    Truth,
    find_oracle,
    is_in_reach,
)
from tengen.arena.perfect import PerfectPlayer
from tengen.arena.players import player_factory
from tengen.errors import UnsupportedError
from tengen.play import RandomPlayer, play_pairings
from tengen.play.player import ProofCount
from tengen.rules import reference
from tengen.rules.position import Position
from tengen.search.solver import DRAW, Score, Solver


@pytest.mark.parametrize("first", [0, 1])
def test_connect_four_truths_checked_by_hand(first):
    game, oracle = load_game("connect4"), ConnectFourOracle()
    three_in_a_row = game.initial(first)
    for column in (0, 0, 1, 1, 2, 2):
        three_in_a_row = three_in_a_row.play(column)
    assert oracle.truth(three_in_a_row) == Truth(Score(1, 1), (3,), (3,))
    open_ended = game.initial(first)
    for column in (3, 3, 2, 2):
        open_ended = open_ended.play(column)  # 2 or 5 next makes an open three
    truth = oracle.truth(open_ended)
    assert truth is not None
    assert (truth.score, truth.best) == (Score(1, 3), (1, 4))


def test_connect_four_distances_are_those_of_the_searchs_proofs():
    game, chance = load_game("connect4"), random.Random(8)
    oracle, seen = ConnectFourOracle(), set()
    while len(seen) < 12:
        position = game.initial(chance.randrange(2))
        while position.outcome is None and len(position.history) < 34:
            position = position.play(chance.choice(position.legal_actions))
        if position.outcome is not None:
            continue
        proof = Search(game, UniformEvaluator()).run(position, Limit(simulations=100_000)).proof
        assert proof is not None
        truth = oracle.truth(position)
        assert truth is not None
        assert proof.value == truth.score.name
        if truth.score.plies in (1, 2):
            assert proof.plies == truth.score.plies
        seen.add(position)


def test_moves_that_keep_the_value_and_moves_that_are_best():
    scores = {0: Score(1, 5), 1: Score(1, 3), 2: DRAW, 4: Score(1, 3), 5: Score(-1, 2)}
    assert Truth.of(scores) == Truth(Score(1, 3), (0, 1, 4), (1, 4))
    lost = {0: Score(-1, 2), 3: Score(-1, 6)}
    assert Truth.of(lost) == Truth(Score(-1, 6), (0, 3), (3,))


def test_the_solver_tells_the_same_truth_step_by_step_as_from_all_scores():
    game, chance = load_game("gomoku:4x4/3"), random.Random(1)
    oracle, solver = SolverOracle(game, 4), SolverOracle(game, 4)._solver
    for _ in range(30):
        position = game.initial(0)
        for _ in range(chance.randint(0, 6)):
            if position.play(move := chance.choice(position.legal_actions)).outcome is None:
                position = position.play(move)
        scores = solver.score_moves(position)
        assert scores is not None
        assert oracle.truth(position) == Truth.of(scores)


def test_truth_out_of_reach_is_none():
    game = load_game("gomoku:7x7/5")
    assert SolverOracle(game, 4).truth(game.initial(), nodes=5000) is None


def test_the_right_oracle_is_found_for_a_game():
    assert isinstance(find_oracle(load_game("connect4")), ConnectFourOracle)
    assert isinstance(find_oracle(load_game("tictactoe")), SolverOracle)
    for name in ("othello", "connect4:5x4", "gomoku:15x15/5"):
        with pytest.raises(UnsupportedError):
            find_oracle(load_game(name))


def test_an_oracle_is_found_by_what_a_game_is_not_by_its_name():
    assert isinstance(find_oracle(reference.Connect4()), ConnectFourOracle)
    with pytest.raises(UnsupportedError, match="small m,n,k games only"):
        find_oracle(reference.Connect4(5, 4))


def test_boards_that_no_game_reaches_are_refused():
    game = load_game("connect4")
    state = game.place([0, 0] + [None] * 40, 0, 0, None)
    with pytest.raises(UnsupportedError, match="in turn"):
        ConnectFourOracle().truth(type(game.initial())(game, state, 0))


def test_the_perfect_player_also_plays_boards_that_no_game_reaches():
    game = load_game("connect4")
    state = game.place([0, 0, 0] + [None] * 39, 1, 0, None)
    player = PerfectPlayer(find_oracle(game), seeds=[1])
    assert player.choose({0: Position(game, state, 0)}) == {0: 3}
    assert player.proof_counts[0].searched == 1


@pytest.mark.parametrize("name", ["tictactoe", "gomoku:4x4/3", "connect4"])
def test_the_perfect_player_never_loses_what_it_need_not(name):
    game = load_game(name)
    perfect = PerfectPlayer(find_oracle(game), seeds=range(10))
    games = play_pairings((perfect, RandomPlayer(range(10))), [game.initial(0)] * 10)
    assert min(played.score_of(0) for played in games) >= 0.5
    first = [played.score_of(0) for played in games[::2]]
    assert name == "tictactoe" or first == [1.0] * 5


def test_the_perfect_player_varies_with_its_seed_and_repeats_with_the_same():
    game = load_game("tictactoe")
    oracle = find_oracle(game)

    def opening_moves():
        positions = {number: game.initial() for number in range(20)}
        return PerfectPlayer(oracle, seeds=range(20)).choose(positions)

    assert opening_moves() == opening_moves()
    assert len(set(opening_moves().values())) > 3


def test_a_game_too_hard_to_solve_is_played_by_search_and_repeats():
    game = load_game("gomoku:6x6/4")
    threatened = game.position_from("a1 c3 b3 d3 a6 e3")  # three in a row: f3, or lose
    oracle = SolverOracle(game, 4)
    assert oracle.good_moves(game.position_from("a1"), 2000) is None
    choices = [PerfectPlayer(oracle, [7], nodes=1).choose({0: threatened})[0] for _ in range(2)]
    assert [game.action_name(choice) for choice in choices] == ["f3", "f3"]


def test_moves_that_were_only_searched_are_counted():
    hard, easy = load_game("gomoku:6x6/4"), load_game("tictactoe")
    player = PerfectPlayer(SolverOracle(hard, 4), [7, 8], nodes=1)
    for _ in range(2):
        player.choose({1: hard.position_from("a1")})
    assert player.proof_counts == [ProofCount(0, 0), ProofCount(2, 2)]
    player = PerfectPlayer(SolverOracle(easy), [7])
    player.choose({0: easy.initial()})
    assert player.proof_counts == [ProofCount(1, 0)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tictactoe", True),
        ("gomoku:5x5/4", True),
        ("gomoku:5x5/4:standard", True),
        ("gomoku:6x4/4", False),
        ("gomoku:5x5/5", False),
        ("gomoku:6x6/4", False),
        ("gomoku:7x7/5", False),
    ],
)
def test_small_boards_with_short_lines_are_in_reach(name, expected):
    assert is_in_reach(load_game(name)) == expected


def test_five_by_five_is_proven_from_the_first_move_on_and_remembered():
    game = load_game("gomoku:5x5/4")
    oracle = SolverOracle(game)
    assert oracle.good_moves(game.initial(), 1) == tuple(range(25))  # every first move draws
    nodes = oracle._solver.nodes
    assert nodes > 1_000_000
    assert oracle.good_moves(game.position_from("c3"), 1) is not None
    assert oracle._solver.nodes - nodes < nodes / 10


def test_moves_that_keep_the_value_will_do_where_the_best_are_not_found(monkeypatch):
    game = load_game("gomoku:6x6/4")
    monkeypatch.setattr(Solver, "best_moves", lambda *question, **budget: None)
    position = game.position_from("a1 c3 f1 d3 a6 e3")
    keeping = Solver(game, 4).keeping_moves(position)
    assert keeping is not None
    assert SolverOracle(game).good_moves(position, 1_000_000) == keeping


def test_connect_four_is_played_exactly_from_the_empty_board(monkeypatch):
    monkeypatch.setitem(sys.modules, "bitbully", None)
    game = load_game("connect4")
    player = PerfectPlayer(find_oracle(game), seeds=[0, 1])
    after_the_edge = game.position_from("1")
    assert player.choose({0: game.initial(), 1: after_the_edge}) == {0: 3, 1: 3}
    assert player.proof_counts == [ProofCount(1, 0), ProofCount(1, 0)]


def test_a_stopped_player_of_connect_four_still_moves_and_says_it_was_not_exact():
    game = load_game("connect4")
    player = PerfectPlayer(find_oracle(game), seeds=[0])
    player.stop()
    position = game.position_from("757257331")
    assert player.choose({0: position})[0] in position.legal_actions
    assert player.proof_counts == [ProofCount(1, 1)]


def test_a_stopped_player_answers_at_once():
    game = load_game("gomoku:6x6/4")
    player = PerfectPlayer(SolverOracle(game), seeds=[0], nodes=10**12)
    player.stop()
    assert player.choose({0: game.position_from("a1")})[0] in game.position_from("a1").legal_actions


def test_perfect_players_of_several_threads_share_nothing():
    config = MatchConfig(
        game="gomoku:4x4/3", players=("perfect", "random"), pairs=8, openings="random:3"
    )
    alone = play_match(config, workers=1, group_size=16)
    together = play_match(config, workers=4, group_size=2)
    assert alone.games == together.games
    assert alone.forfeits == ()


def test_perfect_is_a_player_by_name():
    game = load_game("tictactoe")
    player = player_factory("perfect", game).make([1])
    assert player.choose({0: game.position_from("a1 b1 a2 b2")}) == {0: 6}
