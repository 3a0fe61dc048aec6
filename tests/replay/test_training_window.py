"""The window a run keeps is the one it would fill anew: same games, same order, same samples."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen import load_game
from tengen.replay import stage
from tengen.replay.store import RunStore
from tengen.replay.training_window import TrainingWindow
from tengen.replay.validation import read_record
from tengen.replay.window import ReplayWindow, window_size
from tengen.rules.reference import Gomoku
from tengen.selfplay import Games
from tests.selfplay.made import played

GAME = load_game("tictactoe")
GENERATIONS = [
    [
        read_record(record.to_bytes())
        for record in played("tictactoe", count=8, generation=generation, random_plies=4)
    ]
    for generation in range(7)
]
SIZES = [(60, 0.0), (30, 0.6), (10, 1.0), (1, 0.0), (100_000, 0.3)]


@pytest.fixture
def store(tmp_path):
    with RunStore(tmp_path / "run.db") as opened:
        yield opened


def play_into(store, window, generation, numbers=range(8)):
    """Stores games and shows them to the window, the last one first: they end as they like."""
    for number in reversed(numbers):
        record = GENERATIONS[generation][number]
        store.add_games([record], generation, "net")
        window.add(record)


def rebuilt(store, generation, smallest, growth):
    """A window as it was made before: from nothing, of the newest games in the store."""
    window = ReplayWindow(GAME, "4-planes")
    size = window_size(store.positions(until=generation), smallest, growth)
    for row in store.newest_games(size, until=generation):
        window.add(row.record)
    return window


def assert_same_samples(one, other):
    assert one.positions == other.positions
    for seed in range(5):
        drawn = [window.sample(64, seed, surprise_share=0.5) for window in (one, other)]
        for name in ("planes", "policy", "value", "moves_left", "reply"):
            arrays = [getattr(batch, name) for batch in drawn]
            np.testing.assert_array_equal(*arrays)


@pytest.mark.parametrize(("smallest", "growth"), SIZES)
def test_a_kept_window_equals_one_that_is_filled_anew_in_every_generation(store, smallest, growth):
    window = TrainingWindow(GAME, "4-planes", smallest, growth)
    for generation in range(len(GENERATIONS)):
        window.begin(store, generation)
        play_into(store, window, generation)
        unseen = window.learn_from_new(store.positions(until=generation))
        assert_same_samples(window.replay, rebuilt(store, generation, smallest, growth))
        assert unseen.positions == sum(len(record.moves) for record in GENERATIONS[generation])


@pytest.mark.parametrize(("smallest", "growth"), SIZES)
@pytest.mark.parametrize("stopped", [0, 3, 8])
def test_a_window_filled_in_the_middle_of_a_generation_goes_on_like_the_kept_one(
    store, smallest, growth, stopped
):
    kept = TrainingWindow(GAME, "4-planes", smallest, growth)
    for generation in range(4):
        kept.begin(store, generation)
        play_into(store, kept, generation)
        kept.learn_from_new(store.positions(until=generation))
    kept.begin(store, 4)
    play_into(store, kept, 4, range(stopped))
    filled = TrainingWindow(GAME, "4-planes", smallest, growth)
    filled.fill(store, 4)
    assert list(filled.missing(8)) == list(kept.missing(8)) == list(range(stopped, 8))
    for number in range(stopped, 8):
        store.add_games([GENERATIONS[4][number]], 4, "net")
        for window in (kept, filled):
            window.add(GENERATIONS[4][number])
    unseen = [window.learn_from_new(store.positions(until=4)) for window in (kept, filled)]
    assert_same_samples(kept.replay, filled.replay)
    assert_same_samples(*unseen)


def test_games_of_later_generations_wait_until_their_turn(store):
    """A run that went back to an older state has them already."""
    for generation in range(3):
        store.add_games(GENERATIONS[generation], generation, "net")
    window = TrainingWindow(GAME, "4-planes", 1000, 0.0)
    window.fill(store, 1)
    assert list(window.missing(8)) == []
    window.learn_from_new(store.positions(until=1))
    assert_same_samples(window.replay, rebuilt(store, 1, 1000, 0.0))
    window.begin(store, 2)
    assert [record.index for record in window.new] == list(range(8))


@given(
    st.integers(0, 2_000_000),
    st.integers(0, 100_000),
    st.integers(1, 500_000),
    st.one_of(st.floats(0, 0.999), st.just(1.0)),
)
def test_a_game_that_has_left_the_window_does_not_come_back(played_before, new, smallest, growth):
    before = window_size(played_before, smallest, growth)
    assert window_size(played_before + new, smallest, growth) <= before + new


def test_a_window_that_keeps_everything_loses_nothing_to_rounding():
    assert all(window_size(total, 49, 1.0) == total for total in range(49, 5000))


class Asked(Gomoku):
    """Tic-tac-toe in Python that counts the moves it is asked to play."""

    def __init__(self):
        super().__init__(3, 3, 3)
        self.name, self.moves = "tictactoe", 0

    def next_state(self, state, action):
        self.moves += 1
        return super().next_state(state, action)


def test_rules_in_python_play_a_game_again_when_it_is_validated_and_never_to_learn_from_it(store):
    game, games = Asked(), Games(1, 0, range(8))
    window = TrainingWindow(game, "4-planes", 1000, 0.0)
    window.begin(store, 0)
    data = [record.to_bytes() for record in GENERATIONS[0]]
    for record in stage.store(store, game, games, data).records:
        window.add(record)
    plies = sum(len(record.opening) + len(record.moves) for record in GENERATIONS[0])
    assert game.moves == plies
    unseen = window.learn_from_new(store.positions())
    assert game.moves == plies
    assert_same_samples(window.replay, rebuilt(store, 0, 1000, 0.0))
    assert_same_samples(unseen, window.replay)


def test_a_target_that_the_game_has_no_action_for_is_refused_though_it_is_called_validated():
    (record,) = played("connect4", count=1)
    window = ReplayWindow(Gomoku(2, 2, 2), "4-planes")
    with pytest.raises(ValueError, match="which the game does not have"):
        window.add_validated(record)
    assert window.positions == 0
