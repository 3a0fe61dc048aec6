"""How strong the levels of a game are and what they beat, as `scripts/measure_levels.py` found."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tengen.arena.elo import Pentanomial, score_interval
from tengen.arena.levels import LEVELS, level_spec
from tengen.arena.tally import WinsDrawsLosses
from tengen.nets.choosing import ChosenNet
from tengen.rules.game import Game

YARDSTICKS = ("random", "mcts@200", "mcts@1000", "mcts@5000", "tactical@5000")
"""Fixed players that the levels are measured against, from no skill at all to a search that sees
one ply ahead. They need no net and play every game, so that what a level beats means the same
whatever the game and the net."""

_MEASURED = Path(__file__).parent.parent / "models" / "levels"
_LEVEL = "level:"


@dataclass(frozen=True, slots=True)
class Beaten:
    """A yardstick that a level beats, and the points it scored against it."""

    yardstick: str
    points: float
    games: int


@dataclass(frozen=True, slots=True)
class LevelStrength:
    """What was measured of a level."""

    elo: float
    """Relative to the mean of all players measured together."""
    error: float
    """Half of the 95 % interval."""
    beats: Beaten | None = None
    """The strongest yardstick that it beats; None also if it was measured without yardsticks."""


def strengths_file(game: Game[Any]) -> Path:
    """The file with what was measured of a game's levels."""
    return _MEASURED / f"{re.sub('[^a-z0-9]+', '-', game.name)}.json"


def measured_strengths(game: Game[Any], chosen: ChosenNet) -> dict[int, LevelStrength]:
    """What was measured of the levels that play with this net, by number.

    A level whose settings or net have changed since it was measured is left out.
    """
    file = strengths_file(game)
    if not file.is_file():
        return {}
    facts = json.loads(file.read_text(encoding="utf-8"))
    measured = {each["asked"]: (each["name"], each["fingerprint"]) for each in facts["contestants"]}
    fingerprint = "" if chosen.checkpoint is None else chosen.checkpoint.weights_sha256
    strengths = {}
    for number in (level.number for level in LEVELS):
        now = (str(level_spec(number, chosen)), fingerprint)
        if measured.get(f"{_LEVEL}{number}") == now:
            strengths[number] = _strength(f"{_LEVEL}{number}", facts)
    return strengths


def _strength(level: str, facts: dict[str, Any]) -> LevelStrength:
    (rating,) = (rating for rating in facts["ratings"] if rating["player"] == level)
    return LevelStrength(rating["elo"], rating["error"], _strongest_beaten(level, facts))


def _strongest_beaten(level: str, facts: dict[str, Any]) -> Beaten | None:
    """The best rated yardstick against which it scored more than half, and not by chance.

    The fewer the games, the more points the 95 % interval asks for: 9 of 10, or about 14 of 20.
    """
    pairings = {tuple(pairing["players"]): pairing for pairing in facts.get("pairings", ())}
    for player in (rating["player"] for rating in facts["ratings"]):  # best first
        pairing = pairings.get((level, player))
        if pairing is None or player.startswith(_LEVEL):
            continue
        low, _ = score_interval(Pentanomial(tuple(pairing["pentanomial"])))
        if low > 0.5:
            total = WinsDrawsLosses(**pairing["total"])
            return Beaten(player, total.points, total.games)
    return None
