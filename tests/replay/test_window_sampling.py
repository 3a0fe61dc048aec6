"""Which positions are drawn, and what the window holds."""

import collections

import numpy as np
import pytest

from tengen import SearchConfig, UniformEvaluator, load_game
from tengen._core import GameRecord
from tengen.replay.window import ReplayWindow, window_size
from tests.replay.sampled import places_by_planes, rows_with_places, window_of
from tests.selfplay.made import HEX, played


def arrays_of(batch):
    return {name: getattr(batch, name) for name in batch.__slots__}


def same(one, other):
    return all(
        np.array_equal(arrays_of(one)[name], array) for name, array in arrays_of(other).items()
    )


def test_a_sample_depends_on_its_seed_and_the_games_alone():
    records = played(count=10)
    window = window_of("connect4", records)
    first = window.sample(64, 7, surprise_share=0.5)
    window.sample(10, 1)
    assert same(window.sample(64, 7, surprise_share=0.5), first)
    assert same(window_of("connect4", records).sample(64, 7, surprise_share=0.5), first)
    assert not same(window.sample(64, 8, surprise_share=0.5), first)
    longer = window.sample(100, 7, surprise_share=0.5)
    np.testing.assert_array_equal(longer.planes[:64], first.planes)


def test_dropped_games_leave_no_trace_in_the_samples():
    records = played(count=10)
    trimmed, small = window_of("connect4", records), window_of("connect4", records[6:])
    trimmed.trim(small.positions)
    assert same(trimmed.sample(64, 7, symmetries=False), small.sample(64, 7, symmetries=False))


def test_every_position_is_as_likely_as_any_other():
    records = played(count=6, random_plies=6, simulations=8)
    places = places_by_planes("connect4", records)
    window = window_of("connect4", records)
    draws = 60 * window.positions
    counts = collections.Counter(
        (place.record.index, place.move)
        for _, place in rows_with_places(window.sample(draws, 11, symmetries=False), places)
    )
    assert len(counts) == len(places)
    deviations = [(count - 60) ** 2 / 60 for count in counts.values()]
    freedom = len(places)
    assert sum(deviations) == pytest.approx(freedom, abs=4 * np.sqrt(2 * freedom))


@pytest.mark.parametrize("share", [0.0, 0.25])
def test_positions_behind_a_proof_are_drawn_as_often_as_asked(share):
    records = played("gomoku:6x6/4", count=8, simulations=30)
    assert sum(record.unsearched > 0 for record in records) > 4
    places = places_by_planes("gomoku:6x6/4", records)
    window = window_of("gomoku:6x6/4", records)
    all_moves = sum(len(record.moves) for record in records)
    unsearched = sum(record.unsearched for record in records)
    assert window.positions_drawn(share) == all_moves - (1 - share) * unsearched
    expected = 200
    draws = int(expected * window.positions_drawn(share))
    batch = window.sample(draws, 5, symmetries=False, proven_share=share)
    counts = collections.Counter(
        (place.record.index, place.move) for _, place in rows_with_places(batch, places)
    )
    for place in places.values():
        searched = place.move < len(place.record.moves) - place.record.unsearched
        wanted = expected if searched else share * expected
        drawn = counts[place.record.index, place.move]
        assert drawn == pytest.approx(wanted, abs=5 * np.sqrt(wanted))


def test_a_window_counts_unsearched_positions_of_the_games_it_still_has():
    records = played("gomoku:6x6/4", count=8, simulations=30)
    window = window_of("gomoku:6x6/4", records)
    window.trim(len(records[-1].moves))
    assert window.positions - window.positions_drawn(0) == records[-1].unsearched


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_a_share_is_drawn_in_proportion_to_surprise_within_each_game(share):
    """Not among all games: surprises of older nets are larger, and would teach old games most."""
    records = played(count=6, random_plies=6, full_share=0.5, cheap_simulations=4)
    places = places_by_planes("connect4", records)
    window = window_of("connect4", records)
    draws = 60 * window.positions
    batch = window.sample(draws, 3, symmetries=False, surprise_share=share)
    counts = collections.Counter()
    for _, place in rows_with_places(batch, places):
        counts[place.record.index, place.move] += 1
    for place in places.values():
        moves = place.record.moves
        weight = moves[place.move].surprise / sum(move.surprise for move in moves)
        expected = draws / window.positions * (1 - share + share * weight * len(moves))
        drawn = counts[place.record.index, place.move]
        assert drawn == pytest.approx(expected, abs=5 * np.sqrt(expected + 1))


def test_without_any_surprise_the_share_is_drawn_uniformly():
    search = SearchConfig(prove=False)
    records = played(evaluator=UniformEvaluator(), search=search, count=2, simulations=1)
    assert sum(move.surprise for record in records for move in record.moves) == 0
    window = window_of("connect4", records)
    assert len(np.unique(window.sample(500, 1, surprise_share=1.0).moves_left)) > 10


def test_trimming_keeps_the_newest_whole_games():
    records = played(count=8)
    sizes = [len(record.moves) for record in records]
    window = window_of("connect4", records)
    assert window.positions == sum(sizes)
    window.trim(sum(sizes[3:]) + sizes[2] - 1)
    assert window.positions == sum(sizes[3:])
    window.trim(sum(sizes[3:]))
    assert window.positions == sum(sizes[3:])
    window.trim(0)
    assert window.positions == sizes[-1]
    window.add(records[0])
    assert window.positions == sizes[-1] + sizes[0]
    left = window.sample(200, 1, symmetries=False).moves_left
    assert left.max() <= max(sizes[-1], sizes[0])


def test_games_that_break_the_rules_are_refused():
    (record,) = played("gomoku:9x9/5", count=1)
    with pytest.raises(ValueError, match="illegal move"):
        window_of("tictactoe", [record])
    with pytest.raises(ValueError, match="illegal move"):
        window_of("gomoku:7x7/5", [record])


def test_a_game_that_did_not_end_as_it_says_is_refused():
    (record,) = played("tictactoe", count=1, adjudicate=False)
    data = bytearray(record.to_bytes())
    # The winner stands before the kind of end, nobody (2) who would have resigned, no opening.
    winner = data.index(bytes([0, 2, 0, len(record.moves)])) - 1
    data[winner] = (data[winner] + 1) % 3
    with pytest.raises(ValueError, match="does not end with the recorded result"):
        window_of("tictactoe", [GameRecord.from_bytes(bytes(data))])


def test_an_empty_window_has_nothing_to_draw():
    window = ReplayWindow(load_game("connect4"), "4-planes")
    assert window.positions == 0
    with pytest.raises(ValueError, match="the replay window is empty"):
        window.sample(1, 1)


def test_a_window_of_a_python_game():
    records = played(HEX, UniformEvaluator(), count=2, simulations=4)
    window = window_of(HEX, records)
    assert window.positions == sum(len(record.moves) for record in records)
    assert same(window.sample(8, 1), window.sample(8, 1))


def test_the_size_of_a_window_follows_a_power_law():
    assert window_size(50, 100, 0.5) == 100
    assert window_size(100, 100, 0.5) == 100
    assert window_size(400, 100, 0.5) == 200
    assert window_size(10_000, 100, 0.5) == 1000
    assert window_size(10_000, 100, 0.0) == 100
    assert window_size(10_000, 100, 1.0) == 10_000
