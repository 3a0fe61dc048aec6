"""Ten opponents, from a beginner to the strongest player available for a game.

A lower level searches less and chooses more randomly among the moves it considered: it misses
distant threats and plays second-best moves, as a weaker human does. It never blunders with a move
that it did not search, and every level takes a win it can see.
"""

from dataclasses import dataclass

from tengen.arena.specs import PlayerSpec
from tengen.errors import PlayerSpecError
from tengen.nets.choosing import ChosenNet


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to search, and how randomly to choose among the searched moves."""

    simulations: int
    temperature: float


@dataclass(frozen=True, slots=True)
class Level:
    """The effort with a net, and with pure MCTS if there is no net.

    A net finds its best moves within a few simulations, so its weak levels differ mainly in
    temperature; pure MCTS is weak until it has searched a lot.
    """

    number: int
    net: Effort
    pure: Effort


LEVELS = (
    Level(1, Effort(24, 6.0), Effort(20, 1.0)),
    Level(2, Effort(28, 3.0), Effort(40, 0.9)),
    Level(3, Effort(32, 1.8), Effort(80, 0.8)),
    Level(4, Effort(40, 1.2), Effort(160, 0.7)),
    Level(5, Effort(50, 0.9), Effort(320, 0.6)),
    Level(6, Effort(64, 0.6), Effort(640, 0.5)),
    Level(7, Effort(128, 0.4), Effort(1_300, 0.35)),
    Level(8, Effort(256, 0.2), Effort(2_500, 0.2)),
    Level(9, Effort(512, 0.0), Effort(5_000, 0.0)),
    Level(10, Effort(1_600, 0.0), Effort(20_000, 0.0)),
)


def level_spec(number: int, chosen: ChosenNet) -> PlayerSpec:
    """The player of a level: a net with less or more effort, or pure MCTS if there is none."""
    if not 1 <= number <= len(LEVELS):
        raise PlayerSpecError(f"levels are 1 to {len(LEVELS)}; got {number}")
    level, net = LEVELS[number - 1], chosen.name
    effort = level.pure if net is None else level.net
    return PlayerSpec(
        "mcts" if net is None else "net",
        net or "",
        effort.simulations,
        temperature=effort.temperature,
    )
