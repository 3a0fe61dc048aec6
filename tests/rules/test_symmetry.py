"""Symmetries form a group and move planes, policies and positions together (SPEC G8)."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tengen import Symmetry
from tengen.errors import NotationError
from tengen.rules import list_games, load_game
from tests.rules.games import SMALL_GAMES, random_position

seeds = st.integers(0, 10_000)


def then(first, second):
    """Both symmetries, one after the other."""
    return Symmetry(
        tuple(second.cell_image[cell] for cell in first.cell_image),
        tuple(second.action_image[action] for action in first.action_image),
    )


def inverse_number(game, k):
    identity = game.symmetries[0]
    (number,) = [
        n for n, other in enumerate(game.symmetries) if then(game.symmetries[k], other) == identity
    ]
    return number


@pytest.mark.parametrize(
    ("name", "count"),
    [("tictactoe", 8), ("gomoku:9x7/4", 4), ("connect4", 2), ("othello:6x6", 8)],
)
def test_squares_have_8_symmetries_rectangles_4_and_connect_four_2(name, count):
    assert load_game(name).spec.num_symmetries == count


@pytest.mark.parametrize("name", [*list_games(), "gomoku:9x7/4", "connect4:9x6"])
def test_symmetries_form_a_group(name):
    game = load_game(name)
    elements = set(game.symmetries)
    assert len(elements) == len(game.symmetries)
    assert {then(a, b) for a in elements for b in elements} == elements
    for k in range(len(game.symmetries)):
        assert (
            then(game.symmetries[inverse_number(game, k)], game.symmetries[k])
            == (game.symmetries[0])
        )


@pytest.mark.parametrize("name", ["othello", "othello:6x6"])
def test_no_symmetry_moves_the_pass(name):
    game = load_game(name)
    assert {symmetry.action_image[-1] for symmetry in game.symmetries} == {game.num_actions - 1}


def test_a_mirror_of_connect_four_moves_columns():
    position = load_game("connect4").position_from("1127").apply_symmetry(1)
    assert position.history == (6, 6, 5, 0)


def test_a_mirror_of_a_wide_board_keeps_rows():
    position = load_game("gomoku:9x7/4").position_from("a1b7").apply_symmetry(1)
    assert position.game.moves_text(position.history) == "i1h7"


@given(st.sampled_from(SMALL_GAMES), seeds, st.integers(0, 7), st.sampled_from([0, 1]))
def test_planes_and_actions_move_with_the_position(name, seed, k, first):
    position = random_position(name, seed, first)
    game = position.game
    symmetry = game.symmetries[k % len(game.symmetries)]
    image = position.apply_symmetry(k % len(game.symmetries))
    for encoding in game.encodings:
        moved = symmetry.permute_planes(position.planes(encoding))
        assert np.array_equal(moved, image.planes(encoding))
    moved_actions = sorted(symmetry.action_image[action] for action in position.legal_actions)
    assert moved_actions == sorted(image.legal_actions)
    assert (image.outcome, image.to_move) == (position.outcome, position.to_move)


@given(st.sampled_from(SMALL_GAMES), seeds, st.integers(0, 7))
def test_the_inverse_brings_the_position_and_its_history_back(name, seed, k):
    position = random_position(name, seed)
    k %= len(position.game.symmetries)
    image = position.apply_symmetry(k)
    again = image.apply_symmetry(inverse_number(position.game, k))
    assert again == position
    assert again.history == position.history


@given(st.sampled_from(SMALL_GAMES), seeds, st.integers(0, 7))
def test_the_image_of_a_game_is_the_game_of_the_images(name, seed, k):
    position = random_position(name, seed)
    k %= len(position.game.symmetries)
    start = position.game.initial()
    assume(start.apply_symmetry(k) == start)  # Not so for half of Othello's symmetries.
    image = position.game.symmetries[k].action_image
    played = position.game.position_from([image[action] for action in position.history])
    assert position.apply_symmetry(k) == played


@given(st.sampled_from(SMALL_GAMES), st.integers(0, 7), seeds)
def test_permuted_cells_hold_what_the_image_says(name, k, seed):
    game = load_game(name)
    symmetry = game.symmetries[k % len(game.symmetries)]
    planes = np.random.default_rng(seed).random((2, game.height, game.width), np.float32)
    moved = symmetry.permute_planes(planes)
    for cell, image in enumerate(symmetry.cell_image):
        assert (moved.reshape(2, -1)[:, image] == planes.reshape(2, -1)[:, cell]).all()


@pytest.mark.parametrize("k", [-1, 2])
def test_a_symmetry_the_game_does_not_have_is_refused(k):
    with pytest.raises(NotationError, match=f"connect4 has symmetries 0 to 1; got {k}"):
        load_game("connect4").initial().apply_symmetry(k)
