"""Makes the Connect Four positions of `tengen measure`, with exact scores by BitBully.

python scripts/make_meter_positions.py > src/tengen/arena/positions/connect4.csv

The seed is used for nothing else, so that no net or setting is ever tuned on these positions.
"""

import argparse
import sys
from datetime import UTC, datetime
from importlib.metadata import version

from tengen.arena.exact_positions import ExactPosition, make_positions
from tengen.arena.oracles import ConnectFourOracle
from tengen.arena.score_text import scores_text
from tengen.rules.registry import load_game

LAST_PLY = 36


def main() -> None:
    """Writes the file to standard output, and how far it is to standard error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=20_406_080)
    wanted = parser.parse_args()
    game = load_game("connect4")
    made = make_positions(
        game,
        ConnectFourOracle(),
        wanted.positions,
        seed=wanted.seed,
        last_ply=LAST_PLY,
        on_progress=lambda done: print(f"\r{done} positions", end="", file=sys.stderr),
    )
    print(header(len(made.positions), wanted.seed))
    for exact in sorted(made.positions, key=by_length):
        moves = game.moves_text(exact.position.history)
        print(f"{moves},{scores_text(exact.scores, game.num_actions)}")
    print(file=sys.stderr)


def by_length(exact: ExactPosition) -> tuple[int, tuple[int, ...]]:
    """Short games first."""
    return len(exact.position.history), exact.position.history


def header(count: int, seed: int) -> str:
    """Where the numbers come from and what they mean."""
    return "\n".join(
        (
            f"# {count} Connect Four positions after 0 to {LAST_PLY} plies: half from random games,"
            " half from pure MCTS.",
            "# moves,scores of the seven columns: +3 wins in 3 plies, -8 loses in 8, 0 draws, . full",
            f"# scripts/make_meter_positions.py --positions {count} --seed {seed}; exact scores by "
            f"BitBully {version('bitbully')}; {datetime.now(UTC).date()}",
        )
    )


if __name__ == "__main__":
    main()
