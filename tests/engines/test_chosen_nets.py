"""The engine plays with the net it is given, and says when that is not a net of the very game."""

import pytest

from tengen import load_game
from tengen.engines.engine import EngineOptions
from tengen.nets import Architecture, save_checkpoint
from tests.engines.transcripts import Talk
from tests.nets.example_nets import random_checkpoint

ANY_BOARD = {"pooling_every": 1, "board_independent": True}


def save(path, game, **changes):
    net = Architecture.resnet(load_game(game), blocks=1, channels=8, **changes)
    save_checkpoint(random_checkpoint(game, net), path)


@pytest.fixture
def given(tmp_path):
    """Options that name a new net."""

    def make(game, **changes):
        path = tmp_path / "net.safetensors"
        save(path, game, **changes)
        return EngineOptions(net=str(path), threads=2)

    return make


def test_a_given_net_plays_its_board_without_a_word(given):
    talk = Talk(options=given("gomoku:9x9/5"))
    assert talk.say("START 9") == ["OK"]
    talk.say("INFO timeout_turn 100")
    talk.move("BEGIN")


def test_a_net_bound_to_its_board_refuses_others(given):
    (answer,) = Talk(options=given("gomoku:9x9/5")).say("START 10")
    assert answer.startswith("ERROR this net plays only on its 9x9 board")


def test_a_net_for_any_board_is_fitted_and_says_so(given):
    talk = Talk(options=given("gomoku:9x9/5", **ANY_BOARD))
    remark = "MESSAGE playing gomoku:12x10/5 with a net trained on gomoku:9x9/5"
    assert talk.say("RECTSTART 12,10") == [remark, "OK"]
    talk.move("BEGIN")


def test_a_free_style_net_plays_exact_five_and_says_so(given):
    talk = Talk("INFO rule 1", options=given("gomoku:9x9/5"))
    remark = "MESSAGE playing gomoku:9x9/5:standard with a net trained on gomoku:9x9/5"
    assert talk.say("START 9") == [remark, "OK"]
    talk.move("BEGIN")


@pytest.mark.parametrize("game", ["gomoku:9x9/4", "othello"])
def test_a_net_of_another_game_is_refused(given, game):
    (answer,) = Talk(options=given(game)).say("START 9")
    assert answer.startswith(f"ERROR this net plays '{game}'; it cannot play 'gomoku:9x9/5'")
