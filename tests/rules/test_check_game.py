"""`check_game` finds each broken promise and names it."""

import itertools
import re

import numpy as np
import pytest

from tengen import Game, Outcome, Symmetry
from tengen.errors import GameContractError
from tengen.rules import check_game
from tengen.rules.symmetry import grid_symmetry
from tests.rules.turn_games import TURN_GAMES, DotsAndBoxes


class Nim(Game):
    """Ten matches in a row; take one, two or three from the left; who takes the last wins.

    Sound as it stands: each test below breaks one promise of it.
    """

    name = "nim"
    width, height = 10, 1
    num_actions = 3
    max_plies = 10

    def initial_state(self, first):
        return (first, first, 10)

    def to_move(self, state):
        return state[1]

    def legal_actions(self, state):
        return [taken - 1 for taken in (1, 2, 3) if taken <= state[2]]

    def next_state(self, state, action):
        first, to_move, left = state
        return (first, 1 - to_move, left - action - 1)

    def outcome(self, state):
        return Outcome(1 - state[1], "last match") if state[2] == 0 else None

    def cells(self, state):
        return [None] * (10 - state[2]) + [0] * state[2]

    def cell_of(self, position):
        return None


class Grid(Game):
    """Two stones in the same row of a 3x2 board win; sound, with its two mirrorings."""

    name = "grid"
    width, height = 3, 2
    num_actions = max_plies = 6

    def initial_state(self, first):
        return (first, (None,) * 6)

    def to_move(self, state):
        return (state[0] + 6 - state[1].count(None)) % 2

    def legal_actions(self, state):
        return [] if self.outcome(state) else [i for i, s in enumerate(state[1]) if s is None]

    def next_state(self, state, action):
        cells = list(state[1])
        cells[action] = self.to_move(state)
        return (state[0], tuple(cells))

    def outcome(self, state):
        for seat, row in itertools.product((0, 1), (state[1][:3], state[1][3:])):
            if row.count(seat) >= 2:
                return Outcome(seat, "row")
        return None

    def cells(self, state):
        return state[1]

    def place(self, cells, to_move, first, last_action):
        return (first, tuple(cells))

    @property
    def symmetries(self):
        return (
            grid_symmetry(3, 2, lambda row, column: (row, column)),
            grid_symmetry(3, 2, lambda row, column: (row, 2 - column)),
        )

    def permute_state(self, state, symmetry):
        cells = state[1]
        return (state[0], cells[2::-1] + cells[:2:-1]) if symmetry else state


@pytest.mark.parametrize("game", [Nim(), Grid()])
def test_a_sound_game_passes(game):
    check_game(game)


@pytest.mark.parametrize("game", TURN_GAMES, ids=lambda game: game.name)
def test_a_game_whose_board_does_not_tell_whose_turn_it_is_passes(game):
    check_game(game)


def promise_broken_by(game):
    with pytest.raises(GameContractError) as caught:
        check_game(game)
    assert isinstance(caught.value, ValueError)
    return str(caught.value)


@pytest.mark.parametrize("fact", ["name", "width", "height", "num_actions", "max_plies"])
def test_a_missing_fact_is_named(fact):
    members = {name: member for name, member in vars(Nim).items() if name != fact}
    broken = type("Broken", (Game,), members)
    assert f"a game must set {fact!r}" in promise_broken_by(broken())


@pytest.mark.parametrize("value", [0, -3, 2.5, "3"])
def test_a_fact_that_is_no_positive_int_is_named(value):
    class Broken(Nim):
        max_plies = value

    assert f"max_plies must be a positive int; got {value!r}" in promise_broken_by(Broken())


def test_an_empty_name_is_named():
    class Broken(Nim):
        name = ""

    assert "name must be a string" in promise_broken_by(Broken())


