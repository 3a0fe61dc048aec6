"""Records are legal games whose targets say what the search found."""

import numpy as np
import pytest

from tengen import Evaluation, SearchConfig, UniformEvaluator, load_game
from tengen._core import GameRecord
from tests.selfplay.made import HEX, native, played, positions_of, target_of

GAMES = ["connect4", "tictactoe", "othello:6x6", "gomoku:5x4/3", "gomoku:9x9/5"]
PLAYED_OUT = {"adjudicate": False, "temperature_moves": 100}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("settings", [{}, PLAYED_OUT], ids=["adjudicated", "played out"])
def test_games_are_legal_and_targets_lie_on_legal_moves(game, settings):
    for record in played(game, count=8, **settings):
        check_record(game, record)


def test_so_are_those_of_a_game_written_in_python():
    for record in played(HEX, UniformEvaluator(), count=2, simulations=4):
        check_record(HEX, record)


def test_so_are_those_of_a_net():
    for record in played(evaluator=native(), count=8):
        check_record("connect4", record)


def check_record(game, record):
    positions, end = positions_of(game, record)
    for position, move in zip(positions, record.moves, strict=True):
        actions = [action for action, _ in move.target]
        assert actions == sorted(set(actions))
        assert set(actions) <= set(position.legal_actions)
        assert all(weight > 0 for _, weight in move.target)
        assert -1 <= move.root_value <= 1
        assert 0 <= move.root_draw <= 1
        assert move.surprise >= 0
    if record.end == "played_out":
        assert end.outcome is not None
        assert end.outcome.winner == record.winner


def test_passes_are_moves_of_the_record():
    game = "othello:6x6"
    records = played(game, count=12, **PLAYED_OUT)
    passes = load_game(game).num_actions - 1
    assert any(move.action == passes for record in records for move in record.moves)
    for record in records:
        check_record(game, record)


def test_visits_are_the_target_when_every_move_is_searched_in_full():
    search = SearchConfig(reuse_tree=False, prove=False)
    for record in played(search=search, count=3, simulations=30):
        for move in record.moves:  # the root's own evaluation is a simulation and no child's visit
            assert sum(weight for _, weight in move.target) == 29


def test_cheap_searches_give_no_target_and_about_the_share_asked_for():
    unproven = SearchConfig(noise_epsilon=0.25, prove=False)
    how = {"full_share": 0.25, "cheap_simulations": 4, "temperature_moves": 100}
    records = played(search=unproven, count=40, **how)
    moves = [move for record in records for move in record.moves]
    full = [move for move in moves if move.target]
    assert 0.2 < len(full) / len(moves) < 0.3
    assert all(move.surprise == 0 for move in moves if not move.target)
    assert any(move.surprise > 0 for move in full)


def test_without_temperature_the_best_move_is_played():
    for record in played(count=12, temperature_moves=4, adjudicate=False):
        for move in record.moves[4:]:
            if move.root_value in (-1, 0, 1):  # proven: not the visits but the proof decides
                break
            shares = target_of(move, 7)
            assert shares[move.action] == max(shares)


def test_with_temperature_lesser_moves_are_played_too():
    records = played(count=20, temperature_moves=100)
    lesser = [
        move
        for record in records
        for move in record.moves
        if target_of(move, 7)[move.action] < max(target_of(move, 7))
    ]
    assert len(lesser) > 20


def test_a_very_low_temperature_is_as_good_as_none():
    records = played("gomoku:9x9/5", count=4, temperature_moves=100, temperature_early=0.0005)
    for record in records:
        for move in record.moves:
            shares = target_of(move, 81)
            assert shares[move.action] == max(shares)


def test_noise_on_the_choice_changes_the_moves_and_not_the_targets():
    quiet, noisy = (
        played(count=10, temperature_moves=0, output_noise=noise, search=SearchConfig())
        for noise in (0.0, 0.5)
    )
    for one, other in zip(quiet, noisy, strict=True):
        assert one.moves[0].target == other.moves[0].target
    assert [r.moves[0].action for r in quiet] != [r.moves[0].action for r in noisy]


def test_noise_on_the_choice_without_temperature_still_mostly_plays_the_best():
    records = played("gomoku:9x9/5", count=20, temperature_moves=0, output_noise=0.25)
    moves = [move for record in records for move in record.moves]
    best = [max(target_of(m, 81)) == target_of(m, 81)[m.action] for m in moves]
    assert 0.65 < np.mean(best) < 0.95


class Careless:
    """Chances that sum to 1 and lie outside of 0 to 1 by as little as is forgiven."""

    def __init__(self, wdl):
        self.wdl = wdl

    def evaluate(self, planes):
        count = len(planes)
        value = np.full(count, self.wdl[0] - self.wdl[2], np.float32)
        chances = np.tile(np.array(self.wdl, np.float32), (count, 1))
        return Evaluation(np.zeros((count, 7), np.float32), value, chances)


@pytest.mark.parametrize("wdl", [(0.504, -0.008, 0.504), (-0.004, 1.008, -0.004)])
def test_draw_chances_of_a_careless_evaluator_are_chances_in_the_record(wdl):
    for record in played("connect4", Careless(wdl), count=2, simulations=8):
        assert all(0 <= move.root_draw <= 1 for move in record.moves)
        assert GameRecord.from_bytes(record.to_bytes()).moves
