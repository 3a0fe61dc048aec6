"""How games end: played out, proven, or given up."""

from tengen import SearchConfig
from tests.search.fakes import ConstantEvaluator
from tests.selfplay.made import facts_of, played, positions_of

DEEP = {"simulations": 200, "temperature_moves": 6}


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
        assert len(long.moves) >= len(short.moves)
        assert facts_of(long.moves)[: len(short.moves)] == facts_of(short.moves)


def test_proven_results_of_both_seats_and_draws_occur():
    gomoku = {record.winner for record in played("connect4:4x4", count=30, **DEEP)}
    tictactoe = {record.winner for record in played("tictactoe", count=30, random_plies=3, **DEEP)}
    assert gomoku | tictactoe == {0, 1, None}


def test_the_last_root_value_of_a_proven_game_is_exact():
    for record in played("tictactoe", count=20, **DEEP):
        if record.end == "proven":
            last = positions_of("tictactoe", record)[0][-1]
            exact = 0 if record.winner is None else 1 if record.winner == last.to_move else -1
            assert record.moves[-1].root_value == exact


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
