"""Kaggle agents as players: whatever they do wrong costs them the game and nothing else."""

import re
import sys

import pytest

from tengen import load_game
from tengen.arena.players import game_told_by, player_factory
from tengen.engines.kaggle import KagglePlayer
from tengen.errors import EngineError, UnsupportedError
from tengen.nets import Architecture
from tengen.nets.kaggle_export import export_kaggle
from tengen.nets.kaggle_perfect import LIBRARY, perfect_source
from tengen.nets.kaggle_source import KaggleEffort
from tengen.play import RandomPlayer, play_pairings
from tests.nets.example_nets import random_checkpoint

GAME = load_game("connect4")
FIRST_FREE = """
print("hello")
def helper(cells): return [c for c in range(7) if cells[c] == 0]
def agent(observation, configuration):
    assert observation.board == observation["board"] and configuration.columns == 7
    assert observation.board.count(1) - observation.board.count(2) == observation.mark - 1
    print("thinking")
    return helper(observation.board)[0]
"""
SECOND_MOVE = """
asked = []
def agent(observation, configuration):
    asked.append(observation.step)
    if len(asked) < 2:
        return 3
    {}
"""


@pytest.fixture
def agent(tmp_path):
    def write(text):
        file = tmp_path / "my agent.py"
        file.write_text(text)
        return file

    return write


def play(file, games=1, **seconds):
    player = KagglePlayer(file, GAME, **seconds)
    try:
        return play_pairings((player, RandomPlayer(range(games))), [GAME.initial()] * games)
    finally:
        player.close()


def test_an_agent_plays_both_seats_to_the_end(agent):
    for game in play(agent(FIRST_FREE), games=2):
        assert not game.is_forfeit, game.outcome
        assert game.position.outcome is not None


def test_the_last_thing_that_can_be_called_is_the_agent_and_may_take_one_argument(agent):
    text = "import dataclasses\n@dataclasses.dataclass\nclass Fact:\n    x: 'int' = 0\n"
    (game,) = play(agent(text + "f = lambda seen: Fact().x\n"))
    assert "illegal move: column 0 is full" in game.outcome.reason or not game.is_forfeit


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("raise ValueError('a\\nb')", "my agent.py: the agent raised ValueError: a b"),
        ("return 9", "expected a column from 0 to 6; got '9'"),
        ("return -1", "expected a column from 0 to 6; got '-1'"),
        ("return None", "expected a column from 0 to 6; got 'None'"),
        ("return 2.0", "expected a column from 0 to 6; got '2.0'"),
        ("return True", "expected a column from 0 to 6; got 'True'"),
        ("import time; time.sleep(600)", "no answer within 0.5 s; expected a column"),
        ("import os; os._exit(1)", "has exited"),
        ("import sys; sys.exit()", "the agent raised SystemExit"),
    ],
)
def test_a_broken_agent_forfeits_with_the_reason(agent, wrong, reason):
    file = agent(SECOND_MOVE.format(wrong))
    # Loading takes its own time: only moves are hurried.
    (game,) = play(file, seconds_per_move=0.2, grace_seconds=0.3)
    assert game.is_forfeit
    assert game.outcome.winner == game.seats.index(1)
    assert re.search(re.escape(reason), game.outcome.reason), game.outcome.reason


def test_a_full_column_is_illegal(agent):
    (game,) = play(agent("def agent(o, c): return 3\n"))
    assert not game.is_forfeit or "illegal move: column 3 is full" in game.outcome.reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def agent(:\n", "the agent cannot be loaded: SyntaxError"),
        ("raise RuntimeError('no')", "the agent cannot be loaded: RuntimeError: no"),
        ("x = 3\n", "the agent cannot be loaded: ValueError: the file defines no function"),
        ("import no_such_module\n", "the agent cannot be loaded: ModuleNotFoundError"),
    ],
)
def test_a_file_that_is_no_agent_is_refused_before_any_game(agent, text, reason):
    with pytest.raises(EngineError, match=reason):
        player_factory(f"kaggle:{agent(text)}", GAME)


def test_other_games_and_missing_files_are_refused(agent, tmp_path):
    with pytest.raises(UnsupportedError, match="Kaggle's agents play Connect Four"):
        player_factory(f"kaggle:{agent(FIRST_FREE)}", load_game("othello"))
    with pytest.raises(EngineError, match=r"there is no file .* with a Kaggle agent"):
        player_factory("kaggle:nowhere.py", GAME)
    assert game_told_by(["kaggle:a.py", "random"]) == "connect4"


def test_an_exported_net_plays_here(tmp_path):
    net = random_checkpoint("connect4", Architecture.resnet(GAME, blocks=1, channels=8))
    export_kaggle(net, tmp_path / "submission.py", KaggleEffort(simulations=3))
    player = player_factory(f"kaggle:{tmp_path}/submission.py@60s", GAME).make([0])
    try:
        (game,) = play_pairings((player, RandomPlayer([1])), [GAME.initial()])
    finally:
        player.close()
    assert not game.is_forfeit, game.outcome
    assert sys.modules.get("submission") is None


@pytest.mark.skipif(not LIBRARY.is_file(), reason="the library is built for Kaggle's machines")
@pytest.mark.parametrize("seat", [0, 1])
def test_between_two_perfect_players_the_first_wins(tmp_path, seat):
    (tmp_path / "submission.py").write_text(perfect_source())
    specs = (f"kaggle:{tmp_path}/submission.py@60s", "perfect")
    players = [player_factory(spec, GAME).make([0]) for spec in specs]
    try:
        (game,) = play_pairings(players[:: 1 - 2 * seat], [GAME.initial()])
    finally:
        players[0].close()
    assert not game.is_forfeit, game.outcome
    assert game.outcome.winner == 0
    assert len(game.position.history) == 41
