"""Positions: play and undo, history, masks and hashes (SPEC G4)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen._core import Random
from tengen.rules import load_game
from tests.rules.games import SMALL_GAMES, random_game, random_position

seeds = st.integers(0, 10_000)


@given(st.sampled_from(SMALL_GAMES), seeds, st.sampled_from([0, 1]))
def test_undo_restores_every_earlier_position(name, seed, first):
    positions = list(random_game(load_game(name), seed, first))
    current = positions[-1]
    for earlier in reversed(positions[:-1]):
        current = current.undo()
        assert current == earlier
        assert current.history == earlier.history
        assert str(current) == str(earlier)


@given(st.sampled_from(SMALL_GAMES), seeds)
def test_play_leaves_the_old_position_alone(name, seed):
    position = random_position(name, seed)
    before = (str(position), position.hash, position.history, position.legal_actions)
    for action in position.legal_actions:
        assert position.play(action) != position
    assert (str(position), position.hash, position.history, position.legal_actions) == before


@given(st.sampled_from(SMALL_GAMES), seeds)
def test_the_mask_is_true_exactly_on_the_legal_actions(name, seed):
    position = random_position(name, seed)
    assert position.legal_mask.dtype == np.bool_
    assert position.legal_mask.shape == (position.game.num_actions,)
    assert np.flatnonzero(position.legal_mask).tolist() == position.legal_actions


def test_the_history_and_the_last_action_are_those_played():
    position = load_game("connect4").position_from("4433")
    assert position.history == (3, 3, 2, 2)
    assert position.last_action == 2
    assert load_game("connect4").initial().last_action is None


def test_numpy_numbers_are_actions_and_become_ints():
    position = load_game("connect4").initial().play(np.int64(3))
    assert type(position.last_action) is int


@given(st.data())
def test_transpositions_of_gomoku_hash_alike(data):
    game = load_game("gomoku:15x15/5")
    cells = data.draw(st.lists(st.integers(0, 224), min_size=8, max_size=8, unique=True))
    own, other = cells[:4], cells[4:]
    orders = [
        [
            cell
            for pair in zip(data.draw(st.permutations(own)), others, strict=True)
            for cell in pair
        ]
        for others in (other, data.draw(st.permutations(other)))
    ]
    hashes = {game.position_from(order).hash for order in orders}
    assert len(hashes) == 1


def test_transpositions_of_connect_four_hash_alike_and_other_orders_do_not():
    game = load_game("connect4")
    assert game.position_from("1234").hash == game.position_from("3412").hash
    assert game.position_from("1234").hash != game.position_from("2143").hash


def test_equal_positions_are_equal_keys():
    game = load_game("connect4")
    assert len({game.position_from("12"), game.position_from("12"), game.position_from("21")}) == 2


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_different_positions_differ_in_hash(name):
    game = load_game(name)
    hashes = {}
    for seed in range(150):
        for position in random_game(game, seed, seed % 2):
            cells = tuple(game.cells(position.state))
            hashes.setdefault(position.hash, set()).add((cells, position.to_move, position.first))
    assert max(len(positions) for positions in hashes.values()) == 1
    assert len(hashes) > 1000 or name == "tictactoe"


def test_full_othello_boards_differ_in_hash():
    game = load_game("othello")
    random = Random(0)
    boards = [[random.below(2) for _ in range(64)] for _ in range(200)]
    hashes = {game.hash_state(game.place(cells, 0, 0, None)) for cells in boards}
    assert len(hashes) == len(boards)


def test_the_side_to_move_and_who_began_are_part_of_the_hash():
    game = load_game("othello")
    cells = game.cells(game.initial().state)
    hashes = {
        game.hash_state(game.place(cells, to_move, first, None))
        for to_move in (0, 1)
        for first in (0, 1)
    }
    assert len(hashes) == 4


def test_hash_bits_are_all_used():
    hashes = [position.hash for position in random_game(load_game("gomoku:15x15/5"), 1)]
    for bit in range(64):
        assert 0.2 < sum(hash_ >> bit & 1 for hash_ in hashes) / len(hashes) < 0.8


def test_a_position_is_no_text():
    position = load_game("connect4").position_from("44")
    assert repr(position.game) == "<NativeGame connect4>"
    assert position != "44"


def test_the_spec_holds_the_facts_of_the_game():
    spec = load_game("gomoku:9x7/4").spec
    assert (spec.name, spec.version, spec.width, spec.height) == ("gomoku:9x7/4", 1, 9, 7)
    assert (spec.num_actions, spec.max_plies, spec.num_symmetries) == (63, 63, 4)
    assert spec.encodings == ("3-planes", "4-planes")
