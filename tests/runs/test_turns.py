"""Games in which a side moves again are trained like any other."""

import pytest

from tests.rules import turn_games
from tests.runs.tiny import tiny_config, train_in


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("TwoStones", "4-planes"), ("Kalah", "seeds"), ("DotsAndBoxes", "lines")],
)
def test_a_game_with_double_moves_or_extra_turns_is_trained(tmp_path, name, encoding):
    game = f"{turn_games.__file__}:{name}"
    config = tiny_config(f"run.game={game}", f"net.encoding={encoding}", "run.generations=2")
    ended = train_in(tmp_path / "run", config)
    assert ended.generations_done == 2
