"""The session of a game that people play."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen import load_game
from tengen.errors import GameOverError, IllegalActionError, NoHistoryError
from tengen.play.session import Session
from tengen.rules import ActionForm, GameFacts, reference
from tengen.rules.outcome import Outcome
from tengen.rules.winning_line import winning_cells


def session(moves="", *, game="tictactoe", humans=(0,), first=0):
    return Session(load_game(game).position_from(moves, first), humans)


def names(played):
    return [played.game.action_name(action) for action in played.position.history]


def play(played, *moves):
    for move in moves:
        played.play(played.game.parse_action(move))


def test_a_person_is_to_move_only_in_a_seat_of_a_person():
    assert session(humans=(0,)).is_human_turn
    assert not session(humans=(1,)).is_human_turn
    assert session("a1", humans=(1,)).is_human_turn
    assert session("a1", humans=(0, 1)).is_human_turn


def test_undo_takes_back_the_persons_move_and_the_answer():
    played = session("a1b2c3a2")
    assert played.undo() == 2
    assert names(played) == ["a1", "b2"]
    assert played.is_human_turn


def test_undo_of_two_people_takes_back_one_move():
    played = session("a1b2c3", humans=(0, 1))
    assert played.undo() == 1
    assert names(played) == ["a1", "b2"]


def test_undo_after_the_own_winning_move_takes_back_that_move_alone():
    played = session("a1a2b1b2c1")
    assert played.outcome == Outcome(0, "line")
    assert played.undo() == 1
    assert played.outcome is None
    assert played.is_human_turn


def test_undo_after_a_lost_game_goes_back_to_the_persons_last_decision():
    played = session("a1a2b1b2c1", humans=(1,))
    assert played.undo() == 2
    assert names(played) == ["a1", "a2", "b1"]


@pytest.mark.parametrize("moves", ["", "a1"])
def test_there_is_nothing_to_undo_before_a_person_has_moved(moves):
    played = session(moves, humans=(len(moves) // 2,))
    with pytest.raises(NoHistoryError):
        played.undo()
    assert names(played) == ([moves] if moves else [])


def test_redo_plays_what_undo_took_back():
    played = session("a1b2c3a2")
    played.undo()
    played.undo()
    assert played.redo() == 2
    assert names(played) == ["a1", "b2"]
    assert played.redo() == 2
    assert names(played) == ["a1", "b2", "c3", "a2"]
    with pytest.raises(NoHistoryError):
        played.redo()


def test_a_new_move_forgets_what_was_undone():
    played = session("a1b2")
    played.undo()
    play(played, "c1")
    with pytest.raises(NoHistoryError):
        played.redo()


def game_with_a_pass():
    """All positions of a game of Othello, in which somebody passes."""
    game = load_game("othello:6x6")
    for seed in range(100):
        chance, positions = random.Random(seed), [game.initial()]
        while positions[-1].outcome is None:
            positions.append(positions[-1].play(chance.choice(positions[-1].legal_actions)))
        if game.num_actions - 1 in positions[-1].history:
            return positions
    raise AssertionError("nobody ever passed")


def test_only_a_pass_is_a_pass_whatever_its_number():
    before = next(p for p in game_with_a_pass() if p.legal_actions == [36])
    assert Session(before, (0, 1)).must_pass
    game = reference.Othello(6)
    game.facts = GameFacts(actions=ActionForm.NUMBERS)
    assert not Session(game.position_from(before.history), (0, 1)).must_pass


def test_a_pass_of_the_opponent_is_taken_back_with_the_move_before_it():
    positions = game_with_a_pass()
    number = positions[-1].history.index(positions[0].game.num_actions - 1)
    passer = positions[number].to_move
    played = Session(positions[number + 1], (1 - passer,))
    assert played.undo() == 2
    assert played.position == positions[number - 1]


def test_must_pass_holds_exactly_when_nothing_else_is_legal():
    positions = game_with_a_pass()
    told = [Session(position, (0, 1)).must_pass for position in positions[:-1]]
    passes = positions[0].game.num_actions - 1
    assert told == [action == passes for action in positions[-1].history]


def test_the_last_empty_cell_is_no_pass():
    assert not session("a1b1c1b2a2a3b3c3", humans=(0, 1)).must_pass


def test_swap_gives_the_person_the_other_seat_and_keeps_the_game():
    played = session("a1b2")
    played.swap()
    assert played.humans == {1}
    assert not played.is_human_turn
    assert names(played) == ["a1", "b2"]


def test_seats_do_not_change_after_the_end():
    played = session("a1b2")
    played.end(1, "resigned")
    with pytest.raises(GameOverError):
        played.swap()
    assert played.humans == {0}


def test_resigning_ends_the_game_and_undo_takes_it_back():
    played = session("a1b2")
    played.end(1, "resigned")
    assert played.outcome == Outcome(1, "resigned")
    assert not played.is_human_turn
    with pytest.raises(GameOverError):
        play(played, "c1")
    assert played.undo() == 0
    assert played.outcome is None
    assert names(played) == ["a1", "b2"]


def test_nobody_resigns_a_finished_game():
    with pytest.raises(GameOverError):
        session("a1a2b1b2c1").end(1, "resigned")


def test_an_illegal_move_changes_nothing():
    played = session("a1b2")
    played.undo()
    with pytest.raises(IllegalActionError):
        played.play(99)
    assert names(played) == []
    assert played.redo() == 2


def test_restarting_keeps_the_seats_and_who_begins():
    played = session("a1b2", humans=(1,), first=1)
    played.end(0, "resigned")
    played.restart()
    assert (names(played), played.outcome, played.humans) == ([], None, {1})
    assert played.position.first == 1


@given(st.lists(st.integers(0, 6), max_size=20), st.sampled_from([(0,), (1,), (0, 1)]))
def test_undo_and_redo_are_opposites(moves, humans):
    played = session(game="connect4", humans=humans)
    for move in moves:
        if played.outcome is None and move in played.position.legal_actions:
            played.play(move)
    before = played.position
    try:
        taken = played.undo()
    except NoHistoryError:
        return
    assert played.is_human_turn
    assert played.redo() == taken
    assert played.position == before


@pytest.mark.parametrize(
    ("game", "moves", "cells"),
    [
        ("tictactoe", "a1a2b1b2c1", "a1 b1 c1"),
        ("tictactoe", "a1a2b2b1c3", "a1 b2 c3"),
        ("tictactoe", "a3a2b2b1c1", "a3 b2 c1"),
        ("gomoku:6x6/4", "a1f6a2f5a4f4a5a6a3", "a1 a2 a3 a4 a5"),
        ("gomoku:7x5/4", "g1a1g2a2g3a3g4", "g1 g2 g3 g4"),
        ("gomoku:7x7/4:standard", "g1a1g2a2g3a3g4", "g1 g2 g3 g4"),
    ],
)
def test_the_winning_line_is_found_from_the_last_move(game, moves, cells):
    rules = load_game(game)
    position = rules.position_from(moves)
    assert position.outcome is not None
    assert winning_cells(position) == {rules.parse_action(name) for name in cells.split()}


BEFORE_THE_LAST_STONE = """
    7 o . . . . . o
    6 . o . . . . .
    5 . . . x . . .
    4 . . . x . . o
    3 . . . x . . .
    2 o . . x . . o
    1 x x x . x x o
      a b c d e f g
    x to move
