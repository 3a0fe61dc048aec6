"""Which net plays a game."""

from pathlib import Path

import pytest
from example_nets import random_checkpoint
from tests.search.fakes import HEX

import tengen
from tengen import load_game
from tengen.errors import CheckpointError
from tengen.nets import Architecture, save_checkpoint, shipped
from tengen.nets.checkpoint import load_manifest
from tengen.nets.choosing import choose_net, require_player
from tengen.nets.shipped import find_net
from tengen.search import RolloutEvaluator

ANY_BOARD = {"pooling_every": 1, "board_independent": True}


@pytest.fixture
def ship(tmp_path, monkeypatch):
    """Puts a net among the shipped ones, which are none but those of the test."""
    monkeypatch.setattr(shipped, "_FOLDER", tmp_path)

    def add(name, game, **changes):
        net = Architecture.resnet(load_game(game), blocks=1, channels=8, **changes)
        save_checkpoint(random_checkpoint(game, net), tmp_path / f"{name}.safetensors")
        (tmp_path / f"{name}.toml").write_text(
            f'game = "{game}"\ncommand = ""\nseed = 0\nminutes = 1\nmachine = ""\ndate = ""\n'
            'strength = []\nweaknesses = []\nuse = ""\n'
        )

    return add


def refusal(ask, *arguments):
    """What a question is refused with; None if it is not."""
    try:
        ask(*arguments)
    except CheckpointError as error:
        return str(error)
    return None


@pytest.mark.parametrize("changes", [{}, ANY_BOARD])
@pytest.mark.parametrize("learned", ["gomoku:9x9/5", "gomoku:9x9/4", "othello:6x6", "tictactoe"])
def test_a_manifest_alone_tells_whether_a_net_can_play(ship, learned, changes):
    ship("net", learned, **changes)
    manifest = load_manifest(find_net("net"))
    for name in ("gomoku:9x9/5", "gomoku:9x9/5:standard", "gomoku:7x7/5", learned, "othello"):
        game = load_game(name)
        assert refusal(require_player, manifest, game) == refusal(choose_net, game, "net")


def test_without_any_net_random_games_evaluate(ship):
    chosen = choose_net(load_game("gomoku:9x9/5"))
    assert isinstance(chosen.evaluator, RolloutEvaluator)
    assert "pure MCTS" in chosen.remark


def test_the_shipped_net_of_exactly_this_game_comes_first(ship):
    ship("nine", "gomoku:9x9/5")
    ship("nine-exact", "gomoku:9x9/5:standard")
    ship("any", "gomoku:10x10/5", **ANY_BOARD)
    for name in ("gomoku:9x9/5", "gomoku:9x9/5:standard"):
        assert choose_net(load_game(name)).remark is None


def test_then_the_free_style_net_then_the_nearest_that_fits_any_board(ship):
    ship("nine", "gomoku:9x9/5")
    ship("seven", "gomoku:7x7/5", **ANY_BOARD)
    ship("fifteen", "gomoku:15x15/5", **ANY_BOARD)
    ship("four", "gomoku:20x20/4", **ANY_BOARD)
    learned = {"gomoku:9x9/5:standard": "9x9/5", "gomoku:20x20/5": "15x15/5", "gomoku:8x8/5": "7x7"}
    for name, board in learned.items():
        assert f"trained on gomoku:{board}" in choose_net(load_game(name)).remark


def test_on_boards_as_near_the_net_of_the_same_line_rule_comes_first(ship):
    ship("any", "gomoku:9x9/5", **ANY_BOARD)
    ship("exact", "gomoku:9x9/5:standard", **ANY_BOARD)
    for rule in ("", ":standard"):
        remark = choose_net(load_game(f"gomoku:10x10/5{rule}")).remark
        assert remark.endswith(f"trained on gomoku:9x9/5{rule}")


def test_nets_bound_to_other_boards_do_not_help(ship):
    ship("nine", "gomoku:9x9/5")
    assert "pure MCTS" in choose_net(load_game("gomoku:10x10/5")).remark


def test_a_net_for_a_row_of_five_is_not_taken_for_other_games(ship):
    ship("nine", "gomoku:9x9/5", **ANY_BOARD)
    for name in ("gomoku:9x9/4", "othello", "connect4", HEX):
        assert isinstance(choose_net(load_game(name)).evaluator, RolloutEvaluator)
    with pytest.raises(CheckpointError, match="this net plays 'gomoku:9x9/5'"):
        choose_net(load_game("gomoku:9x9/4"), "nine")


def test_a_net_by_name_is_fitted_to_another_board_and_says_what_it_learned(ship):
    ship("nine", "gomoku:9x9/5", **ANY_BOARD)
    own, other = (choose_net(load_game(f"gomoku:{size}/5"), "nine") for size in ("9x9", "12x10"))
    assert (own.name, own.learned, own.remark) == ("nine", None, None)
    assert (other.name, other.learned) == ("nine", "gomoku:9x9/5")
    assert other.checkpoint.architecture.board == "12x10"


def test_nobody_else_decides_which_net_plays_a_game():
    sources = Path(tengen.__file__).parent.rglob("*.py")
    asking = {path.name for path in sources if "shipped_net_for(" in path.read_text("utf-8")}
    assert asking == {"shipped.py", "choosing.py"}
