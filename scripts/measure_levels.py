"""Measures the ten levels of a game against each other and against fixed players that need no net.

    python scripts/measure_levels.py gomoku:6x6/4 --games 40

The file, stored in the package, contains each level's spec and the SHA-256 of its net, the ratings,
the result of every pairing and how they were measured, but no games. `tengen levels` shows how
strong the levels are and what they beat as long as the levels and the net are the same.
"""

import argparse

from tengen.arena.level_strengths import YARDSTICKS, strengths_file
from tengen.arena.levels import LEVELS
from tengen.arena.round_robin import RoundRobinConfig, RoundRobinReport, play_round_robin
from tengen.arena.stored_results import rating_facts, save_json
from tengen.rules.registry import load_game


def tell(pairing: tuple[int, int], report: RoundRobinReport) -> None:
    """Prints the result of one pairing."""
    one, other = (report.contestants[player].asked for player in pairing)
    print(f"{one} against {other}: {report.matches[pairing].tally.total}", flush=True)


def main() -> None:
    """Plays the round robin and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="such as connect4")
    parser.add_argument("--games", type=int, default=40, help="per pairing, rounded up to even")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = load_game(options.game)
    config = RoundRobinConfig(
        game=game.name,
        players=(*(f"level:{level.number}" for level in LEVELS), *YARDSTICKS),
        pairs=(options.games + 1) // 2,
        seed=options.seed,
    )
    report = play_round_robin(config, on_match=tell)
    save_json(rating_facts(report), strengths_file(game))
    print(f"Stored in {strengths_file(game)}")


if __name__ == "__main__":
    main()
