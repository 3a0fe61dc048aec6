"""The rules play as they did: see `tests.rules.playthrough` to change that on purpose."""

import pytest

from tengen.rules import load_game
from tests.rules.playthrough import FILES, FOLDER, playthrough


@pytest.mark.parametrize("file_name", FILES)
def test_a_game_plays_as_its_playthrough_shows(file_name):
    shown = playthrough(load_game(FILES[file_name]))
    assert shown == (FOLDER / file_name).read_text()


def test_every_playthrough_belongs_to_a_game():
    assert {path.name for path in FOLDER.iterdir()} == set(FILES)
