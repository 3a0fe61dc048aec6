"""Generates the Connect Four positions of `tengen measure`, with exact scores by BitBully.

python scripts/make_meter_positions.py > src/tengen/arena/positions/connect4.csv

The seed is used for nothing else, so that no net or setting is ever tuned on these positions.
Another seed generates the positions that the solver is tested on:

python scripts/make_meter_positions.py --positions 1000 --seed 4711 > tests/golden/connect4.csv

Needs the `oracle` extra.
"""

import argparse
import sys
from datetime import UTC, datetime
from importlib.metadata import version

from tengen.arena.bitbully import BitBully
from tengen.arena.exact_positions import different_positions
from tengen.arena.score_text import scores_text
from tengen.rules.registry import load_game

LAST_PLY = 36


def main() -> None:
    """Writes the file to standard output; reports progress on standard error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=20_406_080)
    wanted = parser.parse_args()
    game = load_game("connect4")
    oracle = BitBully()
    found = sorted(
        different_positions(game, wanted.positions, seed=wanted.seed, last_ply=LAST_PLY),
        key=lambda position: (len(position.history), position.history),
    )
    print(header(len(found), wanted.seed))
    for number, position in enumerate(found):
        scores = scores_text(oracle.score_moves(position), game.num_actions)
        print(f"{game.moves_text(position.history)},{scores}")
        if number % 100 == 0:
            print(f"{number} of {len(found)} positions", file=sys.stderr)


def header(count: int, seed: int) -> str:
    """The source and meaning of the numbers."""
    return "\n".join(
        (
            f"# {count} Connect Four positions after 0 to {LAST_PLY} plies, from random games"
            " and from pure MCTS in turn.",
            "# moves,scores of the seven columns: "
            "+3 wins in 3 plies, -8 loses in 8, 0 draws, . full",
            f"# scripts/make_meter_positions.py --positions {count} --seed {seed}; exact scores by "
            f"BitBully {version('bitbully')}; {datetime.now(UTC).date()}",
        )
    )


if __name__ == "__main__":
    main()
