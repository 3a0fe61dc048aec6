"""Game i of generation k depends on (seed, k, i, evaluator, config), and on nothing else."""

import pytest

from tengen import SearchConfig, UniformEvaluator
from tests.selfplay.made import HEX, InPython, native, played

GUMBEL = SearchConfig(root="gumbel", gumbel_actions=4)
SETTINGS = {
    "noise": {},
    "two kinds of moves": {"full_share": 0.5, "cheap_simulations": 5},
    "random openings": {"random_plies": 6},
    "resigning": {"resign_below": -0.3, "play_on_share": 0.5},
    "played out": {"adjudicate": False, "output_noise": 0.25},
}


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("at_once", [1, 7, 64])
def test_threads_and_games_at_once_change_nothing(threads, at_once):
    expected = played(count=12)
    assert played(count=12, threads=threads, games_at_once=at_once) == expected


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_whatever_the_settings(settings):
    expected = played(count=8, **settings)
    assert played(count=8, threads=2, games_at_once=3, **settings) == expected


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_with_a_net_in_the_core(threads):
    expected = played(evaluator=native(), count=9)
    assert played(evaluator=native(), count=9, threads=threads, games_at_once=5) == expected


@pytest.mark.parametrize("at_once", [1, 4, 64])
@pytest.mark.parametrize("threads", [1, 2])
def test_with_a_net_asked_through_python(threads, at_once):
    expected = played(evaluator=InPython(native()), count=9)
    again = played(evaluator=InPython(native()), count=9, threads=threads, games_at_once=at_once)
    assert again == expected


def test_a_net_plays_the_same_moves_in_the_core_and_through_python():
    for record, outside in zip(
        played(evaluator=native(), count=9),
        played(evaluator=InPython(native()), count=9),
        strict=True,
    ):
        for one, other in zip(record.moves, outside.moves, strict=True):
            assert (one.action, one.target) == (other.action, other.target)
            assert one.root_value == pytest.approx(other.root_value, abs=1e-6)


@pytest.mark.parametrize("game", ["othello:6x6", "gomoku:5x4/3", "tictactoe"])
def test_on_other_boards(game):
    expected = played(game, count=6)
    assert played(game, count=6, threads=2, games_at_once=3) == expected


def test_with_a_game_written_in_python():
    expected = played(HEX, UniformEvaluator(), count=2, simulations=4)
    assert played(HEX, UniformEvaluator(), count=2, simulations=4, games_at_once=1) == expected


def test_with_symmetries_several_leaves_and_gumbel():
    for search in (
        SearchConfig(random_symmetry=True, noise_epsilon=0.25),
        SearchConfig(leaves_per_batch=4, noise_epsilon=0.25),
        GUMBEL,
    ):
        expected = played(evaluator=native(), search=search, count=6)
        again = played(evaluator=native(), search=search, count=6, threads=2, games_at_once=4)
        assert again == expected


def test_some_games_of_a_generation_are_the_same_as_among_all():
    everything = played(count=12)
    some = [11, 3, 4]
    assert played(count=some, threads=2) == [everything[number] for number in sorted(some)]


def test_games_differ_by_number_generation_seed_and_net():
    def moves(records):
        return [[move.action for move in record.moves] for record in records]

    games = moves(played(count=12))
    assert len({tuple(game) for game in games}) == 12
    assert moves(played(count=12, generation=1)) != games
    assert moves(played(count=12, seed=2)) != games
    one, other = (played(evaluator=native(seed=seed), count=4) for seed in (1, 2))
    assert moves(one) != moves(other)


def test_records_carry_their_number_and_a_seed_of_their_own():
    records = played(count=5)
    assert [record.index for record in records] == list(range(5))
    assert len({record.seed for record in records}) == 5
