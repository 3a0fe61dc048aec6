"""A playthrough is one fixed random game as readable text, so that a change of rules is a diff.

They lie in tests/golden/playthroughs. After a change that is meant, write them anew and read the
difference:

    python -m tests.rules.playthrough --write
"""

import argparse
import hashlib
from pathlib import Path
from typing import Any

from tengen import Game, Position
from tengen.rules import list_games, load_game
from tests.rules.games import random_game

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "golden" / "playthroughs"
NAMES = {
    **{name: name for name in [*list_games(), "gomoku:9x7/4"]},
    "hex:7x7": f"{ROOT / 'examples' / 'hex.py'}:Hex",
}
FILES = {name.replace(":", "-").replace("/", "-") + ".txt": NAMES[name] for name in NAMES}
MOST_SHOWN = 12


def playthrough(game: Game[Any]) -> str:
    """The text: the facts, some plies spread over the game, and the end."""
    positions = list(random_game(game, seed=2024, first=0))
    step = -(-len(positions) // MOST_SHOWN)
    shown = [p for ply, p in enumerate(positions) if ply % step == 0 or ply == len(positions) - 1]
    moves = " ".join(game.action_name(action) for action in positions[-1].history)
    return "\n\n".join([_facts(game), f"moves: {moves}", *map(_ply, shown)]) + "\n"


def _facts(game: Game[Any]) -> str:
    spec = game.spec
    return (
        f"{spec.name}, version {spec.version}: {spec.width}x{spec.height}, "
        f"{spec.num_actions} actions, at most {spec.max_plies} plies, "
        f"{spec.num_symmetries} symmetries"
    )


def _ply(position: Position[Any]) -> str:
    game = position.game
    legal = " ".join(game.action_name(action) for action in position.legal_actions) or "none"
    lines = [f"after {len(position.history)} plies", str(position), f"legal: {legal}"]
    lines.append(f"outcome: {position.outcome}")
    lines.append(f"hash: {position.hash:016x}")
    lines += [_planes(position, encoding) for encoding in game.encodings]
    return "\n".join(lines)


def _planes(position: Position[Any], encoding: str) -> str:
    planes = position.planes(encoding)
    sums = " ".join(str(int(plane.sum())) for plane in planes)
    digest = hashlib.blake2b(planes.tobytes(), digest_size=4).hexdigest()
    return f"{encoding}: sums {sums}, digest {digest}"


def main() -> None:
    """Writes the playthroughs when asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", required=True)
    parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file_name, name in FILES.items():
        (FOLDER / file_name).write_text(playthrough(load_game(name)))


if __name__ == "__main__":
    main()
