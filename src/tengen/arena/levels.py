"""Ten opponents from a beginner to the best there is for a game.

A lower level searches less and draws its moves more freely among those it considered: it misses
what is far away and plays second-best moves, as a weaker person does. It never throws a game away
by a move that no search looked at, and every level takes a win it can see.
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
    """How much to search, and how freely to draw among what was searched."""

    simulations: int
    temperature: float


@dataclass(frozen=True, slots=True)
class Level:
    """How strongly to play with a net, and where there is none, by pure MCTS.

    A net's first few simulations already hold its best moves, so its weak levels differ by how
    freely they draw; pure MCTS knows little before it has searched much.
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
    """The player of a level: a net with less or more effort, and pure MCTS where there is none."""
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
    """Where the strengths of a game's levels are: `scripts/measure_levels.py` writes it."""
    return _MEASURED / f"{re.sub('[^a-z0-9]+', '-', game.name)}.json"


def measured_strengths(game: Game[Any]) -> dict[int, tuple[float, float]]:
    """Elo and half its 95 % interval by level, where they were measured; the mean of all is 0.

    A level that plays otherwise than when it was measured, or with another net, is left out.
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