"""


@pytest.mark.parametrize(
    ("rule", "cells"),
    [
        ("", "a1 b1 c1 d1 e1 f1 d2 d3 d4 d5"),
        (":standard", "d1 d2 d3 d4 d5"),
    ],
)
def test_an_overline_is_a_winning_line_only_where_the_rule_says_so(rule, cells):
    game = load_game(f"gomoku:7x7/5{rule}")
    position = game.parse_board(BEFORE_THE_LAST_STONE).play(game.parse_action("d1"))
    assert position.outcome == Outcome(0, "line")
    assert winning_cells(position) == {game.parse_action(name) for name in cells.split()}


@pytest.mark.parametrize(("rule", "count"), [("", 6), (":standard", 0)])
def test_an_overline_alone_does_not_win_where_exactly_five_do(rule, count):
    game = load_game(f"gomoku:7x7/5{rule}")
    rows = [". . . . . . ."] * 5 + ["o o . o o . o", "x x x . x x ."]
    position = game.parse_board("\n".join([*rows, "x to move"])).play(game.parse_action("d1"))
    assert (position.outcome is not None) == (count > 0)
    assert len(winning_cells(position)) == count


def test_falling_stones_win_where_they_land():
    assert winning_cells(load_game("connect4").position_from("4455326")) == {2, 3, 4, 5}
    assert winning_cells(load_game("connect4").position_from("1212121")) == {0, 7, 14, 21}


@pytest.mark.parametrize("moves", ["", "a1a2b1b2", "b2a1c1a3a2c2b3b1c3"])
def test_without_a_winner_there_is_no_winning_line(moves):
    assert winning_cells(load_game("tictactoe").position_from(moves)) == set()


def test_games_that_are_not_won_by_lines_have_none():
    game = load_game("othello:6x6")
    position = game.initial()
    while position.outcome is None:
        position = position.play(position.legal_actions[0])
    assert winning_cells(position) == set()
