"""Random games per second in the core and in OpenSpiel, one thread each, in the same run.

    python benchmarks/rules.py

OpenSpiel's own C++ rollouts are driven by its MCTS bot: one simulation whose evaluator plays many
random games. Rounds alternate between the two and medians are shown, so that other load on the
machine affects both.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import pyspiel
from _machine import machine_and_date, ratio_text
from rich.console import Console
from rich.table import Table

from tengen.rules import load_game
from tengen.rules.native import NativeGame

ROUNDS = 5
SECONDS_PER_ROUND = 1.0
SEED = 1

PlayGames = Callable[[int], object]


@dataclass(frozen=True)
class Contest:
    """One game in both programs, and the target speed ratio."""

    name: str
    openspiel_name: str
    target: float


CONTESTS = (
    Contest("connect4", "connect_four", 30),
    Contest("gomoku:15x15/5", "gomoku(size=15,connect=5)", 20),
    Contest("othello", "othello", 20),
)


def core_games(name: str) -> PlayGames:
    """Plays random games in the core."""
    game = load_game(name)
    assert isinstance(game, NativeGame)
    state = game.initial().state
    core = game.core
    return lambda games: core.count_playouts(state, games, SEED)


def openspiel_games(name: str) -> PlayGames:
    """Plays random games in OpenSpiel: one simulation evaluates the root by `games` rollouts."""
    game = pyspiel.load_game(name)

    def play(games: int) -> object:
        evaluator = pyspiel.RandomRolloutEvaluator(games, SEED)
        exploration, simulations, memory_mb, solve, verbose = 2.0, 1, 100, False, False
        bot = pyspiel.MCTSBot(
            game, evaluator, exploration, simulations, memory_mb, solve, SEED, verbose
        )
        return bot.mcts_search(game.new_initial_state())

    return play


def games_per_second(play: PlayGames, games: int) -> float:
    """The speed of one round."""
    start = time.perf_counter()
    play(games)
    return games / (time.perf_counter() - start)


def games_for_one_round(play: PlayGames, seconds: float) -> int:
    """The number of games per round, from a short warm-up."""
    games = 50
    play(games)
    return max(games, int(games_per_second(play, games) * seconds))


def measure(contest: Contest, rounds: int, seconds: float) -> tuple[float, float]:
    """Median games per second of the core and of OpenSpiel, alternating."""
    plays = (core_games(contest.name), openspiel_games(contest.openspiel_name))
    sizes = [games_for_one_round(play, seconds) for play in plays]
    speeds: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for play, games, found in zip(plays, sizes, speeds, strict=True):
            found.append(games_per_second(play, games))
    return statistics.median(speeds[0]), statistics.median(speeds[1])


def main() -> None:
    """Measures every contest and prints the table."""
    parser = argparse.ArgumentParser(description="Random games per second, one thread.")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS_PER_ROUND, help="per round")
    options = parser.parse_args()
    table = Table("game", title="Random games per second, one thread", caption_justify="left")
    for heading in ("core", "OpenSpiel", "ratio", "target"):
        table.add_column(heading, justify="right")
    for contest in CONTESTS:
        core, openspiel = measure(contest, options.rounds, options.seconds)
        ratio = core / openspiel
        numbers = (f"{core:,.0f}", f"{openspiel:,.0f}", ratio_text(ratio, contest.target))
        table.add_row(contest.name, *numbers, f"{contest.target:.0f}x")
    table.caption = machine_and_date()
    Console().print(table)


if __name__ == "__main__":
    main()
