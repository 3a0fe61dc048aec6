"""What the fork server does once for all its children: imports, the late ones of torch included."""

from tengen.learner import Learner, LearnerConfig
from tengen.rules.registry import load_game
from tests.runs import children
from tests.runs.tiny import tiny_config

__all__ = ["children"]

_game = load_game("tictactoe")
Learner(_game, tiny_config().net.architecture(_game), LearnerConfig(), seed=1)
