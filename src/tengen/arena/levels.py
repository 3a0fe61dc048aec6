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
from tengen.nets.shipped import shipped_net_for
from tengen.rules.game import Game

_MEASURED = Path(__file__).parent.parent / "models" / "levels"


@dataclass(frozen=True, slots=True)
class Level:
    """How strongly to play: `simulations` of a net's search, or `playouts` without a net."""

    number: int
    name: str
    simulations: int
    playouts: int
    temperature: float


LEVELS = (
    Level(1, "first steps", 2, 20, 1.0),
    Level(2, "beginner", 4, 40, 0.9),
    Level(3, "learner", 8, 80, 0.8),
    Level(4, "casual", 16, 160, 0.7),
    Level(5, "regular", 32, 320, 0.6),
    Level(6, "keen", 64, 640, 0.5),
    Level(7, "club", 128, 1_300, 0.35),
    Level(8, "strong", 256, 2_500, 0.2),
    Level(9, "very strong", 512, 5_000, 0.0),
    Level(10, "as strong as it gets here", 1_600, 20_000, 0.0),
)


def level_spec(number: int, game: Game[Any]) -> PlayerSpec:
    """The player of a level: the shipped net of the game where there is one, else pure MCTS."""
    if not 1 <= number <= len(LEVELS):
        raise PlayerSpecError(f"levels are 1 to {len(LEVELS)}; got {number}")
    level, net = LEVELS[number - 1], shipped_net_for(game)
    if net is None:
        return PlayerSpec("mcts", simulations=level.playouts, temperature=level.temperature)
    return PlayerSpec("net", net.stem, simulations=level.simulations, temperature=level.temperature)


def measured_strengths(game: Game[Any]) -> dict[int, tuple[float, float]]:
    """Elo and half its 95 % interval by level, where they were measured; the mean of all is 0.

    They come from a file that `tengen ladder level:1 ... level:10 --game GAME --out FILE` wrote.
    """
    file = _MEASURED / f"{re.sub('[^a-z0-9]+', '-', game.name)}.json"
    if not file.is_file():
        return {}
    ratings = json.loads(file.read_text(encoding="utf-8"))["ratings"]
    return {
        int(rating["player"].removeprefix("level:")): (rating["elo"], rating["error"])
        for rating in ratings
    }
