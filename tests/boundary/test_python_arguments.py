"""Whatever a script or a notebook passes, the answer is one sentence of Tengen's own."""

import re

import numpy as np
import pytest

import tengen

GAME = tengen.load_game("connect4")
GOMOKU = tengen.load_game("gomoku:15x15/5")
POSITION = GAME.position_from("4455")
ROLLOUTS = tengen.RolloutEvaluator()
SOME = tengen.Limit(simulations=8)


def search():
    return tengen.Search(GAME, ROLLOUTS)


MISUSES = {
    "a game name must be a string such as 'connect4'": [
        lambda: tengen.load_game(None),
        lambda: tengen.load_game(3),
        lambda: tengen.load_game(GAME),
    ],
    "a move must be a name such as '7' or 0 to 6; got": [
        lambda: POSITION.play(None),
        lambda: POSITION.play(3.7),
        lambda: POSITION.play(True),
        lambda: POSITION.play(["4"]),
        lambda: GAME.position_from([3, None]),
    ],
    "is not a column; columns are 1 to 7": [
        lambda: POSITION.play("h8"),
        lambda: POSITION.play(""),
        lambda: POSITION.play("44"),
    ],
    "moves must be a string": [
        lambda: GAME.position_from(5),
        lambda: GAME.position_from(None),
        lambda: GAME.split_moves(5),
    ],
    "actions are 0 to ": [
        lambda: GAME.action_name("4"),
        lambda: GAME.action_name(None),
        lambda: GOMOKU.row_and_column("h8"),
    ],
    "a move name must be a string such as '1'": [lambda: GAME.parse_action(4)],
    "two integers, row and column": [lambda: GOMOKU.action_at("h", 8)],
    "a board must be a string": [lambda: GAME.parse_board(5)],
    "a symmetry must be an integer": [lambda: POSITION.apply_symmetry("1")],
    "a seed must be an integer": [
        lambda: POSITION.playout("x"),
        lambda: tengen.Search(GAME, ROLLOUTS, seed="x"),
    ],
    "a search needs a game, such as tengen.load_game": [
        lambda: tengen.Search("connect4"),
        lambda: tengen.Search("connect4", ROLLOUTS),
        lambda: tengen.Search(None, None),
        lambda: tengen.SearchPool("connect4", ROLLOUTS, seeds=[1]),
    ],
    "expected an evaluator, such as tengen.load_evaluator": [
        lambda: tengen.Search(GAME),
        lambda: tengen.Search(GAME, None),
        lambda: tengen.Search(GAME, "connect4"),
        lambda: tengen.Search(GAME, tengen.RolloutEvaluator),
        lambda: tengen.CachedEvaluator(None),
    ],
    "config must be a SearchConfig or None": [lambda: tengen.Search(GAME, ROLLOUTS, 5)],
    "expected a position of connect4": [
        lambda: search().run("h8", SOME),
        lambda: search().start(None),
        lambda: search().trace(None),
    ],
    "a limit must be a Limit, such as tengen.Limit(simulations=800); got": [
        lambda: search().run(POSITION, 800),
        lambda: search().run(POSITION, None),
        lambda: search().start(POSITION, "8"),
    ],
    "stop must be a StopToken or None": [lambda: search().run(POSITION, SOME, stop=3)],
    "every must be a number of seconds": [lambda: search().start(POSITION, every="x")],
    "must be a whole number; got '8'": [lambda: tengen.Limit(simulations="8")],
    "temperature must be 0 or more": [
        lambda: search().run(POSITION, SOME).pick("x", np.random.default_rng(0))
    ],
    "a net is": [
        lambda: tengen.load_evaluator(None),
        lambda: tengen.load_evaluator(3),
        lambda: tengen.load_evaluator(""),
        lambda: tengen.load_checkpoint(None),
        lambda: tengen.load_checkpoint(3),
    ],
    "there is no net 'nothing'": [lambda: tengen.load_evaluator("nothing")],
    "expected a Checkpoint to save": [lambda: tengen.save_checkpoint(None, "x")],
}
CASES = [
    pytest.param(sentence, misuse, id=f"{sentence} {number}")
    for sentence, misuses in MISUSES.items()
    for number, misuse in enumerate(misuses)
]


@pytest.mark.parametrize(("sentence", "misuse"), CASES)
def test_misuse_is_answered_with_one_sentence(sentence, misuse):
    with pytest.raises(tengen.TengenError, match=re.escape(sentence)) as caught:
        misuse()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("move", ["5", 4, np.int64(4), np.uint8(4)])
def test_a_move_may_be_given_by_its_name_or_by_any_whole_number(move):
    played = POSITION.play(move)
    assert played == POSITION.play(4)
    assert type(played.last_action) is int


def test_the_name_of_a_move_that_is_not_legal_is_refused_as_such():
    full = GAME.position_from("444444")
    with pytest.raises(tengen.TengenError, match=r"4 \(action 3\) is not legal here"):
        full.play("4")


def test_a_long_value_is_not_repeated_in_full():
    with pytest.raises(tengen.TengenError) as caught:
        POSITION.play(list(range(10_000)))
    assert len(str(caught.value)) < 300


def test_a_search_goes_on_with_a_move_given_by_its_name():
    one = search()
    one.run(POSITION, SOME)
    one.advance("4")
    assert one.position == POSITION.play(3)
