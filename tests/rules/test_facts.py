"""Facts about a game are data: filled from its parameters, guessed for games that say nothing."""

import itertools
from dataclasses import replace

import pytest

from tengen import Game, Outcome
from tengen.errors import GameContractError
from tengen.rules import (
    ActionForm,
    BoardForm,
    Corner,
    Family,
    GameFacts,
    LineRule,
    check_game,
    list_games,
    load_game,
)
from tests.rules.games import EXTRA_SIZES, LARGE_SIZES, reference_of


@pytest.mark.parametrize("name", [*list_games(), *EXTRA_SIZES, *LARGE_SIZES])
def test_both_implementations_of_a_game_state_the_same_facts(name):
    game = load_game(name)
    assert game.facts == reference_of(game).facts


@pytest.mark.parametrize(
    ("name", "length", "rule"),
    [
        ("gomoku:15x15/5", 5, LineRule.FREE_STYLE),
        ("gomoku:9x7/4:standard", 4, LineRule.EXACT),
        ("gomoku:3x3/3:standard", 3, LineRule.EXACT),
        ("tictactoe", 3, LineRule.FREE_STYLE),
        ("connect4:9x6", 4, LineRule.FREE_STYLE),
        ("othello", None, None),
    ],
)
def test_a_game_knows_its_line_length_and_its_line_rule(name, length, rule):
    facts = load_game(name).facts
    assert (facts.line_length, facts.line_rule) == (length, rule)


@pytest.mark.parametrize(
    ("name", "family", "board"),
    [
        ("gomoku:6x6/4", Family.GOMOKU, BoardForm.INTERSECTIONS),
        ("gomoku:3x3/3", Family.TIC_TAC_TOE, BoardForm.SQUARES),
        ("connect4", Family.CONNECT_FOUR, BoardForm.COLUMNS),
        ("othello:6x6", Family.OTHELLO, BoardForm.SQUARES),
        ("examples/hex.py:Hex", None, BoardForm.SQUARES),
    ],
)
def test_a_game_knows_its_family_and_the_form_of_its_board(name, family, board):
    facts = load_game(name).facts
    assert (facts.family, facts.board) == (family, board)
    assert facts.gravity == (board is BoardForm.COLUMNS)


def test_othello_alone_has_a_pass_and_its_first_row_at_the_top():
    for name in list_games():
        game = load_game(name)
        is_othello = game.facts.family == Family.OTHELLO
        assert game.facts.pass_action == (game.width * game.height if is_othello else None)
        assert game.facts.origin == (Corner.TOP_LEFT if is_othello else Corner.BOTTOM_LEFT)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("gomoku:8x8/5", True), ("gomoku:15x15/5:standard", True), ("gomoku:6x6/4", False)],
)
def test_five_in_a_row_is_told_by_the_line_length(name, expected):
    assert load_game(name).facts.is_five_in_a_row == expected


@pytest.mark.parametrize(
    ("num_actions", "actions", "pass_action", "gravity"),
    [
        (12, ActionForm.CELLS, None, False),
        (13, ActionForm.CELLS, 12, False),
        (4, ActionForm.COLUMNS, None, True),
        (17, ActionForm.NUMBERS, None, False),
    ],
)
def test_facts_that_a_game_does_not_state_follow_from_its_numbers(
    num_actions, actions, pass_action, gravity
):
    facts = GameFacts.inferred(4, 3, num_actions)
    found = (facts.actions, facts.pass_action, facts.gravity, facts.family, facts.line_length)
    assert found == (actions, pass_action, gravity, None, None)


class Rows(Game):
    """Two in a row on a strip of four cells, written without a word about its facts."""

    name = "rows"
    width, height = 4, 1
    num_actions = max_plies = 4

    def initial_state(self, first):
        return (first, ())

    def to_move(self, state):
        return (state[0] + len(state[1])) % 2

    def legal_actions(self, state):
        return [] if self.outcome(state) else [c for c in range(4) if c not in state[1]]

    def next_state(self, state, action):
        return (state[0], (*state[1], action))

    def outcome(self, state):
        cells = self.cells(state)
        for left, right in itertools.pairwise(cells):
            if left is not None and left == right:
                return Outcome(left, "row")
        return None if None in cells else Outcome(None, "full")

    def cells(self, state):
        first, stones = state
        return [(first + stones.index(c)) % 2 if c in stones else None for c in range(4)]


class RowsOfTwo(Rows):
    facts = GameFacts(line_length=2, line_rule=LineRule.FREE_STYLE, seat_names=("odd", "even"))


def test_a_python_game_may_state_its_facts():
    assert Rows().facts == GameFacts()
    assert RowsOfTwo().facts.line_length == 2
    check_game(Rows())
    check_game(RowsOfTwo())


CONTRADICTIONS = {
    "no facts": ("gomoku", "facts must be a GameFacts"),
    "a pass too many": ({"pass_action": 4}, "num_actions must be 5; got 4"),
    "a pass among the cells": ({"pass_action": 2}, "pass_action must be 4, after the cells; got 2"),
    "a pass beyond the actions": (
        {"actions": ActionForm.NUMBERS, "pass_action": 4},
        "pass_action must be an action; got 4",
    ),
    "columns without gravity": ({"actions": ActionForm.COLUMNS}, "where stones fall"),
    "stones that fall up": (
        {"board": BoardForm.COLUMNS, "origin": Corner.TOP_LEFT},
        "the first row, which must be at the bottom",
    ),
    "a length without a rule": ({"line_length": 2}, "set together"),
    "a rule without a length": ({"line_rule": LineRule.EXACT}, "set together"),
    "a line too long": (
        {"line_length": 5, "line_rule": LineRule.EXACT},
        "line_length must be 2 to 4; got 5",
    ),
    "one name for both": ({"seat_names": ("x", "x")}, "two different strings"),
    "no family": ({"family": ""}, "family must be a string or None"),
}


@pytest.mark.parametrize("case", CONTRADICTIONS)
def test_check_game_refuses_facts_that_contradict_the_numbers(case):
    stated, promise = CONTRADICTIONS[case]
    game = Rows()
    game.facts = replace(GameFacts(), **stated) if isinstance(stated, dict) else stated
    with pytest.raises(GameContractError, match=promise):
        check_game(game, games=0)


class RowsOfThree(RowsOfTwo):
    """Says two, plays three."""

    def outcome(self, state):
        cells = self.cells(state)
        for row in (cells[:3], cells[1:]):
            if row[0] is not None and len(set(row)) == 1:
                return Outcome(row[0], "row")
        return None if None in cells else Outcome(None, "full")


def test_check_game_refuses_a_line_that_does_not_win():
    with pytest.raises(
        GameContractError, match=r"a line of 2 \(free-style\) must win; got Outcome"
    ):
        check_game(RowsOfThree())


class PlacesAPass(Rows):
    """Calls its last cell a pass."""

    facts = GameFacts(actions=ActionForm.NUMBERS, pass_action=3)

    def cell_of(self, position):
        return position.last_action


def test_check_game_refuses_a_pass_that_places_a_stone():
    with pytest.raises(GameContractError, match="the pass 3 must leave the stones unchanged"):
        check_game(PlacesAPass())