def test_a_next_state_that_changes_the_old_state_is_named():
    class Broken(Nim):
        def initial_state(self, first):
            return [first, first, 10]

        def next_state(self, state, action):
            state[1], state[2] = 1 - state[1], state[2] - action - 1
            return state

    message = promise_broken_by(Broken())
    assert "nim, after moves []: playing" in message
    assert "must not change the old position" in message


def test_a_next_state_that_depends_on_chance_is_named():
    class Broken(Nim):
        seats = itertools.cycle([0, 1, 1])

        def next_state(self, state, action):
            return (state[0], next(self.seats), state[2] - action - 1)

    assert "twice must give equal positions" in promise_broken_by(Broken())


def test_unsorted_actions_are_named():
    class Broken(Nim):
        def legal_actions(self, state):
            return super().legal_actions(state)[::-1]

    assert (
        "legal_actions must be in ascending order without duplicates; got [2, 1, 0]"
        in promise_broken_by(Broken())
    )


def test_actions_given_twice_are_named():
    class Broken(Nim):
        def legal_actions(self, state):
            return super().legal_actions(state)[:1] + super().legal_actions(state)

    assert (
        "legal_actions must be in ascending order without duplicates; got [0, 0, 1, 2]"
        in promise_broken_by(Broken())
    )


def test_actions_out_of_range_are_named():
    class Broken(Nim):
        def legal_actions(self, state):
            return [action + 1 for action in super().legal_actions(state)]

    assert "actions must be from 0 to 2; got [1, 2, 3]" in promise_broken_by(Broken())


def test_actions_that_are_no_ints_are_named():
    class Broken(Nim):
        def legal_actions(self, state):
            return [float(action) for action in super().legal_actions(state)]

    assert "actions must be ints; got [0.0, 1.0, 2.0]" in promise_broken_by(Broken())


def test_actions_after_the_end_are_named():
    class Broken(Nim):
        def legal_actions(self, state):
            return super().legal_actions(state) or [0]

    message = promise_broken_by(Broken())
    assert (
        "legal_actions must be empty exactly when the game is over; got ([0], Outcome(" in message
    )


def test_a_side_without_actions_before_the_end_is_named():
    class Broken(Nim):
        def legal_actions(self, state):
            return [] if state[2] < 4 else super().legal_actions(state)

    message = promise_broken_by(Broken())
    assert "legal_actions must be empty exactly when the game is over; got ([], None)" in message


def test_an_is_legal_of_its_own_mind_is_named():
    class Broken(Nim):
        def is_legal(self, state, action):
            return action < 2

    assert "is_legal must agree with legal_actions; got 2" in promise_broken_by(Broken())


def test_a_number_for_an_outcome_is_named():
    class Broken(Nim):
        def outcome(self, state):
            return 0 if state[2] > 0 else 1

    assert "outcome must be None or Outcome(None, 0 or 1, reason); got 0" in promise_broken_by(
        Broken()
    )


def test_a_winner_who_is_no_seat_is_named():
    class Broken(Nim):
        def outcome(self, state):
            return Outcome(2, "last match") if state[2] == 0 else None

    assert "outcome must be None or Outcome(None, 0 or 1, reason); got Outcome(winner=2" in (
        promise_broken_by(Broken())
    )


def test_a_game_in_which_one_seat_always_begins_is_named():
    class Broken(Nim):
        def initial_state(self, first):
            return (first, 0, 10)

    assert "initial(first): `first` must be to move" in promise_broken_by(Broken())


def test_a_seat_that_is_neither_0_nor_1_is_named():
    class Broken(Nim):
        def to_move(self, state):
            return state[1] if state[2] > 5 else 1 + state[1]

    assert "to_move must be seat 0 or 1; got 2" in promise_broken_by(Broken())


def test_a_game_that_outlasts_max_plies_is_named():
    class Broken(Nim):
        max_plies = 4

    assert "no game may be longer than 4; got 5" in promise_broken_by(Broken())


