"""How games end: played out, proven, or given up."""

import math

import pytest

from tengen import SearchConfig
from tests.search.fakes import ConstantEvaluator
from tests.selfplay.made import facts_of, played, positions_of

DEEP = {"simulations": 200, "temperature_moves": 6}


def first_proven(record):
    """The number of the move whose search proved the result; the line after it is not searched."""
    size = 0 if record.winner is None else 1
    number = len(record.moves)
    while number > 0 and abs(record.moves[number - 1].root_value) == size:
        number -= 1
    return number


def test_a_proven_root_ends_the_game_with_a_result_that_play_confirms():
    """The same games without adjudication: equal up to there, and the same winner."""
    ended = played("gomoku:4x4/3", count=20, **DEEP)
    played_on = played("gomoku:4x4/3", count=20, adjudicate=False, **DEEP)
    proven = [number for number, record in enumerate(ended) if record.end == "proven"]
    assert len(proven) > 15
    for number in proven:
        short, long = ended[number], played_on[number]
        assert long.end == "played_out"
        assert long.winner == short.winner
        searched = short.moves[: first_proven(short) + 1]
        assert facts_of(long.moves)[: len(searched)] == facts_of(searched)


def test_proven_results_of_both_seats_and_draws_occur():
    gomoku = {record.winner for record in played("connect4:4x4", count=30, **DEEP)}
    tictactoe = {record.winner for record in played("tictactoe", count=30, random_plies=3, **DEEP)}
    assert gomoku | tictactoe == {0, 1, None}


def test_the_last_root_value_of_a_proven_game_is_exact():
    for record in played("tictactoe", count=20, **DEEP):
        if record.end == "proven":
            positions = positions_of("tictactoe", record)[0]
            for number in range(first_proven(record), len(positions)):
                mover = positions[number].to_move
                exact = 0 if record.winner is None else 1 if record.winner == mover else -1
                assert record.moves[number].root_value == exact


def test_a_proven_game_is_recorded_to_its_end_by_the_rules():
    """So that moves-left targets are true, and wins in one are learned though never searched."""
    for game in ("gomoku:4x4/3", "connect4:4x4", "tictactoe"):
        for record in played(game, count=20, **DEEP):
            end = positions_of(game, record)[1]
            assert end.outcome is not None
            assert end.outcome.winner == record.winner


def test_a_record_counts_the_moves_behind_its_proof_that_nobody_searched():
    for record in played("gomoku:4x4/3", count=20, **DEEP):
        expected = len(record.moves) - 1 - first_proven(record) if record.end == "proven" else 0
        assert record.unsearched == expected


def test_a_proven_win_teaches_the_move_that_wins_however_few_visits_it_had():
    for record in played("gomoku:5x5/3", count=20, simulations=30):
        number = first_proven(record)
        move, position = record.moves[number], positions_of("gomoku:5x5/3", record)[0][number]
        if move.root_value == 1:
            assert list(move.target) == [(move.action, 1)]
            # Every legal move had the same prior.
            assert move.surprise == pytest.approx(math.log(len(position.legal_actions)), abs=1e-4)


def test_the_line_of_a_proof_teaches_the_winner_and_not_the_loser():
    taught = 0
    for record in played("gomoku:4x4/3", count=20, **DEEP):
        positions = positions_of("gomoku:4x4/3", record)[0]
        line = range(first_proven(record) + 1, len(positions))
        for number in line:
            move = record.moves[number]
            wins = positions[number].to_move == record.winner
            assert list(move.target) == ([(move.action, 1)] if wins else [])
            taught += wins
    assert taught > 10


def pessimist():
    """Thinks that whoever is to move loses: the root's value swings with the depth of the tree."""
    return ConstantEvaluator([0.0] * 7, value=-0.6)


def test_a_side_below_the_threshold_resigns():
    records = played(
        evaluator=pessimist(), count=5, simulations=1, resign_below=-0.5, play_on_share=0
    )
    for record in records:
        assert record.end == "resigned"
        assert len(record.moves) == 1
        assert record.winner == 1
        assert record.would_have_resigned is None


def test_nobody_resigns_above_the_threshold_or_without_one():
    for threshold in (-0.7, None):
        records = played(
            evaluator=pessimist(), count=5, simulations=1, resign_below=threshold, play_on_share=0
        )
        assert {record.end for record in records} <= {"played_out", "proven"}
        assert {record.would_have_resigned for record in records} == {None}


def test_games_played_on_tell_who_would_have_resigned_and_who_was_wrong():
    records = played(
        evaluator=pessimist(), count=30, simulations=1, resign_below=-0.5, play_on_share=1
    )
    assert {record.end for record in records} <= {"played_out", "proven"}
    assert {record.would_have_resigned for record in records} == {0}
    wrong = [record for record in records if record.winner != 1]
    assert 0 < len(wrong) < 30


def test_a_share_of_the_games_is_played_on():
    records = played(
        evaluator=pessimist(), count=200, simulations=1, resign_below=-0.5, play_on_share=0.3
    )
    played_on = sum(record.end != "resigned" for record in records)
    assert 40 < played_on < 80


def test_playing_on_changes_nothing_before_the_first_resignation():
    settings = {"evaluator": None, "count": 20, "resign_below": -0.4}
    resigned = played(play_on_share=0, search=SearchConfig(), **settings)
    for record, long in zip(
        resigned, played(play_on_share=1, search=SearchConfig(), **settings), strict=True
    ):
        assert facts_of(long.moves)[: len(record.moves)] == facts_of(record.moves)
        if record.end == "resigned":
            assert long.would_have_resigned == 1 - record.winner
