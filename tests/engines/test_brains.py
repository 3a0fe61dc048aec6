"""Which net plays a board."""

import pytest

from tengen import load_game
from tengen.engines.brains import choose_brain
from tengen.engines.engine import EngineOptions
from tengen.nets import Architecture, save_checkpoint
from tengen.search import RolloutEvaluator
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


@pytest.fixture
def ship(models):
    """Puts a net among the shipped ones."""

    def add(name, game, **changes):
        save(models / f"{name}.safetensors", game, **changes)
        (models / f"{name}.toml").write_text(
            f'game = "{game}"\ncommand = ""\nseed = 0\nminutes = 1\nmachine = ""\ndate = ""\n'
            "strength = []\n"
        )

    return add


def test_a_given_net_plays_its_board_without_a_word(given):
    talk = Talk(options=given("gomoku:9x9/5"))
    assert talk.say("START 9") == ["OK"]
    talk.say("INFO timeout_turn 100")
    talk.move("BEGIN")


def test_a_net_bound_to_its_board_refuses_others(given):
    (answer,) = Talk(options=given("gomoku:9x9/5")).say("START 10")
    assert answer.startswith("ERROR this net is bound to its 9x9 board")


def test_a_net_for_any_board_is_fitted_and_says_so(given):
    talk = Talk(options=given("gomoku:9x9/5", **ANY_BOARD))
    remark = "MESSAGE playing gomoku:12x10/5 with a net that learned gomoku:9x9/5"
    assert talk.say("RECTSTART 12,10") == [remark, "OK"]
    talk.move("BEGIN")


def test_a_free_style_net_plays_exact_five_and_says_so(given):
    talk = Talk("INFO rule 1", options=given("gomoku:9x9/5"))
    remark = "MESSAGE playing gomoku:9x9/5:standard with a net that learned gomoku:9x9/5"
    assert talk.say("START 9") == [remark, "OK"]
    talk.move("BEGIN")


@pytest.mark.parametrize("game", ["gomoku:9x9/4", "othello"])
def test_a_net_of_another_game_is_refused(given, game):
    (answer,) = Talk(options=given(game)).say("START 9")
    assert answer.startswith(f"ERROR this net plays '{game}'; it cannot play 'gomoku:9x9/5'")


def test_without_any_net_random_games_evaluate():
    brain = choose_brain(load_game("gomoku:9x9/5"))
    assert isinstance(brain.evaluator, RolloutEvaluator)
    assert "pure MCTS" in brain.remark


def test_the_shipped_net_of_exactly_this_game_comes_first(ship):
    ship("nine", "gomoku:9x9/5")
    ship("nine-exact", "gomoku:9x9/5:standard")
    ship("any", "gomoku:10x10/5", **ANY_BOARD)
    for name in ("gomoku:9x9/5", "gomoku:9x9/5:standard"):
        assert choose_brain(load_game(name)).remark is None


def test_then_the_free_style_net_then_the_nearest_that_fits_any_board(ship):
    ship("nine", "gomoku:9x9/5")
    ship("seven", "gomoku:7x7/5", **ANY_BOARD)
    ship("fifteen", "gomoku:15x15/5", **ANY_BOARD)
    ship("four", "gomoku:20x20/4", **ANY_BOARD)
    learned = {"gomoku:9x9/5:standard": "9x9/5", "gomoku:20x20/5": "15x15/5", "gomoku:8x8/5": "7x7"}
    for name, board in learned.items():
        assert f"learned gomoku:{board}" in choose_brain(load_game(name)).remark


def test_nets_bound_to_other_boards_do_not_help(ship):
    ship("nine", "gomoku:9x9/5")
    assert "pure MCTS" in choose_brain(load_game("gomoku:10x10/5")).remark
