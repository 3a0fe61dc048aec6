"""What a file may make this program play with."""

import pytest

from tengen import load_game
from tengen.partners.saving import saved_opponent
from tengen.play import SavedGame


@pytest.mark.parametrize(
    ("players", "opponent"),
    [
        (("human", "level:3"), "level:3"),
        (("mcts@50", "human"), "mcts@50"),
        (("human", "human"), "human"),
        (("human", "engine:rm -rf x@1s"), None),
        (("human", "kaggle:agent.py@2s"), None),
        (("human", "net:/some/file@100"), None),
        (("human", "level:99"), None),
        (("Ann", "Ben"), None),
    ],
)
def test_a_file_may_only_name_harmless_opponents(players, opponent):
    record = SavedGame.of(load_game("tictactoe").initial(), players=players)
    assert saved_opponent(record, load_game("tictactoe")) == opponent