def test_planes_of_another_shape_are_named():
    class Broken(Nim):
        def encode(self, position, encoding):
            return super().encode(position, encoding)[:, :, :9]

    message = promise_broken_by(Broken())
    assert "3-planes must have shape (3, 1, 10); got (3, 1, 9)" in message


def test_planes_of_another_type_are_named():
    class Broken(Nim):
        def encode(self, position, encoding):
            return super().encode(position, encoding).astype(np.float64)

    assert "3-planes must be finite float32" in promise_broken_by(Broken())


def test_planes_that_are_not_finite_are_named():
    class Broken(Nim):
        def encode(self, position, encoding):
            return super().encode(position, encoding) * np.float32(np.inf)

    with np.errstate(invalid="ignore"):
        assert "3-planes must be finite float32" in promise_broken_by(Broken())


def test_planes_always_seen_by_seat_0_are_named():
    class Broken(Nim):
        def encode(self, position, encoding):
            planes = super().encode(position, encoding)
            return planes if position.to_move == 0 else planes[[1, 0, *range(2, len(planes))]]

    assert "3-planes must match its definition" in promise_broken_by(Broken())


def test_a_hash_that_does_not_change_is_named():
    class Broken(Nim):
        def hash_state(self, state):
            return state[0]

    assert "must change the hash; got 0" in promise_broken_by(Broken())


def test_a_hash_that_does_not_tell_who_began_is_named():
    class Broken(Nim):
        def hash_state(self, state):
            return super().hash_state(state[2])

    assert "the hash must depend on who began" in promise_broken_by(Broken())


def test_a_hash_that_does_not_tell_whose_turn_it_is_is_named():
    class Broken(DotsAndBoxes):
        def hash_state(self, state):
            return super().hash_state((state.lines, state.first))

    message = promise_broken_by(Broken())
    assert "equal hashes must mean equal side to move, legal actions and outcome" in message
    assert "but this hash is also that after moves [" in message


def test_planes_that_do_not_tell_whose_turn_it_is_are_named():
    class Broken(DotsAndBoxes):
        def encode(self, position, encoding):
            planes = super().encode(position, encoding)
            planes[3] = 1
            return planes if position.to_move == 0 else planes[[0, 2, 1, 3]]

    message = promise_broken_by(Broken())
    assert "encode: lines must show the board from the side to move's view" in message


def test_a_hash_of_more_than_64_bits_is_named():
    class Broken(Nim):
        def hash_state(self, state):
            return super().hash_state(state) + 2**64

    assert "hash must fit in 64 bits" in promise_broken_by(Broken())


def test_a_hash_of_the_address_is_named():
    class Broken(Nim):
        states: list[object] = []  # noqa: RUF012  Keeps them alive, so that addresses differ.

        def hash_state(self, state):
            self.states.append(state)
            return id(state)

    assert "twice must give equal positions" in promise_broken_by(Broken())


@pytest.mark.parametrize(
    ("wrong", "promise"),
    [
        ([None] * 9, "cells must have 10 entries; got 9"),
        ([None] * 9 + [2], "each cell must be None, 0 or 1; got [None"),
    ],
)
def test_cells_that_are_not_a_board_of_seats_are_named(wrong, promise):
    class Broken(Nim):
        def cells(self, state):
            return wrong

    assert promise in promise_broken_by(Broken())


def test_names_that_do_not_read_back_are_named():
    class Broken(Nim):
        def parse_action(self, name):
            return 0

    assert "parse_action: name '1' must read back as 1; got 0" in promise_broken_by(Broken())


@pytest.mark.parametrize(
    ("names", "promise"),
    [
        (("take", "keep", "take"), "actions 0 and 2 are both called 'take'"),
        (("a", "", "c"), "a name must be printable text without surrounding spaces; action 1"),
        (("a", "b ", "c"), "action 1 is called 'b '"),
        (("a", "b", "c\n"), "action 2 is called"),
        (("a", "b\x07", "c"), "a name must be printable text"),
        ((1, 2, 3), "action_name must be a string; got 1"),
    ],
)
def test_names_that_nobody_could_type_are_named(names, promise):
    class Broken(Nim):
        def action_name(self, action):
            return names[action]

    assert promise in promise_broken_by(Broken())


