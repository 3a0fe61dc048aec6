import pytest
import torch

from tengen.replay.window import ReplayWindow
from tests.learner.made_batches import GAME
from tests.replay.made_games import made_games


@pytest.fixture(autouse=True, scope="session")
def one_torch_thread():
    """Tests run side by side; torch's own threads would only fight for the processor."""
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def stored_window():
    window = ReplayWindow(GAME, GAME.encodings[0])
    for record in made_games(20):
        window.add(record)
    return window
