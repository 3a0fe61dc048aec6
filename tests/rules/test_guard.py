"""Exceptions and wrong answers of a game's own methods are told with the method and the line."""

import re
from functools import cached_property

import pytest

from tengen import Game, load_game
from tengen.errors import GameContractError, NotationError, UnknownGameError
from tengen.rules import check_game
from tests.rules import broken_games
from tests.rules.broken_games import BROKEN_METHODS, Boundless, Lazy, Sound, Vague
from tests.rules.test_check_game import Nim

PLACE = r"\(\S*broken_games.py, line \d+\)"


def broken(method):
    return getattr(broken_games, f"fails_in_{method}")()


@pytest.mark.parametrize("method", BROKEN_METHODS)
def test_check_game_names_the_game_the_method_and_the_line(method):
    with pytest.raises(GameContractError) as caught:
        check_game(broken(method))
    told = rf": {method} raised ZeroDivisionError: something went wrong {PLACE}$"
    assert re.search(told, str(caught.value))
    assert "\n" not in str(caught.value)


def test_the_exception_itself_is_the_cause():
    position = broken("outcome").initial().play(0).play(1)
    with pytest.raises(GameContractError) as caught:
        position.outcome  # noqa: B018
    cause = caught.value.__cause__
    assert isinstance(cause, ZeroDivisionError)
    assert cause.__traceback__ is not None


def test_an_exception_while_actions_are_counted_is_one_of_legal_actions():
    with pytest.raises(GameContractError, match="legal_actions raised ZeroDivisionError"):
        Lazy().initial().legal_actions  # noqa: B018


@pytest.mark.parametrize(
    ("game", "promise"),
    [(Vague(), "legal_actions must be ints"), (Boundless(), "legal_actions must be from 0 to 15")],
)
def test_a_wrong_answer_is_told_wherever_it_is_met(game, promise):
    position = game.initial().play(0).play(1)
    with pytest.raises(GameContractError, match=f"broken: {promise}; got"):
        position.legal_actions  # noqa: B018


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("FailsInNames", "action_name raised IndexError: tuple index out of range"),
        ("FailsInSymmetries", "symmetries raised AttributeError: .* 'no_such_attribute'"),
    ],
)
def test_loading_names_what_fails_before_the_first_move(name, told):
    with pytest.raises(UnknownGameError, match=rf"{told} {PLACE}"):
        load_game(f"{broken_games.__file__}:{name}")


def test_errors_of_tengen_pass_as_they_are():
    class Careful(Sound):
        def parse_action(self, name):
            raise NotationError("say please")

    with pytest.raises(NotationError, match="say please"):
        Careful().parse_action("a1")


@pytest.mark.parametrize("error", [ValueError("no"), KeyError("no"), IndexError("no")])
def test_a_name_that_a_game_does_not_know_is_not_a_broken_game(error):
    class Short(Sound):
        def parse_action(self, name):
            raise error

    with pytest.raises(NotationError, match="'z9' is not a move"):
        Short().initial().parse_move("z9")


def test_no_position_for_a_board_is_still_the_games_to_say():
    class Strict(Sound):
        def place(self, cells, to_move, first, last_action):
            raise ValueError("too many stones")

    with pytest.raises(NotationError, match="not a position of broken: too many stones"):
        Strict().parse_board("....\n" * 4 + "x to move")


def test_a_cached_property_stays_one():
    calls = []

    class Counting(Nim):
        @cached_property
        def symmetries(self):
            calls.append(1)
            return Game.symmetries.fget(self)

    game = Counting()
    assert game.symmetries is game.symmetries
    assert calls == [1]
