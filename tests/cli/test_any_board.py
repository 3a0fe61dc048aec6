"""A board without a net of its own is played with the nearest net that fits, which is said once."""

import pytest

from tengen import load_game
from tengen.arena.level_strengths import measured_strengths
from tengen.arena.match import MatchConfig, play_match
from tengen.nets.choosing import choose_net
from tengen.partners.adviser import Adviser
from tengen.partners.opponent import Opponent
from tengen.texts import Language, Texts
from tests.cli.play_conversations import conversation

NEAREST = {
    "gomoku:20x20/5": "gomoku-15x15",
    "gomoku:7x7/5": "gomoku-8x8",
    "gomoku:15x15/5:standard": "gomoku-15x15",
    "gomoku:12x9/5": "gomoku-9x9",
}


@pytest.mark.parametrize(("board", "net"), NEAREST.items())
def test_levels_and_hints_use_the_nearest_net(board, net):
    game = load_game(board)
    opponent = Opponent("level:1", game, 1)
    assert opponent.plays_as.source == net
    assert opponent.choose(game.initial()) in game.initial().legal_actions
    assert Adviser(game, None, 1, lambda *found: None).net_name == net


def test_play_says_so_once_in_the_words_of_the_language():
    said, _ = conversation("level 2", "quit", game="gomoku:20x20/5", opponent="level:1", width=200)
    sentence = (
        "No net was trained on gomoku:20x20/5: net gomoku-15x15 plays instead, trained on "
        "gomoku:15x15/5."
    )
    assert said.count(sentence) == 1
    assert "level 2 · beginner · net gomoku-15x15, 28 simulations" in said
    chinese, _ = conversation(
        "quit", game="gomoku:20x20/5", opponent="level:1", language=Language.CHINESE, width=200
    )
    assert "gomoku-15x15" in chinese
    assert "No net" not in chinese


def test_a_game_without_any_net_is_played_by_pure_mcts_and_says_so():
    opponent = Opponent("level:3", load_game("connect4:6x5"), 1)
    assert opponent.describe(Texts(Language.ENGLISH)).endswith("no trained net for this game yet")


def test_a_net_named_on_another_board_plays_there():
    config = MatchConfig(
        game="gomoku:10x10/5", players=("net:gomoku-15x15@2", "level:1"), pairs=1, seed=1
    )
    first, second = play_match(config).contestants
    assert first.remark == "playing gomoku:10x10/5 with a net trained on gomoku:15x15/5"
    assert second.name == "net:gomoku-9x9@24,t=6"
    assert second.remark == "playing gomoku:10x10/5 with a net trained on gomoku:9x9/5"


def test_the_header_of_a_match_says_it_once_for_each_net(tengen, tmp_path):
    arguments = ("level:1", "level:2", "--game", "gomoku:7x7/4", "--games", "2", "--no-store")
    answer = tengen("match", *arguments, columns=200)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.count("level:1, level:2: no net for gomoku:7x7/4") == 1


def test_levels_on_another_board_do_not_claim_the_strength_of_their_net(tengen):
    game = load_game("gomoku:20x20/5")
    assert measured_strengths(game, choose_net(game)) == {}
    shown = tengen("levels", "gomoku:20x20/5", columns=200).stdout
    assert shown.count("not measured") == 10
    assert "net:gomoku-15x15@1600" in shown
    assert "playing gomoku:20x20/5 with a net trained on gomoku:15x15/5" in shown
    assert "Remark" not in tengen("levels", "gomoku:15x15/5", columns=200).stdout
    assert "no net for connect4:6x5" in tengen("levels", "connect4:6x5").stdout
