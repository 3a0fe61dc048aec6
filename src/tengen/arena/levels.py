"""Ten opponents, from a beginner to the strongest player available for a game.

A lower level searches less and chooses more randomly among the moves it considered: it misses
distant threats and plays second-best moves, as a weaker human does. It never blunders with a move
that it did not search, and every level takes a win it can see.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tengen.arena.specs import PlayerSpec
from tengen.errors import PlayerSpecError
from tengen.nets.choosing import ChosenNet, choose_net
from tengen.rules.game import Game

_MEASURED = Path(__file__).parent.parent / "models" / "levels"


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


def strengths_file(game: Game[Any]) -> Path:
    """The file with the strengths of a game's levels, written by `scripts/measure_levels.py`."""
    return _MEASURED / f"{re.sub('[^a-z0-9]+', '-', game.name)}.json"


def measured_strengths(game: Game[Any]) -> dict[int, tuple[float, float]]:
    """Measured Elo by level, with half of its 95 % interval; the mean of all levels is 0.

    A level whose settings or net have changed since it was measured is left out.
    """
    file = strengths_file(game)
    if not file.is_file():
        return {}
    facts = json.loads(file.read_text(encoding="utf-8"))
    ratings = {rating["player"]: (rating["elo"], rating["error"]) for rating in facts["ratings"]}
    chosen = choose_net(game)
    fingerprint = "" if chosen.checkpoint is None else chosen.checkpoint.weights_sha256
    strengths = {}
    for player in facts["contestants"]:
        number = int(player["asked"].removeprefix("level:"))
        now = (str(level_spec(number, chosen)), fingerprint)
        if (player["name"], player["fingerprint"]) == now:
            strengths[number] = ratings[player["asked"]]
    return strengths