def test_a_parse_action_that_does_not_know_the_own_names_is_named():
    class Broken(Nim):
        def action_name(self, action):
            return ("one", "two", "three")[action]

        def parse_action(self, name):
            return {"one": 0, "two": 1, "three": 1}[name]

    assert "name 'three' must read back as 2; got 1" in promise_broken_by(Broken())


def test_a_board_that_reads_back_as_another_position_is_named():
    class Broken(Grid):
        def place(self, cells, to_move, first, last_action):
            return (first, tuple(cells[::-1]))

    message = promise_broken_by(Broken())
    assert "the printed board must read back as the same position" in message
    assert "omit place if the stones do not determine the position" in message


@pytest.mark.parametrize("nothing", [(), [], None])
def test_symmetries_without_the_identity_are_named(nothing):
    class Broken(Grid):
        symmetries = nothing

    message = promise_broken_by(Broken())
    promise = "symmetries must begin with the identity; omit symmetries if the game has none"
    assert f"{promise}; got {nothing}" in message


def test_a_symmetry_that_is_no_permutation_is_named():
    class Broken(Grid):
        @property
        def symmetries(self):
            return (super().symmetries[0], Symmetry((0,) * 6, tuple(range(6))))

    assert "symmetry 1: cell_image must be a permutation" in promise_broken_by(Broken())


def test_a_first_symmetry_that_moves_cells_is_named():
    class Broken(Grid):
        @property
        def symmetries(self):
            return super().symmetries[::-1]

    assert "symmetry 0 must be the identity" in promise_broken_by(Broken())


def test_a_symmetry_the_states_do_not_follow_is_named():
    class Broken(Grid):
        def permute_state(self, state, symmetry):
            return state

    assert "symmetry 1 must commute with playing" in promise_broken_by(Broken())


def test_a_symmetry_whose_actions_stay_where_they_are_is_named():
    class Broken(Grid):
        @property
        def symmetries(self):
            still, mirrored = super().symmetries
            return (still, Symmetry(mirrored.cell_image, still.action_image))

    message = promise_broken_by(Broken())
    assert "symmetry 1" in message


def test_a_turn_the_rules_do_not_know_is_named():
    """Columns turned round each other: a permutation of the board, but rows stop being rows."""

    class Broken(Grid):
        @property
        def symmetries(self):
            image = (3, 1, 2, 0, 4, 5)
            return (super().symmetries[0], Symmetry(image, image))

        def permute_state(self, state, symmetry):
            cells = state[1]
            return (state[0], (cells[3], *cells[1:3], cells[0], *cells[4:])) if symmetry else state

    assert "symmetry 1" in promise_broken_by(Broken())


def test_symmetries_without_permute_state_are_named():
    class Broken(Grid):
        permute_state = Game.permute_state

    assert "has symmetries but does not define permute_state" in promise_broken_by(Broken())


def test_a_playout_that_ignores_its_seed_is_named():
    class Broken(Nim):
        calls = 0

        def playout_state(self, state, seed):
            self.calls += 1
            return Outcome(self.calls % 2, "last match")

    assert "a playout must depend only on its seed" in promise_broken_by(Broken())


def test_an_error_inside_the_game_is_told_with_its_place():
    class Broken(Nim):
        def next_state(self, state, action):
            return [][action]

    message = promise_broken_by(Broken())
    told = "nim, after moves []: next_state raised IndexError: list index out of range"
    assert re.search(re.escape(told) + r" \(\S*test_check_game.py, line \d+\)$", message)


def test_an_error_before_the_first_move_is_told():
    class Broken(Nim):
        def initial_state(self, first):
            raise KeyError("board")

    assert "before any move: initial_state raised KeyError: 'board'" in promise_broken_by(Broken())
